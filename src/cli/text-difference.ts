import { structuredPatch } from 'diff';
import type { Style } from './colours.js';
import { printable } from './printable.js';

/** A diff with more changed lines than this takes long and is not read. */
const MOST_CHANGES = 2000;
const CONTEXT_LINES = 3;

/** The difference of two texts as a unified diff, in colours where there are some. @param name of the file */
export function* textDifference(
  name: string,
  [before, after]: readonly [string, string],
  style: Style,
  what = 'repaired',
): Generator<string> {
  const patch = structuredPatch(name, name, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: MOST_CHANGES,
  });
  if (patch === undefined) return yield `${printable(name)}: more than ${MOST_CHANGES} lines differ`;
  yield style('bold', `--- ${name}`);
  yield style('bold', `+++ ${name} (${what})`);
  for (const { oldStart, oldLines, newStart, newLines, lines } of patch.hunks) {
    yield style('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`);
    for (const line of lines) {
      const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : undefined;
      yield colour === undefined ? printable(line) : style(colour, line);
    }
  }
}
