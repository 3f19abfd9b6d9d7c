import { CrateError } from '../../base/errors.js';
import type { Connection } from './connection.js';
import { damaged } from './text.js';

/** A small table: one row for each graph, record, removal or graph apart. What the large ones have is under checksums. */
export type SmallTable = 'graph' | 'record' | 'removal' | 'apart';

/**
 * The index of the numbers of graphs. It is never searched: it has them a second time, so that a turned bit in one of
 * them is noticed.
 */
export const NUMBERS_INDEX = 'graph_numbers';

/** Whether a store has a table or an index of this name: some come with what first needs them. */
export function isInSchema(connection: Connection, name: string): boolean {
  return connection.row('SELECT 1 FROM sqlite_schema WHERE name = ?', name) !== undefined;
}

/** The connections whose store has the index of the numbers. */
const withNumbers = new WeakSet<Connection>();

/** Whether a store has the index of the numbers: one of an earlier version has not. */
export function hasNumbers(connection: Connection): boolean {
  if (withNumbers.has(connection)) return true;
  if (!isInSchema(connection, NUMBERS_INDEX)) return false;
  withNumbers.add(connection);
  return true;
}

/** Pieces whose row of `graph` is gone: a reader of all graphs would not miss it. */
const LOOSE_PIECES = 'SELECT graph FROM piece WHERE graph NOT IN (SELECT id FROM graph) LIMIT 1';

/** The tables that a connection has checked, with the version of the content that it has checked. */
const checked = new WeakMap<Connection, Map<SmallTable, number>>();

/**
 * Has SQLite compare a table with its indexes, because a row that an index or a page has lost is missed by no checksum.
 * No graph may be missing whose pieces are there.
 * For readers of the whole table: it costs as much as reading it, once for each content.
 * @throws CrateError ERR_STORE_INVALID
 */
export function checkTable(connection: Connection, table: SmallTable): void {
  const version = connection.contentVersion;
  const known = checked.get(connection) ?? new Map<SmallTable, number>();
  if (version !== undefined && known.get(table) === version) return;
  const [problem] = connection.rows<{ integrity_check: string }>(`PRAGMA integrity_check(${table})`);
  if (problem?.integrity_check !== 'ok')
    throw new CrateError(
      'ERR_STORE_INVALID',
      `the table ${table} of the store is damaged: ${problem?.integrity_check}`,
    );
  const loose = table === 'graph' ? connection.row<{ graph: number }>(LOOSE_PIECES) : undefined;
  if (loose !== undefined)
    throw new CrateError('ERR_STORE_INVALID', `the store has quads of graph ${loose.graph}, but no row of that graph`);
  if (version !== undefined) checked.set(connection, known.set(table, version));
}

/**
 * What finds a row that one index, or a table, has and another has not: the ways to a graph by its name, and to a record
 * by its source and by its graph.
 */
const DIFFERENCES: Readonly<Record<'graph' | 'record', string>> = {
  graph: `SELECT 1 FROM graph AS own NOT INDEXED WHERE NOT EXISTS (SELECT 1 FROM graph AS other
    INDEXED BY sqlite_autoindex_graph_1 WHERE other.iri = own.iri AND other.id = own.id) LIMIT 1`,
  record: `SELECT 1 WHERE (SELECT count(*) FROM record INDEXED BY record_graph WHERE graph IS NOT NULL)
    <> (SELECT count(*) FROM record INDEXED BY sqlite_autoindex_record_1 WHERE source IS NOT NULL)
    OR EXISTS (SELECT 1 FROM record AS own INDEXED BY sqlite_autoindex_record_1 WHERE NOT EXISTS (SELECT 1
    FROM record AS other INDEXED BY record_graph WHERE other.graph = own.graph AND other.id = own.id))`,
};

/** The tables whose indexes were compared, with what others than this writer had written then. */
const compared = new WeakMap<Connection, Map<SmallTable, number>>();

/**
 * Compares the indexes by which rows are looked up, because nobody misses a row that an index has lost. It looks
 * through all of them, once for what other processes have written: what this one writes goes into all indexes.
 * @throws CrateError ERR_STORE_INVALID
 */
export function compareIndexes({ writer }: Connection, table: keyof typeof DIFFERENCES): void {
  const version = writer.othersVersion;
  const known = compared.get(writer) ?? new Map<SmallTable, number>();
  if (version !== undefined && known.get(table) === version) return;
  if (writer.row(DIFFERENCES[table]) !== undefined) throw damaged(`index of the ${table}s`);
  if (version !== undefined && version === writer.othersVersion) compared.set(writer, known.set(table, version));
}
