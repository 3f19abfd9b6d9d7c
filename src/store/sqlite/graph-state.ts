import type { Connection } from './connection.js';
import { hasNumbers, NUMBERS_INDEX } from './table-checks.js';

/** A graph as its row says. */
export interface GraphVersion {
  /** The id of its row, which no other graph ever gets. */
  readonly row: number;
  /** One more with each change. */
  readonly version: number;
  readonly quads: number;
}

const STATE = `SELECT count(*) AS graphs, total(version) AS versions,
  (SELECT max(seq) FROM sqlite_sequence WHERE name = 'graph') AS last FROM graph`;
/** The index is smaller than the table. */
const STATE_BY_NUMBERS = `${STATE} INDEXED BY ${NUMBERS_INDEX}`;

/**
 * A text that is the same exactly as long as no graph changes. Rows are never used again and versions only grow: as
 * long as the last row is the same, none was added; if their number is the same too, none was removed; and if the sum
 * of their versions is the same too, each of them is.
 */
export function graphState(connection: Connection): string {
  const sql = hasNumbers(connection) ? STATE_BY_NUMBERS : STATE;
  const { graphs, versions, last } = connection.row<Record<'graphs' | 'versions' | 'last', number>>(sql) ?? {};
  return `${last} ${graphs} ${versions}`;
}

/** Whether the graphs of a state are all there and unchanged, so that the others were added since. */
export function isStillTrue(connection: Connection, state: string): boolean {
  const last = lastRow(state);
  if (last === undefined) return false;
  const by = hasNumbers(connection) ? ` INDEXED BY ${NUMBERS_INDEX}` : '';
  const sql = `SELECT count(*) AS graphs, total(version) AS versions FROM graph${by} WHERE id <= ?`;
  const { graphs, versions } = connection.row<Record<'graphs' | 'versions', number>>(sql, last) ?? {};
  return `${last} ${graphs} ${versions}` === state;
}

/** The last row of a state; undefined for one of no graphs, or of none that is known. */
export function lastRow(state: string): number | undefined {
  const last = Number.parseInt(state, 10);
  return Number.isNaN(last) ? undefined : last;
}

/** In one row: thousands of rows take four times as long to get out of SQLite. */
const VERSIONS =
  'SELECT CAST(json_group_array(id) AS BLOB) AS rows, CAST(json_group_array(version) AS BLOB) AS versions, CAST(json_group_array(quads) AS BLOB) AS quads FROM graph WHERE id > ?';

/** All graphs, or those of later rows. */
export function graphVersions(connection: Connection, after = 0): GraphVersion[] {
  const row = connection.row<Record<'rows' | 'versions' | 'quads', Uint8Array>>(VERSIONS, after);
  const numbers = (bytes: Uint8Array | undefined) => JSON.parse(Buffer.from(bytes ?? []).toString()) as number[];
  const rows = numbers(row?.rows);
  const versions = numbers(row?.versions);
  const quads = numbers(row?.quads);
  return rows.map((id, at) => ({ row: id, version: versions[at] as number, quads: quads[at] as number }));
}
