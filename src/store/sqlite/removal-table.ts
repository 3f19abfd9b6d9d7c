import type { RemovalNote } from '../port.js';
import { checksumOf } from './checksum.js';
import type { Connection } from './connection.js';
import { checkTable, isInSchema } from './table-checks.js';
import { bytesOf, checkedName, damaged, textOf } from './text.js';

/**
 * The table of the graphs that were removed, and of those of them that came back, so that those who copy a store can
 * follow. A store has it once somebody asks for it: version 0.9.0 cannot open one that has it.
 */
export const REMOVAL_TABLE = `CREATE TABLE removal (
    graph    TEXT PRIMARY KEY,
    time     TEXT NOT NULL,
    is_there INTEGER NOT NULL,
    digest   TEXT NOT NULL
  )`;

const REMOVED = 'INSERT OR REPLACE INTO removal (time, is_there, digest, graph) VALUES (?, ?, ?, ?)';
const CAME_BACK = 'UPDATE removal SET time = ?, is_there = ?, digest = ? WHERE graph = ?';
const READ = `SELECT ${bytesOf('graph')}, ${bytesOf('time')}, ${bytesOf('is_there')}, ${bytesOf('digest')} FROM removal ORDER BY graph`; // prettier-ignore

/** The removals and returns of one write. */
export class RemovalWriter {
  readonly #connection: Connection;
  readonly #hasTable: boolean;
  /** Whether each graph is there after the write. */
  readonly #changes = new Map<string, boolean>();

  /** @param connection with an open write transaction */
  constructor(connection: Connection) {
    this.#connection = connection;
    this.#hasTable = isInSchema(connection, 'removal');
  }

  /** Notes that a graph has come or gone. */
  note(graph: string, isThere: boolean): void {
    if (this.#hasTable) this.#changes.set(graph, isThere);
  }

  /** Writes the notes at the end of the write, whose time they have. */
  finish(): void {
    const time = new Date().toISOString();
    for (const [graph, isThere] of this.#changes) {
      const state = isThere ? 1 : 0;
      this.#connection.run(isThere ? CAME_BACK : REMOVED, time, state, digestOf(graph, time, String(state)), graph);
    }
  }
}

/** Adds the table, if a store has none. @returns whether it had none */
export function addRemovals(connection: Connection): boolean {
  if (isInSchema(connection, 'removal')) return false;
  connection.exec(REMOVAL_TABLE);
  return true;
}

/** The graphs that were removed or came back; undefined if the store does not keep that. @throws CrateError ERR_STORE_INVALID */
export function removalNotes(connection: Connection): RemovalNote[] | undefined {
  if (!isInSchema(connection, 'removal')) return undefined;
  checkTable(connection, 'removal');
  return connection.rows<Record<'graph' | 'time' | 'is_there' | 'digest', Uint8Array>>(READ).map((row) => {
    const [graph, time, state] = [textOf(row.graph), textOf(row.time), textOf(row.is_there)] as const;
    if (digestOf(graph, time, state) !== textOf(row.digest) || !isTime(time))
      throw damaged(`note of the removal of graph <${graph}>`);
    return { graph: checkedName(graph), time, isThere: state === '1' };
  });
}

function digestOf(graph: string, time: string, state: string): string {
  return checksumOf(graph, time, state);
}

/** Whether a text is a time as `Date.toISOString` writes it. */
function isTime(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}
