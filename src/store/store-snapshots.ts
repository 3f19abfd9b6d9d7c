import type { TextHit } from './search/text-hit.js';
import type { FoundTexts, SearchOptions } from './text/found-texts.js';
import { countMatches, matchStream } from './match-stream.js';
import type {
  GraphKeys,
  GraphReader,
  GraphSnapshot,
  IndexWork,
  KeyChoice,
  QuadStream,
  QueryOptions,
  RecordChoice,
  ResultMediaType,
  StoredRecord,
  TermPattern,
  WorkOptions,
} from './port.js';

/** The reading half of a store with snapshots: each read uses a snapshot of its own. */
export abstract class StoreWithSnapshots implements GraphReader {
  abstract snapshot(): GraphSnapshot;

  graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    return this.#answer((snapshot) => snapshot.graphs(names));
  }

  marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return this.#answer((snapshot) => snapshot.marks(names));
  }

  apart(): Promise<ReadonlySet<string>> {
    return this.#answer((snapshot) => snapshot.apart());
  }

  nquads(...graphs: readonly string[]): AsyncIterable<Uint8Array> {
    return this.#stream((snapshot) => snapshot.nquads(...graphs));
  }

  records(choice?: RecordChoice): Promise<StoredRecord[]> {
    return this.#answer((snapshot) => snapshot.records(choice));
  }

  eachRecord(): AsyncIterable<StoredRecord> {
    return this.#stream((snapshot) => snapshot.eachRecord());
  }

  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>> {
    return this.#answer((snapshot) => snapshot.find(keys, choices, most));
  }

  file(sha256: string): AsyncIterable<Uint8Array> {
    return this.#stream((snapshot) => snapshot.file(sha256));
  }

  query(sparql: string, mediaType: ResultMediaType, options?: QueryOptions): AsyncIterable<Uint8Array> {
    return this.#stream((snapshot) => snapshot.query(sparql, mediaType, options));
  }

  search(words: string, options?: SearchOptions): Promise<FoundTexts> {
    return this.#answer((snapshot) => snapshot.search(words, options));
  }

  hits(words: string, options?: WorkOptions): Promise<readonly TextHit[]> {
    return this.#answer((snapshot) => snapshot.hits(words, options));
  }

  match(subject?: TermPattern, predicate?: TermPattern, object?: TermPattern, graph?: TermPattern): QuadStream {
    return matchStream(() => this.snapshot(), [subject, predicate, object, graph]);
  }

  countQuads(
    subject?: TermPattern,
    predicate?: TermPattern,
    object?: TermPattern,
    graph?: TermPattern,
  ): Promise<number> {
    // Comunica cannot handle a rejection here. Its stream of the same quads reports the error.
    return countMatches(() => this.snapshot(), [subject, predicate, object, graph]).catch(() => Infinity);
  }

  /** A store without an index has nothing to do. */
  async index(_options?: IndexWork): Promise<void> {}

  async isIndexed(_options?: Pick<IndexWork, 'text'>): Promise<boolean> {
    return true;
  }
  /** Nor has one without a lookup of keys. */
  async indexKeys(_keys: GraphKeys, _options?: WorkOptions): Promise<void> {}

  /** A store that cannot keep what was removed does nothing. */
  async keepRemovals(): Promise<boolean> {
    return false;
  }

  async #answer<T>(ask: (snapshot: GraphSnapshot) => Promise<T>): Promise<T> {
    return withSnapshot(this, ask);
  }

  async *#stream<T>(read: (snapshot: GraphSnapshot) => AsyncIterable<T>): AsyncGenerator<T> {
    const snapshot = this.snapshot();
    try {
      yield* read(snapshot);
    } finally {
      snapshot.close();
    }
  }
}

/** Runs reads that belong together on one snapshot, and closes it. */
export async function withSnapshot<T>(
  store: { snapshot(): GraphSnapshot },
  work: (snapshot: GraphSnapshot) => Promise<T>,
): Promise<T> {
  const snapshot = store.snapshot();
  try {
    return await work(snapshot);
  } finally {
    snapshot.close();
  }
}
