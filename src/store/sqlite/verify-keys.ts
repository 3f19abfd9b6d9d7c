import { CrateError } from '../../base/errors.js';
import type { GraphKeys } from '../port.js';
import type { Connection } from './connection.js';
import { rowById } from './graph-rows.js';
import { graphState, graphVersions } from './graph-state.js';
import { keyEntries, keyGraphs, keyHead, looseKeyBlocks, staleRows, storedKeys } from './key-table.js';
import { storedRecords } from './records.js';

/**
 * Compares the lookup of keys with the records: each graph that it has must have exactly its keys. It may lack graphs,
 * because the next question adds them.
 * @returns one sentence for each thing that is wrong
 * @throws CrateError ERR_STORE_INVALID for blocks that are damaged
 */
export function* keyProblems(connection: Connection, keys: GraphKeys): Generator<string> {
  const head = keyHead(connection);
  if (head === undefined) return;
  const loose = looseKeyBlocks(connection, head.first.length);
  if (loose > 0) yield `${loose} blocks of the lookup of names belong to no part of it`;
  const listed = new Map<number, Set<string>>();
  let last = '';
  let lastRow = 0;
  for (const [block, first] of head.first.entries()) {
    const entries = keyEntries(connection, block);
    if (entries[0]?.[0] !== first) yield `the lookup of names does not begin its block ${block} as it says`;
    for (const [key, row] of entries) {
      if (key < last || (key === last && row <= lastRow)) yield `the lookup of names is not sorted at ${key}`;
      last = key;
      lastRow = row;
      listed.set(row, (listed.get(row) ?? new Set()).add(key));
    }
  }
  if (head.name !== keys.name) return; // of another version of this program, which alone knows its keys
  const { rows, versions } = keyGraphs(connection);
  const known = new Map(rows.map((row, at) => [row, versions[at]]));
  const stale = new Set(staleRows(connection));
  const isCurrent = head.state === graphState(connection);
  for (const { row, version } of graphVersions(connection)) {
    if (stale.has(row)) continue;
    if (known.get(row) !== version) {
      if (isCurrent)
        yield `the lookup of names lacks the graph <${rowById(connection, row).iri}>, which it claims to have`;
      continue;
    }
    const { iri } = rowById(connection, row);
    const own = listed.get(row) ?? new Set<string>();
    const expected = keysOf(connection, keys, iri);
    if (expected !== undefined && (own.size !== expected.size || [...expected].some((key) => !own.has(key))))
      yield `the lookup of names does not have the graph <${iri}> as it is`;
  }
}

/** The keys that a graph should have; undefined if its records are damaged, which has been reported. */
function keysOf(connection: Connection, keys: GraphKeys, graph: string): ReadonlySet<string> | undefined {
  try {
    return storedKeys(keys.of(graph, storedRecords(connection, { graph })));
  } catch (error) {
    if (error instanceof CrateError) return undefined;
    throw error;
  }
}
