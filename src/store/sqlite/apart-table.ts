import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { checkTable, isInSchema } from './table-checks.js';
import { bytesOf, checkedName, damaged, textOf } from './text.js';

/**
 * The table of the graphs that are apart from the union of all graphs. A store has it while it has such a graph:
 * version 0.9.0 cannot open one that has it, instead of taking the graph for a part of the union.
 */
export const APART_TABLE = `CREATE TABLE apart (
    graph  TEXT PRIMARY KEY,
    digest TEXT NOT NULL
  )`;

const IS_APART = 'SELECT 1 FROM apart WHERE graph = ?';
const ADD = 'INSERT OR REPLACE INTO apart (graph, digest) VALUES (?, ?)';
const REMOVE = 'DELETE FROM apart WHERE graph = ?';
const READ = `SELECT ${bytesOf('graph')}, ${bytesOf('digest')} FROM apart ORDER BY graph`;

/** The graphs that one write sets apart, or no longer. */
export class ApartWriter {
  readonly #connection: Connection;
  #hasTable: boolean;

  /** @param connection with an open write transaction */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#hasTable = isInSchema(connection, 'apart');
  }

  has(graph: string): boolean {
    return this.#hasTable && this.#connection.row(IS_APART, graph) !== undefined;
  }

  /** Sets whether a graph is apart. */
  set(graph: string, isApart: boolean): void {
    if (!isApart) {
      if (this.#hasTable) this.#connection.run(REMOVE, graph);
      return;
    }
    if (!this.#hasTable) this.#connection.exec(APART_TABLE);
    this.#hasTable = true;
    this.#connection.run(ADD, graph, checksumOf(graph));
  }

  /** Drops the table at the end of the write if there is no such graph any more. */
  finish(): void {
    if (this.#hasTable && this.#connection.row('SELECT 1 FROM apart LIMIT 1') === undefined)
      this.#connection.exec('DROP TABLE apart');
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The graphs apart as a connection has read them last, with the version of the content of the file. */
const lastRead = new WeakMap<Connection, { readonly version: number | undefined; readonly graphs: ReadonlySet<string> }>(); // prettier-ignore

/** The graphs that are apart from the union of all graphs. @throws CrateError ERR_STORE_INVALID */
export function apartGraphs(connection: Connection): ReadonlySet<string> {
  const version = connection.contentVersion;
  const last = lastRead.get(connection);
  if (version !== undefined && last?.version === version) return last.graphs;
  const graphs = isInSchema(connection, 'apart') ? readGraphs(connection) : NONE;
  lastRead.set(connection, { version, graphs });
  return graphs;
}

function readGraphs(connection: Connection): ReadonlySet<string> {
  checkTable(connection, 'apart');
  const rows = connection.rows<Record<'graph' | 'digest', Uint8Array>>(READ).map((row) => {
    const graph = textOf(row.graph);
    if (checksumOf(graph) !== textOf(row.digest)) throw damaged(`mark of the graph apart <${graph}>`);
    return checkedName(graph);
  });
  return new Set(rows);
}
