import { CrateError } from '../../errors.js';
import type { SparqlEngine, EngineSnapshot } from '../engine/engine.js';
import type { GraphSnapshot, QueryOptions, RecordChoice, ResultMediaType, StoredRecord } from '../port.js';
import type { Connection } from './connection.js';
import { graphMarks, graphPieces, graphSizes, storedFile, storedRecords } from './read-tables.js';

/** A store as it was when a connection began to read. */
export class SqliteSnapshot implements GraphSnapshot {
  readonly #engine: SparqlEngine;
  readonly #done: () => void;
  /** Undefined when it is closed. */
  #open: Connection | undefined;

  /** @param done called when nobody reads any more */
  constructor(connection: Connection, engine: SparqlEngine, done: () => void) {
    this.#open = connection;
    this.#engine = engine;
    this.#done = done;
    connection.exec('BEGIN');
    connection.row('SELECT 1 FROM graph LIMIT 1'); // a transaction sees the moment of its first look
  }

  get #connection(): Connection {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the snapshot is closed');
    return this.#open;
  }

  async graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    return graphSizes(this.#connection, names);
  }

  async *nquads(...names: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const name of names.length === 0 ? graphSizes(this.#connection).keys() : names)
      yield* this.#ofThisMoment((connection) => graphPieces(connection, name));
  }

  async records(choice?: RecordChoice): Promise<StoredRecord[]> {
    return storedRecords(this.#connection, choice);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    yield* this.#ofThisMoment((connection) => storedFile(connection, sha256));
  }

  async *query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    const moment: EngineSnapshot = {
      graphs: async (names) => graphMarks(this.#connection, names),
      nquads: (graph) => this.#ofThisMoment((connection) => graphPieces(connection, graph)),
    };
    yield await this.#engine.query(moment, sparql, mediaType, options);
  }

  /** What is read step by step; once the snapshot is closed, its connection is at another moment. */
  *#ofThisMoment<T>(read: (connection: Connection) => Iterable<T>): Generator<T> {
    const connection = this.#connection;
    for (const part of read(connection)) {
      yield part;
      if (this.#connection !== connection) return;
    }
  }

  close(): void {
    const connection = this.#open;
    this.#open = undefined;
    try {
      connection?.exec('ROLLBACK');
    } finally {
      if (connection !== undefined) this.#done();
    }
  }
}

/** What a connection with an open transaction shows the engine. */
export function engineSnapshot(connection: Connection): EngineSnapshot {
  return {
    graphs: async (names) => graphMarks(connection, names),
    nquads: (graph) => graphPieces(connection, graph),
  };
}
