import { keyTest } from '../graph-keys.js';
import type { GraphKeys, KeyChoice, StoredRecord } from '../port.js';
import type { Connection } from './connection.js';
import { rowById } from './graph-rows.js';
import { graphState, graphVersions } from './graph-state.js';
import { keptKey, keyEntries, keyGraphs, keyHead, staleRows, type KeyEntry, type KeyHead } from './key-table.js';
import { storedRecords } from './records.js';

/** Graphs that a lookup may lack: so many are read faster than a lookup is written. */
export const MOST_PENDING = 200;
/** From this number of graphs on it is faster to read all records. */
const MANY = 1000;

/** How the graphs of a store differ from those of its lookup. */
export interface KeyDifference {
  /** The lookup; undefined if there is none of these keys. */
  readonly head: KeyHead | undefined;
  /** Rows of graphs whose keys are not in the lookup as they are. */
  readonly pending: ReadonlySet<number>;
  /** Whether the lookup has the keys of a row as they are. */
  isKnown(row: number): boolean;
}

/**
 * Finds graphs by the lookup of their keys. The lookup only leads to them: what counts are the records that are read.
 * @param most so many for each choice, the first by their keys
 * @returns undefined if there is no lookup, or if reading all records is faster
 * @throws CrateError ERR_STORE_INVALID
 */
export function findByKeys(
  connection: Connection,
  keys: GraphKeys,
  choices: readonly KeyChoice[],
  most = Infinity,
): Map<string, readonly StoredRecord[]> | undefined {
  const { head, pending, isKnown } = keyDifference(connection, keys);
  if (head === undefined || pending.size > MOST_PENDING) return undefined;
  const rows = new Set(pending);
  for (const choice of choices) {
    const enough = rows.size + most;
    for (const [, row] of entriesOf(connection, head, choice)) {
      if (isKnown(row)) rows.add(row);
      if (rows.size > MANY) return undefined;
      if (rows.size >= enough) break;
    }
  }
  const fits = keyTest(choices);
  const found = new Map<string, readonly StoredRecord[]>();
  for (const row of [...rows].sort((a, b) => a - b)) {
    const graph = rowById(connection, row).iri;
    const records = storedRecords(connection, { graph });
    if (fits(keys.of(graph, records))) found.set(graph, records);
  }
  return found;
}

/** Compares the lookup with the graphs of a store. @throws CrateError ERR_STORE_INVALID */
export function keyDifference(connection: Connection, keys: GraphKeys): KeyDifference {
  const head = keyHead(connection);
  const stale = head === undefined ? [] : staleRows(connection);
  if (head?.name === keys.name && head.state === graphState(connection) && stale.length === 0)
    return { head, pending: new Set(), isKnown: () => true };
  const graphs = graphVersions(connection);
  if (head?.name !== keys.name)
    return { head: undefined, pending: new Set(graphs.map(({ row }) => row)), isKnown: () => false };
  const { rows, versions } = keyGraphs(connection);
  const inLookup = new Map(rows.map((row, at) => [row, versions[at]]));
  for (const row of stale) inLookup.delete(row);
  const known = new Set<number>();
  const pending = new Set<number>();
  for (const { row, version } of graphs) (inLookup.get(row) === version ? known : pending).add(row);
  return { head, pending, isKnown: (row) => known.has(row) };
}

/** The entries that a choice may mean. */
function* entriesOf(connection: Connection, { first }: KeyHead, choice: KeyChoice): Generator<KeyEntry> {
  const wanted = keptKey(choice.key);
  const fits = (key: string) => (choice.isPrefix === true ? key.startsWith(wanted) : key === wanted);
  for (let block = Math.max(0, blocksBefore(first, wanted) - 1); block < first.length; block += 1) {
    for (const entry of keyEntries(connection, block)) {
      if (fits(entry[0])) yield entry;
      else if (entry[0] > wanted) return;
    }
  }
}

/** How many blocks begin before a key. */
function blocksBefore(first: readonly string[], key: string): number {
  let low = 0;
  let high = first.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((first[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
