import { CrateError } from '../../errors.js';
import { SparqlEngine, type EngineSnapshot } from '../../store/engine/engine.js';
import { parsedSparql } from '../../store/engine/parse-sparql.js';
import type { GraphReader, QueryOptions, RecordChoice, ResultMediaType, StoredRecord } from '../../store/port.js';
import { neededQuads, type QueryNeeds } from './needed-quads.js';
import type { QuerySource, ReadableGraphs } from './query-source.js';

/** The graph that plays the default graph of a query; it is none of its named graphs. */
const UNION = 'urn:crategraph:union';
/** Quads that a query may take from its sources; they are held in memory. */
const MOST_QUADS = 5_000_000;
/** Characters of the lines that the engine gets at once. */
const CHUNK = 1 << 18;

/** The quads that a query needs, by graph, each once; '' has those of default graphs. */
type FoundGraphs = Map<string, Set<string>>;

/**
 * Several sources as one. The default graph of a query is the union of all of their graphs, in which a triple is once;
 * graphs of the same name become one. The quads that a query needs are collected from the sources, and our engine
 * answers: the answer does not depend on which source has which quads.
 *
 * Comunica 4.5 is no way here: over an endpoint and any other source it answers GRAPH with silence, and its union of named
 * graphs does not reach an endpoint (test/servers/engines/comunica.test.ts). Over one endpoint it is right because it
 * sends the query there, which `--store` does too: that is the way for an endpoint with too many quads.
 */
export class FederatedReader implements GraphReader {
  readonly #sources: readonly QuerySource[];

  constructor(sources: readonly QuerySource[]) {
    this.#sources = sources;
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
    { graphs, named, extra = {}, signal }: QueryOptions,
  ): AsyncGenerator<Uint8Array> {
    const parsed = parsedSparql(sparql);
    const needs = parsed && neededQuads(parsed);
    if (needs?.hasService === true)
      throw new CrateError('ERR_UNSUPPORTED', 'SERVICE is not supported', {
        hint: 'name the endpoint as a source of the query, with --in',
      });
    if (needs === undefined || graphs?.length === 0) {
      // the engine says what is wrong, as it does for other queries
      const nothing = { graphs: [], named: [], signal };
      if (needs !== undefined) return yield* engine.read(datasetOf(new Map()), sparql, mediaType, nothing);
      await engine.query(datasetOf(new Map()), sparql, mediaType, nothing);
      throw new CrateError('ERR_UNSUPPORTED', 'several sources answer SPARQL 1.1 only, and this text is newer', {
        hint: 'load the crates into one store, and query that',
      });
    }
    const readable = readableGraphs(needs, { graphs, named });
    const found = await this.#collect(needs, readable, signal);
    const union = new Set<string>();
    const readsDefault = needs.quads.some(({ graph }) => graph === 'default');
    for (const [graph, triples] of readsDefault ? found : [])
      if (graph === '' || (readable.unnamed?.has(graph) ?? true)) for (const triple of triples) union.add(triple);
    found.delete('');
    const names = [...found.keys()].filter((graph) => readable.named?.has(graph) ?? true);
    const dataset = datasetOf(found.set(UNION, union));
    const all = { graphs: [UNION], named: [...names, ...Object.keys(extra)], extra, signal };
    yield* engine.read(dataset, sparql, mediaType, all);
  }

  /** Collects the quads that a query needs. A source that fails ends the others. */
  async #collect(needs: QueryNeeds, readable: ReadableGraphs, signal: AbortSignal | undefined): Promise<FoundGraphs> {
    const found: FoundGraphs = new Map();
    const stop = new AbortController();
    const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
    let count = 0;
    const collect = async (source: QuerySource, at: number): Promise<void> => {
      const scope = this.#sources.length === 1 ? '' : `s${at + 1}_`;
      for await (const [triple, graph] of source.quads({ quads: needs.quads, readable, signal: either })) {
        const triples = found.get(graph) ?? new Set();
        found.set(graph, triples.add(scope === '' ? triple : scoped(triple, scope)));
        if ((count += 1) > MOST_QUADS) throw tooMany(source.name);
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

  async *nquads(...graphs: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const { reader } of this.#sources) yield* reader.nquads(...graphs);
  }

  async records(choice?: RecordChoice): Promise<StoredRecord[]> {
    return (await this.#each((reader) => reader.records(choice))).flat();
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

function readableGraphs({ from }: QueryNeeds, { graphs, named }: QueryOptions): ReadableGraphs {
  const among = (names: readonly string[], all: readonly string[] | undefined) =>
    new Set(all === undefined ? names : names.filter((name) => all.includes(name)));
  if (named !== undefined) return { unnamed: new Set(graphs), named: new Set(named) };
  if (from !== undefined) return { unnamed: among(from.unnamed, graphs), named: among(from.named, graphs) };
  const all = graphs && new Set(graphs);
  return { unnamed: all, named: all };
}

function datasetOf(graphs: FoundGraphs): EngineSnapshot {
  return {
    graphs: async (names = graphs.keys()) =>
      new Map([...names].flatMap((name) => (graphs.has(name) ? [[name, '1'] as const] : []))),
    nquads: (graph) => linesOf(graph, graphs.get(graph) ?? []),
  };
}

function* linesOf(graph: string, triples: Iterable<string>): Generator<Uint8Array> {
  let text = '';
  for (const triple of triples) {
    text += `${triple} <${graph}> .\n`;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
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

function tooMany(name: string): CrateError {
  return new CrateError('ERR_LIMIT', `the query needs more than ${MOST_QUADS} quads of its sources (${name})`, {
    hint: 'name types, properties or graphs in the query, or query one store or endpoint with --store',
    details: { limit: MOST_QUADS },
  });
}
