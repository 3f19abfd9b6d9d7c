import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { StoreWithSnapshots } from '../store-snapshots.js';
import { SparqlEngine } from '../engine/engine.js';
import { Queue } from '../queue.js';
import { Turns } from '../../base/threads/turns.js';
import { rejectDuplicates, restoreSpelling } from '../pieces.js';
import type { Capabilities } from '../capabilities.js';
import type {
  GraphChange,
  GraphDifference,
  GraphKeys,
  GraphWrite,
  PutWork,
  GraphSnapshot,
  GraphStore,
  IndexWork,
  UpdateWork,
  WorkOptions,
} from '../port.js';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';
import { graphPieces } from './read-tables.js';
import { engineSnapshot, SqliteSnapshot } from './sqlite-snapshot.js';
import { GraphWriter } from './graph-writer.js';
import { indexChange, isIndexed, prepareIndexTables, writeIndexChange } from './update-index.js';
import { areKeysMissing, updateKeys } from './update-keys.js';
import { addRemovals } from './removal-table.js';
import { isTextIndexed, textChange, writeTextChange } from './update-full-text.js';
import { DROP_INDEX, hasTextBlocks } from './index-table.js';
import { DROP_KEYS } from './key-table.js';

/** A graph store in one SQLite file; SQLite handles commits, snapshots, locks and crash safety. */
export class SqliteStore extends StoreWithSnapshots implements GraphStore {
  readonly capabilities: Capabilities = {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    keepsValues: true,
    durable: true,
    snapshots: true,
    noticesChanges: true,
    fullText: true,
    keepsRemovals: true,
    keepsApart: true,
  };
  readonly #path: string;
  /** Unused connections. Each reader has one of its own, for its snapshot. */
  readonly #idle: Connection[] = [];
  /** Makes all commits, so that it notices those of others only. */
  #writer: Connection | undefined;
  readonly #writes = new Queue();
  readonly #engine: SparqlEngine;
  #closed = false;

  /**
   * @param create create the tables if the file is new
   * @throws CrateError ERR_STORE_INVALID, ERR_OUTPUT
   */
  constructor(path: string, create: boolean, engine = new SparqlEngine()) {
    super();
    this.#engine = engine;
    this.#path = resolve(path);
    this.#idle.push(this.#connect(create));
  }

  snapshot(): GraphSnapshot {
    const connection = this.#borrow();
    try {
      return new SqliteSnapshot(connection, this.#engine, () => this.#giveBack(connection));
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  async put(
    writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
    { onCommitted }: PutWork = {},
  ): Promise<GraphChange[]> {
    const written = await this.#write(async (_, writer) => {
      const changes: GraphChange[] = [];
      for await (const write of rejectDuplicates(writes)) changes.push(await writer.write(write));
      return changes;
    });
    onCommitted?.(written);
    return written;
  }

  drop(graphs: Iterable<string>, { signal }: WorkOptions = {}): Promise<GraphChange[]> {
    return this.#write(async (_, writer) => [...new Set(graphs)].map((graph) => writer.drop(graph)), signal);
  }

  update(sparql: string, options: UpdateWork = {}): Promise<GraphDifference[]> {
    return this.#write(async (connection, writer) => {
      const changed = await this.#engine.update(engineSnapshot(connection), sparql, options);
      const differences: GraphDifference[] = [];
      const turns = new Turns();
      for (const [index, { graph, pieces }] of changed.entries()) {
        options.onProgress?.(index, changed.length, graph, 'written');
        await turns.give();
        options.signal?.throwIfAborted();
        const { kept, gained, added, removed } = restoreSpelling(graphPieces(connection, graph), pieces);
        if (added + removed === 0) continue;
        await writer.rewrite(graph, [...kept, ...gained]);
        differences.push({ graph, added, removed });
      }
      return differences;
    }, options.signal);
  }

  override async index(options: IndexWork = {}): Promise<void> {
    const { text = false, rebuild = false, signal } = options;
    // First, because a store that cannot be written needs no change.
    const prepare = () => this.#write(async (connection) => prepareIndexTables(connection), signal);
    const hadText = rebuild && (await this.#write(async (connection) => dropDerived(connection), signal));
    if (!this.#look(isIndexed)) {
      await prepare();
      for (let isDone = false; !isDone;) {
        const change = await this.#read((connection) => indexChange(connection, options));
        isDone = change === undefined || (await this.#write(async (one) => writeIndexChange(one, change), signal));
      }
    }
    if (!(text || hadText) || this.#look(isTextIndexed)) return;
    await prepare();
    for (;;) {
      const change = await this.#read((connection) => textChange(connection, options));
      if (change === undefined) return;
      await this.#write(async (connection) => writeTextChange(connection, change), signal);
    }
  }

  /** Reads what to write next, while others write. */
  async #read<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.#borrow();
    try {
      connection.exec('BEGIN');
      return await work(connection).finally(() => connection.exec('ROLLBACK'));
    } finally {
      this.#giveBack(connection);
    }
  }

  override async isIndexed({ text = false }: Pick<IndexWork, 'text'> = {}): Promise<boolean> {
    return this.#look((connection) => isIndexed(connection) && (!text || isTextIndexed(connection)));
  }

  override async indexKeys(keys: GraphKeys, options: WorkOptions = {}): Promise<void> {
    if (this.#look((connection) => areKeysMissing(connection, keys)))
      await this.#write(async (connection) => updateKeys(connection, keys), options.signal);
  }

  override async keepRemovals(): Promise<boolean> {
    return this.#write(async (connection) => addRemovals(connection));
  }

  #look<T>(work: (connection: Connection) => T): T {
    const connection = this.#borrow();
    try {
      return work(connection);
    } finally {
      this.#giveBack(connection);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes.run(async () => undefined);
    await this.#engine.end();
    // libsql releases a file only when its statements are garbage-collected; the log must go into the file before that.
    (this.#writer ?? this.#idle[0])?.emptyLog();
    this.#writer?.close();
    this.#writer = undefined; // a snapshot that is still in use has its own connection
    for (const connection of this.#idle) connection.close(); // one in use is closed when it is given back
  }

  #write<T>(work: (connection: Connection, writer: GraphWriter) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#writes.run(async () => {
      const connection = this.#writerNow();
      return connection.transaction(async () => {
        const writer = new GraphWriter(connection);
        const result = await work(connection, writer);
        writer.finish();
        return result;
      }, signal);
    }, signal);
  }

  #writerNow(): Connection {
    if (this.#writer !== undefined) this.#giveBack(this.#writer);
    this.#writer = undefined;
    return (this.#writer = this.#borrow());
  }

  #borrow(): Connection {
    if (this.#closed) throw new CrateError('ERR_USAGE', 'the store is closed');
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (!idle.isOutdated && !idle.isReplaced) return idle;
      idle.close();
    }
    if (!existsSync(this.#path))
      throw new CrateError('ERR_STORE_NOT_FOUND', `there is no longer a store at ${this.#path}`);
    return this.#connect(false);
  }

  #connect(create: boolean): Connection {
    const connection = new Connection(this.#path, () => this.#writer);
    try {
      prepareTables(connection, this.#path, create);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #giveBack(connection: Connection): void {
    if (this.#closed) connection.close();
    else this.#idle.push(connection);
  }
}

/**
 * Drops all that a store derives from its graphs, without reading it: the index with the full
 * text, and the lookup of keys.
 * @param connection with an open write transaction
 * @returns whether there was a full text
 */
function dropDerived(connection: Connection): boolean {
  const hadText = hasTextBlocks(connection);
  connection.exec(`${DROP_INDEX}; ${DROP_KEYS}`);
  return hadText;
}
