import type { BlankNode, DefaultGraph, NamedNode, Quad, Term } from '@rdfjs/types';
import { CrateError } from '../errors.js';
import type {
  GraphChange,
  GraphDifference,
  GraphStore,
  GraphWrite,
  QueryOptions,
  QueryResult,
  ResultMediaType,
} from './graph-store.js';
import { answer, answerText } from './oxigraph/answer.js';
import type { OxigraphEngine } from './oxigraph/engine.js';

/**
 * What the stores on the embedded engine share: reading, and the order of reads and writes.
 * Writes go one after the other; a read waits while a commit is half done, so it sees all of it or nothing.
 */
export abstract class EngineStore implements GraphStore {
  protected engine: OxigraphEngine;
  #writes: Promise<unknown> = Promise.resolve();
  #commit: Promise<unknown> | undefined;
  #closed = false;

  constructor(engine: OxigraphEngine) {
    this.engine = engine;
  }

  abstract import(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]>;
  abstract deleteGraphs(graphs: Iterable<NamedNode>): Promise<GraphChange[]>;
  abstract update(sparql: string): Promise<GraphDifference[]>;

  async *match(
    subject?: Term | null,
    predicate?: Term | null,
    object?: Term | null,
    graph?: Term | null,
  ): AsyncGenerator<Quad> {
    const engine = await this.#ready();
    yield* engine.match(subject, predicate, object, graph);
  }

  async *triples(graph: NamedNode): AsyncGenerator<string> {
    const engine = await this.#ready();
    yield* engine.triples(graph);
  }

  async size(graph: NamedNode | BlankNode | DefaultGraph): Promise<number> {
    return (await this.#ready()).count(graph);
  }

  async query(sparql: string, options: QueryOptions = {}): Promise<QueryResult> {
    return answer(await this.#ready(), sparql, options);
  }

  async queryText(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): Promise<string> {
    return answerText(await this.#ready(), sparql, mediaType, options);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writes;
    this.engine.free();
  }

  /** Gives the store up when its engine no longer shows what is stored and cannot be made to. */
  protected abandon(): void {
    this.#closed = true;
    this.engine.free();
  }

  /** Runs a write when the ones before it are done. */
  protected exclusive<T>(write: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closed());
    const done = this.#writes.then(write);
    this.#writes = done.catch(() => undefined);
    return done;
  }

  /** Keeps readers out while the engine is half changed. */
  protected async commit<T>(change: () => Promise<T>): Promise<T> {
    const done = change();
    this.#commit = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#commit = undefined;
    }
  }

  async #ready(): Promise<OxigraphEngine> {
    while (this.#commit) await this.#commit;
    if (this.#closed) throw closed();
    return this.engine;
  }
}

/**
 * The graphs with their sizes, each once.
 * @throws CrateError ERR_GRAPH_NOT_FOUND when one of them does not exist
 */
export function deletions(engine: OxigraphEngine, graphs: Iterable<NamedNode>): GraphChange[] {
  const changes = new Map<string, GraphChange>();
  for (const graph of graphs) {
    const before = engine.count(graph);
    if (before === 0) throw new CrateError('ERR_GRAPH_NOT_FOUND', `the store holds no graph ${graph.value}`);
    changes.set(graph.value, { graph, before, after: 0 });
  }
  return [...changes.values()];
}

function closed(): CrateError {
  return new CrateError('ERR_USAGE', 'the store is closed');
}
