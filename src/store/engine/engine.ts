import { CrateError } from '../../base/errors.js';
import { PartReader } from '../../base/threads/part-reader.js';
import { Queue } from '../queue.js';
import type { QueryOptions, ResultMediaType, UpdateWork, WorkOptions } from '../port.js';
import type { ChangedGraph, EngineRequest } from './messages.js';
import { hasDataset } from '../sparql-tokens.js';
import { isRefusal } from './engine-error.js';
import { engineText } from './engine-text.js';
import { startThread, type EngineReply, type EngineRunner } from './engine-runner.js';
import { HeldGraphs, type Marks } from './held-graphs.js';
import { notNamed, sparqlGraphs } from './sparql-graphs.js';
import { changedApart } from '../graph-errors.js';
import { refuseSearch } from '../search/refuse-search.js';
import { beyondRdf11, beyondRdf11Error, SUSPICIOUS } from '../../base/rdf/beyond-rdf11.js';
import { eachLine } from '../pieces.js';

/** The graphs of a store at one moment, as the engine reads them. */
export interface EngineSnapshot {
  /**
   * The mark of each graph, or of the named ones that exist; a mark changes with each change of its graph. Best the
   * same map again as long as no graph changes: then a query need not compare it.
   */
  graphs(names?: Iterable<string>): Promise<Marks>;
  /** The N-Quads of a graph. */
  nquads(graph: string): Iterable<Uint8Array>;
  /** The graphs that are apart: an update that does not name one neither sees nor changes it. Default: none. */
  readonly apart?: ReadonlySet<string> | undefined;
}

/**
 * Oxigraph, in its own thread unless the caller has one. It loads the graphs that a SPARQL text uses, keeps them for
 * the next text, and is terminated when a caller aborts. It runs one job at a time. A result stays in the engine and
 * leaves it in parts, as its reader asks for them; the next job takes what is left of it out first.
 */
export class SparqlEngine {
  readonly #jobs = new Queue();
  readonly #start: () => EngineRunner;
  /** Whether it runs in the thread of its caller, which is a thread that can be ended from outside. */
  readonly isHere: boolean;
  #runner: EngineRunner | undefined;
  #held = new HeldGraphs();
  /** The last result, of which parts may still be in the engine. */
  #result: PartReader | undefined;

  /** @param start starts the engine proper, again after each end */
  constructor(start: () => EngineRunner = startThread) {
    this.#start = start;
    this.isHere = start !== startThread;
  }

  /**
   * Answers a query over a snapshot. The first chunk needs the snapshot, those after it do not; a chunk leaves the
   * engine when it is asked for.
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT, before the first chunk
   */
  async *read(...query: Parameters<SparqlEngine['query']>): AsyncGenerator<Uint8Array> {
    const { signal } = query[3];
    const result = await this.#answer(...query);
    try {
      for (let part = await result.next(); !part.done; part = await result.next()) {
        yield part.value;
        signal?.throwIfAborted();
      }
    } finally {
      await result.cancel();
    }
  }

  /** Answers a query as {@link read} does, in one piece. */
  async query(
    snapshot: EngineSnapshot,
    sparql: string,
    mediaType: ResultMediaType,
    options: QueryOptions,
  ): Promise<Uint8Array> {
    return Buffer.concat(await (await this.#answer(snapshot, sparql, mediaType, options)).rest());
  }

  #answer(...[snapshot, sparql, mediaType, options]: Parameters<SparqlEngine['query']>): Promise<PartReader> {
    return this.#jobs.run(
      () =>
        this.#runJob(options, async () => {
          const { reachable } = sparqlGraphs(sparql);
          const { graphs = reachable, named, extra = {}, most } = options;
          const names = named === undefined ? graphs : [...(graphs ?? []), ...named];
          const wanted = await snapshot.graphs(names);
          await this.#drop(this.#held.outdated(wanted, names && [...names, ...Object.keys(extra)]));
          // FROM selects from the graphs in the engine, so those that the query must not see have to go
          if (options.graphs !== undefined && named === undefined && hasDataset(sparql))
            await this.#drop(this.#held.names().filter((graph) => !wanted.has(graph)));
          await this.#load(snapshot, wanted);
          await this.#feed(Object.entries(extra), new Map());
          const dataset = this.#held.datasetFor(sparql, wanted, options);
          const asked = { do: 'query', sparql: engineText(sparql), mediaType, dataset, most } as const;
          const { result } = await this.#ask(asked);
          return (this.#result = new PartReader(result as ReadableStream<Uint8Array>));
        }),
      options.signal,
    );
  }

  /**
   * Runs an update over a snapshot. Store the returned graphs, or call `end`; otherwise engine and store differ.
   * @returns the graphs that it changed, with their new content
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_USAGE for triples in the default graph, ERR_RDF_SYNTAX for what RDF
   * 1.1 cannot say, ERR_LIMIT
   */
  update(snapshot: EngineSnapshot, sparql: string, options: UpdateWork): Promise<readonly ChangedGraph[]> {
    return this.#jobs.run(
      () =>
        this.#runJob(options, async () => {
          refuseSearch(sparql);
          const { reachable: graphs } = options.graphs ?? sparqlGraphs(sparql);
          const all = await snapshot.graphs(graphs);
          const wanted = graphs === undefined ? withoutGraphs(all, notNamed(snapshot.apart ?? new Set(), sparql)) : all;
          await this.#drop(this.#held.outdated(wanted, graphs));
          await this.#load(snapshot, wanted, options.onProgress);
          const request = { do: 'update', sparql, graphs: graphs && [...graphs] } as const;
          const { changed = [] } = await this.#ask(request);
          const stored = await snapshot.graphs(changed.map(({ graph }) => graph));
          for (const graph of stored.keys()) {
            if (snapshot.apart?.has(graph) === true && !this.#held.has(graph)) throw changedApart(graph);
            if (!this.#held.has(graph))
              // its stored quads were not loaded and would be lost
              throw new CrateError('ERR_INTERNAL', `the update changed <${graph}>, which was not loaded`);
          }
          requireRdf11(changed, (graph) => (stored.has(graph) ? snapshot.nquads(graph) : []));
          for (const { graph } of changed) this.#held.add(graph, ''); // no store has this mark: load it again
          return changed;
        }),
      options.signal,
    );
  }

  /**
   * Terminates the thread, even during a job; the next job starts another one. A result that is
   * there can still be read.
   */
  async end(): Promise<void> {
    await this.#takeOut();
    const runner = this.#runner;
    this.#runner = undefined;
    this.#held = new HeldGraphs();
    await runner?.end();
  }

  /** Loads the wanted graphs into the engine. */
  async #load(snapshot: EngineSnapshot, wanted: Marks, onProgress?: UpdateWork['onProgress']): Promise<void> {
    if (this.#held.isSame(wanted)) return;
    this.#runner ??= this.#start(); // it starts while the first graphs are read
    const missing = [...wanted.keys()].filter((graph) => !this.#held.has(graph));
    const graphs = missing.map((graph): GraphPieces => [graph, snapshot.nquads(graph)]);
    await this.#feed(graphs, wanted, onProgress);
  }

  /**
   * Drops graphs. Oxigraph never frees what it has dropped, and gets slower with it, so a thread that has dropped more
   * than it holds is terminated: loading the graphs again costs no more than loading the dropped ones did.
   */
  async #drop(graphs: readonly string[]): Promise<void> {
    if (graphs.length === 0) return;
    this.#held.remove(graphs);
    if (this.#held.isMostlyDropped) await this.end();
    else await this.#ask({ do: 'drop', graphs });
  }

  /** Counts the bytes of a graph while it is loaded. */
  *#counted([graph, pieces]: GraphPieces): Generator<Uint8Array> {
    for (const piece of pieces) {
      this.#held.count(graph, piece.length);
      yield piece;
    }
  }

  async #feed(graphs: readonly GraphPieces[], wanted: Marks, onProgress?: UpdateWork['onProgress']): Promise<void> {
    let fed: Promise<unknown> = Promise.resolve();
    const counted = graphs.map((graph): GraphPieces => [graph[0], this.#counted(graph)]);
    // The next pieces are unpacked while the thread loads the previous ones.
    let done = 0;
    for (const { pieces, complete } of batchesOf(counted)) {
      await fed;
      fed = this.#ask({ do: 'feed', pieces });
      fed.catch(ignored); // awaited below, unless reading the next pieces fails
      for (const graph of complete) this.#held.add(graph, wanted.get(graph) ?? '');
      done += complete.length;
      onProgress?.(done, graphs.length, complete.at(-1) ?? '', 'read');
    }
    await fed;
  }

  /**
   * Runs a job. One that is aborted, or fails for another reason than its text, may leave the engine half changed, so
   * the thread is terminated.
   */
  async #runJob<T>({ signal }: WorkOptions, job: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    let stop: (() => void) | undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop);
    });
    await this.#takeOut();
    const work = job();
    try {
      return await Promise.race([work, stopped]);
    } catch (error) {
      if (isRefusal(error)) throw error;
      await this.end();
      await work.catch(() => this.end()); // it may have gone on and started a thread
      throw error;
    } finally {
      if (stop !== undefined) signal?.removeEventListener('abort', stop);
    }
  }

  /** Takes what is left of the last result out of the engine. */
  async #takeOut(): Promise<void> {
    const result = this.#result;
    await result?.hold();
    if (this.#result === result) this.#result = undefined;
  }

  #ask(request: EngineRequest): Promise<EngineReply> {
    return (this.#runner ??= this.#start()).ask(request);
  }
}

/** The marks of the other graphs; the same map if there are none of these. */
function withoutGraphs(marks: Marks, graphs: ReadonlySet<string>): Marks {
  if (graphs.size === 0) return marks;
  return new Map([...marks].filter(([graph]) => !graphs.has(graph)));
}

/** Handles a rejection that is reported elsewhere, or not needed. */
function ignored(): void {}

/**
 * Checks what an update has made, because an engine knows terms that RDF 1.1 cannot say, and
 * that no reader of ours takes.
 * Its IRIs and language tags are as strict as ours. What a graph had before may stay.
 * @param stored the N-Quads of a graph before the update
 * @throws CrateError ERR_RDF_SYNTAX
 */
function requireRdf11(changed: readonly ChangedGraph[], stored: (graph: string) => Iterable<Uint8Array>): void {
  for (const { graph, pieces } of changed) {
    const made = linesBeyond(pieces);
    if (made.size === 0) continue;
    const before = linesBeyond(stored(graph));
    for (const line of made) if (!before.has(line)) throw beyondRdf11Error(line, 'the update');
  }
}

function linesBeyond(pieces: Iterable<Uint8Array>): Set<string> {
  const lines = new Set<string>();
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (!SUSPICIOUS.some((part) => bytes.includes(part))) continue;
    eachLine(bytes.toString(), (line) => {
      if (beyondRdf11(line) !== undefined) lines.add(line);
    });
  }
  return lines;
}

/** A graph with its N-Quads. */
type GraphPieces = readonly [graph: string, nquads: Iterable<Uint8Array>];

/** The content of one message to the thread. */
interface EngineBatch {
  readonly pieces: readonly Uint8Array[];
  /** The graphs that it completes. */
  readonly complete: readonly string[];
}

/** Bytes of N-Quads in one message. */
const BATCH_SIZE = 4 * 1024 * 1024;

/** Splits graphs into messages, lazily. */
function* batchesOf(graphs: Iterable<GraphPieces>): Generator<EngineBatch> {
  let batch: { pieces: Uint8Array[]; complete: string[] } = { pieces: [], complete: [] };
  let size = 0;
  for (const [graph, nquads] of graphs) {
    for (const piece of nquads) {
      batch.pieces.push(piece);
      size += piece.length;
      if (size < BATCH_SIZE) continue;
      yield batch;
      batch = { pieces: [], complete: [] };
      size = 0;
    }
    batch.complete.push(graph);
  }
  if (batch.complete.length > 0) yield batch;
}
