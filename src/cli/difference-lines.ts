import type { CrateDifference } from '../crate/compare-entities.js';
import type { JsonObject } from '../crate/json/value.js';
import { styleOn, type Style } from './colours.js';
import { writeOutput, type Io } from './io.js';
import { printable } from './printable.js';

/** The difference of two crates as lines for people. */
export function* differenceLines({ added, removed, changed }: CrateDifference): Generator<string> {
  if (added.length + removed.length + changed.length === 0) yield 'no difference';
  for (const entity of removed) yield `- ${entityLabel(entity)}`;
  for (const entity of added) yield `+ ${entityLabel(entity)}`;
  for (const { id, properties } of changed) {
    yield `~ ${id}`;
    for (const { property, removed: before, added: after } of properties) {
      for (const value of before) yield `    - ${property}: ${JSON.stringify(value)}`;
      for (const value of after) yield `    + ${property}: ${JSON.stringify(value)}`;
    }
  }
}

/** Prints lines for people to stdout, those of a difference in colours. @throws CrateError ERR_OUTPUT */
export async function printDifference(io: Io, lines: Iterable<string>): Promise<void> {
  const style = styleOn(io.stdout, io);
  let text = '';
  for (const line of lines) text += `${coloured(line, style)}\n`;
  await writeOutput(io, undefined, [text]);
}

/** A line of a difference: what is removed in red, what is added in green. */
function coloured(line: string, style: Style): string {
  const [, sign] = /^ *([-+])/.exec(line) ?? [];
  if (sign === undefined) return printable(line);
  return style(sign === '+' ? 'green' : 'red', line);
}

function entityLabel(entity: JsonObject): string {
  const type = [entity['@type'] ?? []].flat().join(', ');
  return `${String(entity['@id'])}${type === '' ? '' : ` (${type})`}`;
}
