import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CrateError, type CrateErrorCode } from '../../errors.js';
import { OneByOne } from '../one-by-one.js';
import type { QueryOptions, ResultMediaType, WorkOptions } from '../port.js';
import type { Answer, ChangedGraph, Dataset, Request } from './messages.js';
import { hasDataset } from '../sparql-words.js';
import { scopeOf } from './scope.js';
import { THREAD_FILE } from './thread-file.js';

/** What a store shows the engine: its graphs at one moment. */
export interface Snapshot {
  /** The graphs, each with a mark that is another one after each change. */
  graphs(names?: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** The N-Quads of a graph. */
  nquads(graph: string): Iterable<Uint8Array>;
}

/** Bytes of N-Quads that one message takes to the thread. */
const LOAD = 4 * 1024 * 1024;

/**
 * Oxigraph in a thread of its own: fed with the graphs that a text touches, kept warm for the next one, and ended at
 * once when somebody has waited long enough. It does one thing after the other.
 */
export class Engine {
  readonly #jobs = new OneByOne();
  #thread: Worker | undefined;
  /** What it holds: graphs with their marks. */
  #held = new Map<string, string>();

  /** The answer to a query over a snapshot. @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT */
  query(snapshot: Snapshot, sparql: string, mediaType: ResultMediaType, options: QueryOptions): Promise<Uint8Array> {
    return this.#jobs.do(() =>
      this.#during(options, async () => {
        const { graphs = scopeOf(sparql).graphs, extra = {} } = options;
        const wanted = await snapshot.graphs(graphs);
        await this.#hold(snapshot, wanted);
        for (const [graph, nquads] of Object.entries(extra)) {
          await this.#feed(nquads);
          this.#held.set(graph, '');
        }
        const dataset = this.#datasetFor(sparql, wanted, options);
        const { bytes } = await this.#ask({ do: 'query', sparql, mediaType, dataset });
        return bytes as Uint8Array;
      }),
    );
  }

  /**
   * Runs an update over a snapshot. The engine is right only if what it says is stored: else call `end`.
   * @returns the graphs that it changed
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_USAGE for triples in no graph, ERR_LIMIT
   */
  update(snapshot: Snapshot, sparql: string, options: WorkOptions): Promise<readonly ChangedGraph[]> {
    return this.#jobs.do(() =>
      this.#during(options, async () => {
        await this.#hold(snapshot, await snapshot.graphs(scopeOf(sparql).graphs));
        const { changed = [] } = await this.#ask({ do: 'update', sparql });
        const stored = await snapshot.graphs(changed.map(({ graph }) => graph));
        for (const graph of stored.keys())
          if (!this.#held.has(graph))
            // it was changed without its quads, which would be lost
            throw new CrateError('ERR_INTERNAL', `the update was not seen to change <${graph}>`);
        for (const { graph } of changed) this.#held.set(graph, ''); // not what any store has: it is fed again
        return changed;
      }),
    );
  }

  /** Ends the thread, whatever it does; the next question starts another one. */
  async end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    this.#held = new Map();
    await thread?.terminate();
  }

  /** Whether the union of all that is held is what the query asks, or FROM tells; otherwise its graphs are listed. */
  #datasetFor(
    sparql: string,
    wanted: ReadonlyMap<string, string>,
    { graphs, extra = {} }: QueryOptions,
  ): Dataset | undefined {
    if (this.#held.size === wanted.size) return undefined;
    if (graphs === undefined && (Object.keys(extra).length === 0 || hasDataset(sparql))) return undefined; // its text names its graphs
    const unnamed = [...wanted.keys()];
    return { unnamed, named: [...unnamed, ...Object.keys(extra)] };
  }

  /** Brings the engine to the graphs that are wanted; others that it holds and that are out of date go. */
  async #hold(snapshot: Snapshot, wanted: ReadonlyMap<string, string>): Promise<void> {
    const known = await snapshot.graphs(this.#held.keys());
    const old = [...this.#held].filter(([graph, mark]) => known.get(graph) !== mark).map(([graph]) => graph);
    if (old.length > 0) await this.#ask({ do: 'drop', graphs: old });
    for (const graph of old) this.#held.delete(graph);
    const missing = [...wanted.keys()].filter((graph) => !this.#held.has(graph));
    await this.#feed(
      (function* () {
        for (const graph of missing) yield* snapshot.nquads(graph);
      })(),
    );
    for (const graph of missing) this.#held.set(graph, wanted.get(graph) as string);
  }

  async #feed(nquads: Iterable<Uint8Array>): Promise<void> {
    let pieces: Uint8Array[] = [];
    let size = 0;
    for (const piece of nquads) {
      pieces.push(piece);
      size += piece.length;
      if (size < LOAD) continue;
      await this.#ask({ do: 'feed', pieces });
      [pieces, size] = [[], 0];
    }
    if (size > 0) await this.#ask({ do: 'feed', pieces });
  }

  /**
   * Does a job; one that is broken off, or fails otherwise than by its text, may have left the engine half changed, so
   * that it is ended.
   */
  async #during<T>({ signal }: WorkOptions, job: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    let stop: (() => void) | undefined;
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop);
    });
    const work = job();
    try {
      return await Promise.race([work, stopped]);
    } catch (error) {
      if (isRefusal(error)) throw error;
      await this.end();
      await work.catch(() => this.end()); // it may have gone on for a step
      throw error;
    } finally {
      if (stop !== undefined) signal?.removeEventListener('abort', stop);
    }
  }

  async #ask(request: Request): Promise<Extract<Answer, { done: true }>> {
    const thread = (this.#thread ??= this.#start());
    const heard = new AbortController();
    thread.ref();
    try {
      const answered = once(thread, 'message', heard); // an error of the thread is thrown here
      const ended = once(thread, 'exit', heard).then(() => [ENDED]);
      answered.catch(ignored);
      ended.catch(ignored);
      thread.postMessage(request);
      const [answer] = (await Promise.race([answered, ended])) as [Answer];
      if ('done' in answer) return answer;
      throw new CrateError(answer.error.code as CrateErrorCode, answer.error.message, { hint: answer.error.hint });
    } finally {
      heard.abort(); // not removeAllListeners: a Worker has some of its own
      thread.unref();
    }
  }

  #start(): Worker {
    const thread = new Worker(THREAD_FILE);
    thread.unref();
    return thread;
  }
}

const ENDED: Answer = { error: { code: 'ERR_INTERRUPTED', message: 'the engine was ended', hint: '' } };

/** Whether the engine has refused a text: then it did nothing, or took all of it back. */
function isRefusal(error: unknown): boolean {
  return error instanceof CrateError && /^ERR_(?:QUERY_|UNSUPPORTED)/.test(error.code);
}

/** Nobody waits any more. */
function ignored(): void {}
