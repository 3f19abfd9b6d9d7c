import { APPLICATION } from '../../base/disk/no-store.js';
import { CrateError } from '../../base/errors.js';
import { APART_TABLE } from './apart-table.js';
import type { Connection } from './connection.js';
import { INDEX_TABLE } from './index-table.js';
import { KEY_TABLE } from './key-table.js';
import { REMOVAL_TABLE } from './removal-table.js';
import { NUMBERS_INDEX } from './table-checks.js';
import { bytesOf, textOf } from './text.js';

/** `user_version` of the tables below. */
const VERSION = 2;

/**
 * The tables, as documented in docs/store.md; a change to them needs a new version.
 * Content is zlib (RFC 1950). A graph that is replaced gets a new id, and ids are never used again.
 */
const TABLES = `
  CREATE TABLE graph (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    iri     TEXT NOT NULL UNIQUE,
    quads   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    sha256  TEXT NOT NULL
  );
  CREATE TABLE piece (
    graph   INTEGER NOT NULL REFERENCES graph ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    number  INTEGER NOT NULL,
    sha256  TEXT NOT NULL,
    nquads  BLOB NOT NULL,
    PRIMARY KEY (graph, number)
  );
  CREATE TABLE record (
    id      INTEGER PRIMARY KEY,
    graph   INTEGER NOT NULL REFERENCES graph ON DELETE CASCADE,
    source  TEXT NOT NULL,
    version INTEGER NOT NULL,
    sha256  TEXT NOT NULL,
    kept    INTEGER NOT NULL,
    data    TEXT NOT NULL,
    digest  TEXT NOT NULL,
    UNIQUE (source, graph)
  );
  CREATE INDEX record_graph ON record (graph);
  CREATE INDEX record_sha256 ON record (sha256);
  CREATE TABLE document (
    sha256  TEXT NOT NULL,
    number  INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (sha256, number)
  );
  CREATE VIEW crate AS
    SELECT graph.iri AS graph, json_extract(data, '$.names[0]') AS name, record.source,
      json_extract(data, '$.location') AS location, json_extract(data, '$.base') AS base,
      json_extract(data, '$.version') AS version, graph.quads, json_extract(data, '$.entities') AS entities,
      json_extract(data, '$.repairs') AS repairs, json_extract(data, '$.loaded') AS loaded, record.sha256,
      (SELECT count(*) FROM record AS other WHERE other.graph = graph.id) AS sources,
      record.version <> graph.version AS changed
    FROM graph LEFT JOIN record
      ON record.id = (SELECT min(first.id) FROM record AS first WHERE first.graph = graph.id)
    ORDER BY graph.id;
`;

/** Added to a store of an earlier version by its next write. */
const ADD_NUMBERS = `CREATE INDEX IF NOT EXISTS ${NUMBERS_INDEX} ON graph (quads, version)`;

/** The view of the first stores of this version. */
const EARLIER_VIEW = `
  CREATE VIEW crate AS
    SELECT graph.iri AS graph, data ->> '$.names[0]' AS name, record.source, data ->> '$.location' AS location,
      data ->> '$.base' AS base, data ->> '$.version' AS version, graph.quads, data ->> '$.entities' AS entities,
      data ->> '$.repairs' AS repairs, data ->> '$.loaded' AS loaded, record.sha256
    FROM graph LEFT JOIN record ON record.graph = graph.id ORDER BY record.id`;

/** Creates the tables in an empty file, or checks that they are ours. @throws CrateError ERR_STORE_INVALID */
export function prepareTables(connection: Connection, path: string, create: boolean): void {
  const empty = isEmpty(connection);
  if (areOurs(connection, path)) return;
  if (!create || !empty)
    throw new CrateError('ERR_STORE_INVALID', `${path} is not a crategraph store`, {
      hint: 'give --store the file of a store; `load` makes a new one under a name that is free',
    });
  connection.create('PRAGMA journal_mode = WAL'); // readers and the writer do not wait for each other
  connection.create('BEGIN IMMEDIATE');
  // Another process may have created them meanwhile.
  if (!areOurs(connection, path))
    connection.create(
      `${TABLES} ${ADD_NUMBERS}; PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`,
    );
  connection.create('COMMIT');
}

/** Gives a store of an earlier version the index that it lacks. @param connection with an open write transaction */
export function addNumbers(connection: Connection): void {
  connection.exec(ADD_NUMBERS);
}

function areOurs(connection: Connection, path: string): boolean {
  const application = connection.row<{ application_id: number }>('PRAGMA application_id')?.application_id;
  const version = connection.row<{ user_version: number }>('PRAGMA user_version')?.user_version;
  if (application !== APPLICATION) return false;
  if (version !== VERSION)
    throw new CrateError(
      'ERR_STORE_INVALID',
      `${path} is a store of version ${version}, this program reads ${VERSION}`,
      { hint: 'use the crategraph that wrote it to `dump` its crates, or load them again into a new store' },
    );
  checkSchema(connection, path);
  return true;
}

/**
 * Compares everything that the schema of a file defines with ours, because SQLite would run what is in it: a view in
 * place of a table, a trigger, a computed column.
 */
function checkSchema(connection: Connection, path: string): void {
  const missing = new Set(OURS);
  const rows = connection.rows<SchemaRow>(SCHEMA);
  for (const row of rows) {
    const sql = row.sql === null ? `automatic ${textOf(row.type)}` : oneLine(textOf(row.sql));
    if (!missing.delete(sql) && !OTHERS.has(sql)) {
      const name = JSON.stringify(textOf(row.name).slice(0, 100));
      throw new CrateError('ERR_STORE_INVALID', `${path} has a ${textOf(row.type)} ${name} that no store of ours has`, {
        hint: 'load the crates again into a new store; if you added it yourself with another tool, remove it',
      });
    }
  }
  if (missing.size > 0)
    throw new CrateError(
      'ERR_STORE_INVALID',
      `${path} lacks what every store has: ${[...missing].join('; ').slice(0, 100)}`,
    );
}

interface SchemaRow {
  readonly type: Uint8Array;
  readonly name: Uint8Array;
  readonly sql: Uint8Array | null;
}

/** One more row than a store can have is enough to refuse it. */
const SCHEMA = `SELECT ${bytesOf('type')}, ${bytesOf('name')}, ${bytesOf('sql')} FROM sqlite_schema LIMIT 30`;

/** A statement as one line, because its line breaks mean nothing. */
function oneLine(sql: string): string {
  return sql.trim().replace(/\s+/g, ' ');
}

/** The statements that every store has. */
const OURS = TABLES.split(';')
  .map(oneLine)
  .filter((sql) => sql !== '' && !sql.startsWith('CREATE VIEW'));

/**
 * Those that a store may have: the view of this version or an earlier one, later indexes, lookups, removals and graphs
 * apart, and SQLite's own.
 */
const OTHERS: ReadonlySet<string> = new Set([
  ...TABLES.split(';').map(oneLine),
  oneLine(EARLIER_VIEW),
  oneLine(ADD_NUMBERS.replace('IF NOT EXISTS ', '')),
  oneLine(INDEX_TABLE),
  oneLine(KEY_TABLE),
  oneLine(REMOVAL_TABLE),
  oneLine(APART_TABLE),
  'automatic index',
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

function isEmpty(connection: Connection): boolean {
  return connection.row('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}
