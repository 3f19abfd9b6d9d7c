import { structuredPatch } from 'diff';
import { styleOn } from './colours.js';
import type { Io } from './io.js';
import { printable } from './printable.js';

/** A diff with more changed lines than this takes long, and nobody reads it. */
const MOST_CHANGES = 2000;
const CONTEXT_LINES = 3;

/** Prints the difference of two texts to stderr as a unified diff, in colours on a terminal. @param name of the file */
export function printDiff(io: Io, name: string, [before, after]: readonly [string, string]): void {
  const style = styleOn(io.stderr, io);
  const patch = structuredPatch(name, name, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) {
    io.stderr.write(`${printable(name)}: more than ${MOST_CHANGES} lines differ\n`);
    return;
  }
  let text = `${style('bold', `--- ${name}`)}\n${style('bold', `+++ ${name} (repaired)`)}\n`;
  for (const { oldStart, oldLines, newStart, newLines, lines } of patch.hunks) {
    text += `${style('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`)}\n`;
    for (const line of lines) {
      const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined;
      text += `${colour === undefined ? printable(line) : style(colour, line)}\n`;
    }
  }
  io.stderr.write(text);
}
