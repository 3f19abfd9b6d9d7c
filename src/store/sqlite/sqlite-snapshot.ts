import type { FoundTexts, SearchOptions } from '../text/found-texts.js';
import { CrateError } from '../../base/errors.js';
import { answerGraphs } from '../answer/answer-graphs.js';
import type { SparqlEngine, EngineSnapshot } from '../engine/engine.js';
import { findByReading } from '../graph-keys.js';
import type { QuadIndex } from '../index/quad-index.js';
import type { IndexedPart, QuadSource } from '../index/quad-source.js';
import { triedGraphs } from '../pieces.js';
import type {
  GraphKeys,
  GraphSnapshot,
  KeyChoice,
  QueryOptions,
  RecordChoice,
  RemovalNote,
  ResultMediaType,
  StoredRecord,
  TriedGraph,
  UpdateWork,
  WorkOptions,
} from '../port.js';
import { apartGraphs } from './apart-table.js';
import type { Connection } from './connection.js';
import { findByKeys } from './find-by-keys.js';
import { graphMarks, namedMarks } from './graph-marks.js';
import { graphRows, graphSizes } from './graph-rows.js';
import { graphPieces, rowPieces, storedFile } from './read-tables.js';
import { removalNotes } from './removal-table.js';
import { eachStoredRecord, storedRecords } from './records.js';
import { NotIndexed } from '../not-indexed.js';
import type { TextHit } from '../search/text-hit.js';
import { TextSearch } from '../search/text-search.js';
import { searchIndex } from '../text/search-index.js';
import { hasIndex, readIndex, readIndexed } from './read-index.js';
import { hasText, readText } from './update-full-text.js';

/** A store as it was when a connection began to read. */
export class SqliteSnapshot implements GraphSnapshot, QuadSource {
  readonly #engine: SparqlEngine;
  readonly #done: () => void;
  /** Undefined once the snapshot is closed. */
  #open: Connection | undefined;

  /** @param done called when the snapshot is closed */
  constructor(connection: Connection, engine: SparqlEngine, done: () => void) {
    this.#open = connection;
    this.#engine = engine;
    this.#done = done;
    connection.exec('BEGIN');
    connection.row('SELECT 1 FROM graph LIMIT 1'); // a transaction shows the moment of its first read
  }

  get #connection(): Connection {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the snapshot is closed');
    return this.#open;
  }

  async graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    return graphSizes(this.#connection, names);
  }

  async marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return marksOf(this.#connection, names);
  }

  async apart(): Promise<ReadonlySet<string>> {
    return apartGraphs(this.#connection);
  }

  async *nquads(...names: readonly string[]): AsyncGenerator<Uint8Array> {
    if (names.length === 0)
      for (const row of [...graphRows(this.#connection)])
        yield* this.#whileOpen((connection) => rowPieces(connection, row));
    for (const name of names) yield* this.#whileOpen((connection) => graphPieces(connection, name));
  }

  async records(choice?: RecordChoice): Promise<StoredRecord[]> {
    return storedRecords(this.#connection, choice);
  }

  async *eachRecord(): AsyncGenerator<StoredRecord> {
    yield* this.#whileOpen(eachStoredRecord);
  }

  async find(
    keys: GraphKeys,
    choices: readonly KeyChoice[],
    most?: number,
  ): Promise<Map<string, readonly StoredRecord[]>> {
    const found = findByKeys(this.#connection, keys, choices, most);
    return found ?? findByReading(this, keys, choices, most);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    yield* this.#whileOpen((connection) => storedFile(connection, sha256));
  }

  async search(words: string, options: SearchOptions = {}): Promise<FoundTexts> {
    const index = readIndex(this.#connection, options.graphs);
    return searchIndex(index, readText(this.#connection, index), words, options);
  }

  async hits(words: string, { signal }: WorkOptions = {}): Promise<TextHit[]> {
    const index = readIndex(this.#connection);
    const check = (): void => signal?.throwIfAborted();
    return [...new TextSearch(index, () => readText(this.#connection, index), check).hits(words)];
  }

  quads(part: IndexedPart): QuadIndex {
    return part === 'all' ? readIndex(this.#connection) : readIndexed(this.#connection);
  }

  query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    const graphs = {
      index: (wanted: ReadonlySet<string> | undefined) => {
        if (options.onlyIndexed === true && !hasIndex(this.#connection)) throw new NotIndexed();
        return readIndex(this.#connection, wanted);
      },
      text: (index: QuadIndex) => {
        if (options.onlyIndexed === true && !hasText(this.#connection, index)) throw new NotIndexed();
        return readText(this.#connection, index);
      },
      nquads: (graph: string) => graphPieces(this.#connection, graph),
      quads: (graph: string) => graphSizes(this.#connection, [graph]).get(graph) ?? 0,
      apart: apartGraphs(this.#connection),
    };
    return answerGraphs(graphs, this.#engine, { sparql, mediaType }, options);
  }

  async tryUpdate(sparql: string, options: UpdateWork = {}): Promise<TriedGraph[]> {
    const changed = await this.#engine.update(this.#engineSnapshot(), sparql, options);
    return triedGraphs(changed, (graph) => graphPieces(this.#connection, graph), options);
  }

  async removals(): Promise<RemovalNote[] | undefined> {
    return removalNotes(this.#connection);
  }

  #engineSnapshot(): EngineSnapshot {
    return {
      graphs: async (names) => marksOf(this.#connection, names),
      nquads: (graph) => this.#whileOpen((connection) => graphPieces(connection, graph)),
      apart: apartGraphs(this.#connection),
    };
  }

  /** Reads lazily. Throws once the snapshot is closed, because its connection may then show another moment. */
  *#whileOpen<T>(read: (connection: Connection) => Iterable<T>): Generator<T> {
    const connection = this.#connection;
    for (const item of read(connection)) {
      yield item;
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

/** The graphs of a connection with an open transaction, as the engine reads them. */
export function engineSnapshot(connection: Connection): EngineSnapshot {
  return {
    graphs: async (names) => marksOf(connection, names),
    nquads: (graph) => graphPieces(connection, graph),
    apart: apartGraphs(connection),
  };
}

function marksOf(connection: Connection, names: Iterable<string> | undefined): ReadonlyMap<string, string> {
  return names === undefined ? graphMarks(connection) : namedMarks(connection, names);
}
