import { NAMES } from './graph-states.js';

/**
 * Groups names, in their order, such that one request and its answer can have a group.
 * @param sizes of the names; one that is too large has a group of its own
 * @param most size of a group
 */
export function* groupsBySize(sizes: ReadonlyMap<string, number>, most: number): Generator<string[]> {
  let group: string[] = [];
  let sum = 0;
  for (const [name, size] of sizes) {
    if (group.length > 0 && (sum + size > most || group.length === NAMES)) {
      yield group;
      group = [];
      sum = 0;
    }
    group.push(name);
    sum += size;
  }
  if (group.length > 0) yield group;
}
