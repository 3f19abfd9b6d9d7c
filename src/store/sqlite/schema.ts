import { APPLICATION } from '../../disk/no-store.js';
import { CrateError } from '../../errors.js';
import type { Connection } from './connection.js';

/** `user_version` of the tables below. */
const VERSION = 2;

/**
 * The tables, as documented in the README; a change to them needs a new version.
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

/** Creates the tables in an empty file, or checks that they are ours. @throws CrateError ERR_STORE_INVALID */
export function prepareTables(connection: Connection, path: string, create: boolean): void {
  const empty = isEmpty(connection);
  if (areOurs(connection, path)) return;
  if (!create || !empty)
    throw new CrateError('ERR_STORE_INVALID', `${path} is not a crategraph store`, {
      hint: 'give --store the file of a store; `load` makes a new one under a name that is free',
    });
  connection.exec('PRAGMA journal_mode = WAL'); // readers and the writer do not wait for each other
  connection.exec('BEGIN IMMEDIATE');
  // Another process may have created them meanwhile.
  if (!areOurs(connection, path))
    connection.exec(`${TABLES} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION}`);
  connection.exec('COMMIT');
}

function areOurs(connection: Connection, path: string): boolean {
  const application = connection.row<{ application_id: number }>('PRAGMA application_id')?.application_id;
  const version = connection.row<{ user_version: number }>('PRAGMA user_version')?.user_version;
  if (application !== APPLICATION || version === VERSION) return application === APPLICATION;
  throw new CrateError('ERR_STORE_INVALID', `${path} is a store of version ${version}, this program reads ${VERSION}`, {
    hint: 'use the crategraph that wrote it to `dump` its crates, or load them again into a new store',
  });
}

function isEmpty(connection: Connection): boolean {
  return connection.row('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
}
