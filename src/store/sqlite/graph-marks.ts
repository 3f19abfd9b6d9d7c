import { CrateError } from '../../base/errors.js';
import type { Connection } from './connection.js';
import { namedRows } from './graph-rows.js';
import { checkTable } from './table-checks.js';
import { bytesOf, checkedName, textOf } from './text.js';

/** The marks of all graphs, with the version of the content that a connection read them from. */
interface KeptMarks {
  readonly version: number;
  readonly marks: ReadonlyMap<string, string>;
}

const kept = new WeakMap<Connection, KeptMarks>();

/**
 * The mark of each graph: its checksum, comparable across files. Every query asks for them, so a connection that reads
 * the same content again gets the same map.
 */
export function graphMarks(connection: Connection): ReadonlyMap<string, string> {
  const version = connection.contentVersion;
  const known = kept.get(connection);
  if (known !== undefined && known.version === version) return known.marks;
  const marks = readMarks(connection);
  if (version === undefined) kept.delete(connection);
  else kept.set(connection, { version, marks });
  return marks;
}

/** The marks of the graphs of these names that exist. */
export function namedMarks(connection: Connection, names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map(namedRows(connection, names).map(({ iri, sha256 }) => [iri, sha256]));
}

/** In one row: thousands of rows take four times as long to get out of SQLite. */
const ALL_MARKS = `SELECT ${bytesOf(listOf('iri'), 'iris')}, ${bytesOf(listOf('sha256'), 'marks')}
  FROM graph`;

/** As text, because JSON in SQLite refuses bytes, which any column can hold. */
function listOf(column: string): string {
  return `json_group_array(CAST(${column} AS TEXT))`;
}

function readMarks(connection: Connection): ReadonlyMap<string, string> {
  checkTable(connection, 'graph');
  const row = connection.row<{ iris: Uint8Array; marks: Uint8Array }>(ALL_MARKS);
  const iris = texts(row?.iris);
  const marks = texts(row?.marks);
  return new Map(iris.map((iri, index) => [checkedName(iri), marks[index] ?? '']));
}

function texts(json: Uint8Array | undefined): string[] {
  try {
    return JSON.parse(textOf(json ?? null)) as string[];
  } catch (error) {
    if (error instanceof CrateError) throw error;
    throw new CrateError('ERR_STORE_INVALID', 'the names of the graphs are damaged in the store', { cause: error });
  }
}
