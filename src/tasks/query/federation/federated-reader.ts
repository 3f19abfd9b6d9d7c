import { CrateError } from '../../../base/errors.js';
import { SparqlEngine } from '../../../store/engine/engine.js';
import { parsedSparql } from '../../../store/engine/parse-sparql.js';
import { FoundGraphs, NO_GRAPHS } from '../../../store/needed/found-graphs.js';
import { neededQuads, type QueryNeeds } from '../../../store/needed/needed-quads.js';
import { readableGraphs, type ReadableGraphs } from '../../../store/needed/quad-request.js';
import { notNamed, sparqlGraphs } from '../../../store/engine/sparql-graphs.js';
import { findByReading } from '../../../store/graph-keys.js';
import type {
  GraphKeys,
  GraphReader,
  KeyChoice,
  QueryOptions,
  RecordChoice,
  ResultMediaType,
  StoredRecord,
  WorkOptions,
} from '../../../store/port.js';
import { engineSearch } from '../../../store/search/engine-search.js';
import { searchedQuery, type SearchTriple } from '../../../store/search/search-triples.js';
import type { TextHit } from '../../../store/search/text-hit.js';
import { noFullText } from '../../../store/text/no-full-text.js';
import type { QuerySource } from './query-source.js';

/** What a query may take from its sources, which is held in memory: quads, and the characters of them. */
export interface MostTaken {
  readonly quads: number;
  readonly characters: number;
}

const MOST: MostTaken = { quads: 5_000_000, characters: 1_000_000_000 };

/** What messages say of the sources. */
export interface FederationWords {
  readonly who: string;
  /** What to do about a text that is not answered. */
  readonly hint: string;
  /** Why the engine answers. */
  readonly reason: string;
}

const SEVERAL: FederationWords = {
  who: 'several sources',
  hint: 'load the crates into one store, and query that',
  reason: 'the quads come from several sources, or an endpoint',
};

/**
 * Several sources as one. The default graph of a query is the union of all of their graphs, in which a triple is once;
 * graphs of the same name become one. The quads that a query needs are collected from the sources, and our engine
 * answers: the answer does not depend on which source has which quads.
 *
 * Comunica 4.5 is no way here: over an endpoint and any other source it answers GRAPH with silence, and its union of
 * named graphs does not reach an endpoint (test/servers/engines/comunica.test.ts). Over one endpoint it is right
 * because it sends the query there, which `--store` does too: that is the way for an endpoint with too many quads.
 */
export class FederatedReader implements GraphReader {
  readonly #sources: readonly QuerySource[];
  readonly #most: MostTaken;
  readonly #words: FederationWords;

  constructor(sources: readonly QuerySource[], most = MOST, words = SEVERAL) {
    this.#sources = sources;
    this.#most = most;
    this.#words = words;
  }

  async search(): Promise<never> {
    throw noFullText('a query over several sources');
  }

  /** Each source searches by itself: the words have to be in one graph of one source. */
  async hits(words: string, options?: WorkOptions): Promise<TextHit[]> {
    const found = await this.#each((reader) => reader.hits(words, options));
    return found.flatMap((hits, at) =>
      hits.map(({ entity, ...hit }) => ({ ...hit, entity: entity.replace(/^_:/, `_:${this.#scopeOf(at)}`) })),
    );
  }

  async *query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    const engine = new SparqlEngine();
    try {
      yield* this.#answer(engine, { sparql, mediaType }, options);
    } finally {
      await engine.end();
    }
  }

  async *#answer(
    engine: SparqlEngine,
    { sparql, mediaType }: { sparql: string; mediaType: ResultMediaType },
    { graphs, named, extra = {}, signal, onPlan }: QueryOptions,
  ): AsyncGenerator<Uint8Array> {
    const parsed = parsedSparql(sparql);
    const needs = parsed && neededQuads(parsed);
    if (needs?.hasService === true)
      throw new CrateError('ERR_UNSUPPORTED', 'SERVICE is not supported', {
        hint: 'name the endpoint as a source of the query, with --in',
      });
    if (parsed === undefined || needs === undefined || graphs?.length === 0) {
      // the engine says what is wrong, as it does for other queries
      const nothing = { graphs: [], named: [], signal };
      if (needs !== undefined) return yield* engine.read(NO_GRAPHS, sparql, mediaType, nothing);
      await engine.query(NO_GRAPHS, sparql, mediaType, nothing);
      throw new CrateError('ERR_UNSUPPORTED', `${this.#words.who} answer SPARQL 1.1 only, and this text is newer`, {
        hint: this.#words.hint,
      });
    }
    const searched = searchedQuery(parsed);
    const forEngine = searched.searches.length > 0 ? engineSearch(searched) : undefined;
    const hits = await this.#hitsOf(searched.searches, signal);
    const apart = await this.apart();
    const hidden = { unnamed: apart, named: notNamed(apart, sparql) };
    const readable = readableGraphs(needs, { graphs, named, extra }, sparqlGraphs(sparql).reachable, hidden);
    const found = await this.#collect(needs, readable, signal);
    for (const one of forEngine?.triples((words) => hits.get(words) ?? [], readable) ?? []) found.add(one);
    onPlan?.({ by: 'engine', reason: this.#words.reason, quads: found.size });
    yield* found.answer(engine, { sparql: forEngine?.sparql ?? sparql, mediaType, needs }, { readable, extra, signal });
  }

  async #hitsOf(searches: readonly SearchTriple[], signal: AbortSignal | undefined) {
    const hits = new Map<string, readonly TextHit[]>();
    for (const { value } of searches.flatMap(({ words }) => words))
      if (!hits.has(value)) hits.set(value, await this.hits(value, { signal }));
    return hits;
  }

  /** Begins the labels of the blank nodes of a source. */
  #scopeOf(at: number): string {
    return this.#sources.length === 1 ? '' : `s${at + 1}_`;
  }

  /** Collects the quads that a query needs. A source that fails ends the others. */
  async #collect(needs: QueryNeeds, readable: ReadableGraphs, signal: AbortSignal | undefined): Promise<FoundGraphs> {
    const found = new FoundGraphs();
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    const collect = async (source: QuerySource, at: number): Promise<void> => {
      const scope = this.#scopeOf(at);
      for await (const [triple, graph] of source.quads({ quads: needs.quads, readable, signal: either })) {
        found.add([scope === '' ? triple : scoped(triple, scope), graph]);
        if (found.size > this.#most.quads) throw tooMany(source.name, this.#most.quads, 'quads');
        if (found.characters > this.#most.characters)
          throw tooMany(source.name, this.#most.characters, 'characters of quads');
      }
    };
    const collected = this.#sources.map((source, at) =>
      collect(source, at).catch((error: unknown) => {
        const failure = stop.signal.aborted || signal?.aborted === true ? error : inSource(source, error);
        stop.abort(failure);
        throw failure;
      }),
    );
    const results = await Promise.allSettled(collected);
    signal?.throwIfAborted();
    if (results.some(({ status }) => status === 'rejected')) throw stop.signal.reason;
    return found;
  }

  async graphs(names?: Iterable<string>): Promise<Map<string, number>> {
    const wanted = names && [...names];
    const all = new Map<string, number>();
    for (const sizes of await this.#each((reader) => reader.graphs(wanted)))
      for (const [graph, size] of sizes) all.set(graph, (all.get(graph) ?? 0) + size);
    return all;
  }

  async marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return new Map([...(await this.graphs(names))].map(([graph, size]) => [graph, String(size)]));
  }

  /** A graph that one of the sources keeps apart is apart. */
  async apart(): Promise<ReadonlySet<string>> {
    return new Set((await this.#each((reader) => reader.apart())).flatMap((apart) => [...apart]));
  }

  async *nquads(...graphs: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const { reader } of this.#sources) yield* reader.nquads(...graphs);
  }

  async records(choice?: RecordChoice): Promise<StoredRecord[]> {
    return (await this.#each((reader) => reader.records(choice))).flat();
  }

  async *eachRecord(): AsyncGenerator<StoredRecord> {
    yield* await this.records();
  }

  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>> {
    return findByReading(this, keys, choices, most);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    for (const { reader } of this.#sources)
      if ((await reader.records({ sha256 })).some(({ kept }) => kept)) return yield* reader.file(sha256);
  }

  /** Asks all sources at once, in their order. */
  #each<T>(ask: (reader: GraphReader) => Promise<T>): Promise<T[]> {
    const asked = this.#sources.map((source) =>
      ask(source.reader).catch((error: unknown) => {
        throw inSource(source, error);
      }),
    );
    return Promise.all(asked);
  }
}

/** Subject, predicate and the beginning of the object. */
const NODES = /^(_:|)(\S+ <[^>]*> )(_:|)/;

/** The triple with other blank node labels, so that those of two sources are never the same node. */
function scoped(triple: string, scope: string): string {
  if (!triple.includes('_:')) return triple;
  return triple.replace(
    NODES,
    (_, subject: string, between: string, object: string) =>
      `${subject}${subject && scope}${between}${object}${object && scope}`,
  );
}

function inSource({ name }: QuerySource, error: unknown): unknown {
  if (!(error instanceof CrateError) || error.message.includes(name)) return error;
  const { code, message, hint, details } = error;
  return new CrateError(code, `${name}: ${message}`, { hint, details, cause: error });
}

function tooMany(name: string, most: number, what: string): CrateError {
  return new CrateError('ERR_LIMIT', `the query needs more than ${most} ${what} of its sources (${name})`, {
    hint: 'name types, properties or graphs in the query, or query one store or endpoint with --store',
    details: { limit: most },
  });
}
