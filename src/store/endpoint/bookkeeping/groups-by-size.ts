import { inGroups } from '../../../base/in-groups.js';
import { NAMES } from './graph-states.js';

/**
 * Groups names, in their order, such that one request and its answer can have a group.
 * @param sizes of the names; one that is too large has a group of its own
 * @param most size of a group
 */
export function* groupsBySize(sizes: ReadonlyMap<string, number>, most: number): Generator<string[]> {
  for (const group of inGroups(sizes, ([, size]) => size, { size: most, items: NAMES }))
    yield group.map(([name]) => name);
}
