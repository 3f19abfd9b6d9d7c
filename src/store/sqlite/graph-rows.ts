import { CrateError } from '../../base/errors.js';
import type { Connection } from './connection.js';
import { checkTable, compareIndexes, hasNumbers, NUMBERS_INDEX } from './table-checks.js';
import { bytesOf, checkedName, damaged, integerOf, textOf } from './text.js';

/** A row of the table `graph`. */
export interface GraphRow {
  readonly id: number;
  readonly iri: string;
  readonly quads: number;
  readonly version: number;
  /** Checksum of its pieces. */
  readonly sha256: string;
}

interface RawRow {
  readonly id: number | null;
  readonly iri: Uint8Array;
  readonly quads: number | null;
  readonly version: number | null;
  readonly sha256: Uint8Array;
}

const COLUMNS = `id, ${bytesOf('iri')}, ${integerOf('quads')}, ${integerOf('version')}, ${bytesOf('sha256')}`;
/** The index only leads to the row: what it says about it is compared with the row itself. */
const FOUND = '(SELECT id AS entry FROM graph WHERE iri = ?) LEFT JOIN graph ON graph.id = entry';
const BY_NAME = `SELECT entry, 1 AS known, ${COLUMNS} FROM ${FOUND}`;
const BY_NAME_AND_NUMBERS = `SELECT entry, EXISTS (SELECT 1 FROM graph AS other INDEXED BY ${NUMBERS_INDEX}
  WHERE other.quads = graph.quads AND other.version = graph.version AND other.id = graph.id) AS known, ${COLUMNS}
  FROM ${FOUND}`;

/** All graphs in the order of their writing. @throws CrateError ERR_STORE_INVALID */
export function* graphRows(connection: Connection): Generator<GraphRow> {
  checkTable(connection, 'graph');
  for (const row of rawRows(connection)) yield checkedRow(row);
}

/** The rows of all graphs, each a function that checks it, so that one bad row does not hide the others. */
export function* uncheckedRows(connection: Connection): Generator<() => GraphRow> {
  for (const row of rawRows(connection)) yield () => checkedRow(row);
}

function rawRows(connection: Connection): RawRow[] {
  return connection.rows<RawRow>(`SELECT ${COLUMNS} FROM graph ORDER BY id`);
}

/** The row of a graph; undefined if the index has no graph of this name. @throws CrateError ERR_STORE_INVALID */
export function graphRow(connection: Connection, graph: string): GraphRow | undefined {
  const sql = hasNumbers(connection) ? BY_NAME_AND_NUMBERS : BY_NAME;
  const raw = connection.row<RawRow & { readonly known: 0 | 1 }>(sql, graph);
  if (raw === undefined) return undefined;
  if (raw.id === null || raw.known === 0) throw damaged(`row of graph <${graph}>`);
  const row = checkedRow(raw);
  if (row.iri !== graph) throw damaged(`row of graph <${graph}>`);
  return row;
}

/** The row of a graph by its id. @throws CrateError ERR_STORE_INVALID, also if there is none */
export function rowById(connection: Connection, id: number): GraphRow {
  const raw = connection.row<RawRow>(`SELECT ${COLUMNS} FROM graph WHERE id = ?`, id);
  if (raw === undefined) throw damaged(`row of graph ${id}`);
  return checkedRow(raw);
}

/** The rows of the graphs of these names that exist, also where the index has lost one: then it throws. */
export function namedRows(connection: Connection, names: Iterable<string>): GraphRow[] {
  const wanted = [...names];
  const rows = wanted.flatMap((name) => graphRow(connection, name) ?? []);
  if (rows.length < wanted.length) compareIndexes(connection, 'graph');
  return rows;
}

/** Number of quads of each graph, or of the named ones that exist. */
export function graphSizes(connection: Connection, names?: Iterable<string>): Map<string, number> {
  const rows = names === undefined ? graphRows(connection) : namedRows(connection, names);
  return new Map([...rows].map(({ iri, quads }) => [iri, quads]));
}

function checkedRow({ id, iri, quads, version, sha256 }: RawRow): GraphRow {
  const what = `graph ${id}`;
  const name = checkedName(textOf(iri, `the name of ${what}`), id ?? undefined);
  const checksum = textOf(sha256, `the checksum of ${what}`);
  if (id !== null && isCount(quads) && isCount(version) && /^[\da-f]{64}$/.test(checksum))
    return { id, iri: name, quads, version, sha256: checksum };
  throw damaged(`row of ${what}, <${name}>`);
}

function isCount(value: number | null): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** The error of a graph whose pieces are not what its row says. */
export function wrongPieces(graph: string, reason: string): CrateError {
  return new CrateError('ERR_STORE_INVALID', `the graph <${graph}> is damaged in the store: ${reason}`);
}
