import type { CrateDifference } from '../crate/compare-entities.js';
import type { JsonObject } from '../crate/json/value.js';

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

function entityLabel(entity: JsonObject): string {
  const type = [entity['@type'] ?? []].flat().join(', ');
  return `${String(entity['@id'])}${type === '' ? '' : ` (${type})`}`;
}
