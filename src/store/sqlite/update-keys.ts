import { groupedRecords } from '../graph-keys.js';
import type { GraphKeys } from '../port.js';
import type { Connection } from './connection.js';
import { keyDifference, MOST_PENDING } from './find-by-keys.js';
import { graphRows } from './graph-rows.js';
import { graphState, graphVersions } from './graph-state.js';
import { keyEntries, storedKeys, writeKeys, type KeyEntry } from './key-table.js';
import { storedRecords } from './records.js';
import { addNumbers } from './schema.js';

/** Whether a lookup would spare a question about keys something. */
export function areKeysMissing(connection: Connection, keys: GraphKeys): boolean {
  return keyDifference(connection, keys).pending.size > MOST_PENDING;
}

/**
 * Makes the lookup of the keys of all graphs, or brings it up to date.
 * @param connection with an open write transaction
 * @throws CrateError ERR_STORE_INVALID, and as `keys.of`
 */
export function updateKeys(connection: Connection, keys: GraphKeys): void {
  addNumbers(connection);
  const { head, pending, isKnown } = keyDifference(connection, keys);
  const entries: KeyEntry[] = [];
  for (let block = 0; block < (head?.first.length ?? 0); block += 1)
    for (const entry of keyEntries(connection, block)) if (isKnown(entry[1])) entries.push(entry);
  const records = groupedRecords(storedRecords(connection));
  for (const { id, iri } of graphRows(connection)) {
    if (!pending.has(id)) continue;
    for (const key of storedKeys(keys.of(iri, records.get(iri) ?? []))) entries.push([key, id]);
  }
  entries.sort(byKey);
  const graphs = graphVersions(connection);
  writeKeys(
    connection,
    { name: keys.name, state: graphState(connection) },
    { entries, graphs: { rows: graphs.map(({ row }) => row), versions: graphs.map(({ version }) => version) } },
  );
}

function byKey([key, row]: KeyEntry, [otherKey, otherRow]: KeyEntry): number {
  return key < otherKey ? -1 : key > otherKey ? 1 : row - otherRow;
}
