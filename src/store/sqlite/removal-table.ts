import type { RemovedGraph } from '../port.js';
import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { checkTable } from './table-checks.js';
import { bytesOf, checkedName, damaged, textOf } from './text.js';

/**
 * The table of the graphs that were removed and have not come back, so that who copies a store can follow. The first
 * removal adds it to the file.
 */
export const REMOVAL_TABLE = `CREATE TABLE removal (
    graph   TEXT PRIMARY KEY,
    removed TEXT NOT NULL,
    digest  TEXT NOT NULL
  )`;

const HAS_TABLE = "SELECT 1 FROM sqlite_schema WHERE name = 'removal'";
const NOTE = 'INSERT OR REPLACE INTO removal (graph, removed, digest) VALUES (?, ?, ?)';
const FORGET = 'DELETE FROM removal WHERE graph = ?';
const READ = `SELECT ${bytesOf('graph')}, ${bytesOf('removed')}, ${bytesOf('digest')} FROM removal ORDER BY rowid`;

/** A time, as `Date.toISOString` writes it. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The removals of one write. */
export class RemovalWriter {
  readonly #connection: Connection;
  readonly #time = new Date().toISOString();
  #hasTable: boolean;

  /** @param connection with an open write transaction */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#hasTable = hasRemovals(connection);
  }

  /** Keeps the name of a graph that is no longer there. */
  note(graph: string): void {
    if (!this.#hasTable) this.#connection.exec(REMOVAL_TABLE);
    this.#hasTable = true;
    this.#connection.run(NOTE, graph, this.#time, checksumOf(graph, this.#time));
  }

  /** Forgets the removal of a graph that is there again. */
  forget(graph: string): void {
    if (this.#hasTable) this.#connection.run(FORGET, graph);
  }
}

/** The graphs that were removed, the first one first. @throws CrateError ERR_STORE_INVALID */
export function removedGraphs(connection: Connection): RemovedGraph[] {
  if (!hasRemovals(connection)) return [];
  checkTable(connection, 'removal');
  return connection.rows<Record<'graph' | 'removed' | 'digest', Uint8Array>>(READ).map((row) => {
    const graph = textOf(row.graph);
    const removed = textOf(row.removed);
    if (checksumOf(graph, removed) !== textOf(row.digest) || !TIME.test(removed))
      throw damaged(`note of the removal of graph <${graph}>`);
    return { graph: checkedName(graph), removed };
  });
}

function hasRemovals(connection: Connection): boolean {
  return connection.row(HAS_TABLE) !== undefined;
}
