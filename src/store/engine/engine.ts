import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CrateError } from '../../errors.js';
import { OneByOne } from '../queue.js';
import type { QueryOptions, ResultMediaType, WorkOptions } from '../port.js';
import type { Answer, ChangedGraph, Dataset, Request } from './messages.js';
import { hasDataset } from '../sparql-tokens.js';
import { enoughOf } from './first-rows.js';
import { loadsOf, type GraphPieces } from './loads.js';
import { scopeOf } from './sparql-graphs.js';
import { THREAD_FILE } from './thread-file.js';

/** What a store shows the engine: its graphs at one moment. */
export interface Snapshot {
  /** The graphs, each with a mark that is another one after each change. */
  graphs(names?: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** The N-Quads of a graph. */
  nquads(graph: string): Iterable<Uint8Array>;
}

/** The answer to a question, if those of its graphs that are held so far are enough for it. */
type Look = (held: ReadonlyMap<string, string>) => Promise<Uint8Array | undefined>;

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
    return this.#jobs.do(
      () =>
        this.#during(options, async () => {
          const { graphs = scopeOf(sparql).graphs, extra = {} } = options;
          const wanted = await snapshot.graphs(graphs);
          const isEnough = Object.keys(extra).length === 0 ? enoughOf(sparql) : undefined;
          const ask = async (held: ReadonlyMap<string, string>): Promise<Uint8Array> => {
            const dataset = this.#datasetFor(sparql, held, options);
            return (await this.#ask({ do: 'query', sparql, mediaType, dataset })).bytes as Uint8Array;
          };
          const look: Look | undefined =
            isEnough &&
            (async (held) => {
              const answer = await ask(held);
              return isEnough(answer, mediaType) ? answer : undefined;
            });
          // FROM chooses among the graphs that are asked, so that no others may be there
          if (options.graphs !== undefined && hasDataset(sparql))
            await this.#drop([...this.#held.keys()].filter((graph) => !wanted.has(graph)));
          const answer = await this.#hold(snapshot, wanted, look);
          if (answer !== undefined) return answer;
          await this.#feed(Object.entries(extra), new Map());
          return ask(wanted);
        }),
      options.signal,
    );
  }

  /**
   * Runs an update over a snapshot. The engine is right only if what it says is stored: else call `end`.
   * @returns the graphs that it changed
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_USAGE for triples in no graph, ERR_LIMIT
   */
  update(snapshot: Snapshot, sparql: string, options: WorkOptions): Promise<readonly ChangedGraph[]> {
    return this.#jobs.do(
      () =>
        this.#during(options, async () => {
          const { graphs } = scopeOf(sparql);
          await this.#hold(snapshot, await snapshot.graphs(graphs));
          const { changed = [] } = await this.#ask({ do: 'update', sparql, graphs: graphs && [...graphs] });
          const stored = await snapshot.graphs(changed.map(({ graph }) => graph));
          for (const graph of stored.keys())
            if (!this.#held.has(graph))
              // it was changed without its quads, which would be lost
              throw new CrateError('ERR_INTERNAL', `the update was not seen to change <${graph}>`);
          for (const { graph } of changed) this.#held.set(graph, ''); // not what any store has: it is fed again
          return changed;
        }),
      options.signal,
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
    if (this.#held.size === wanted.size || hasDataset(sparql)) return undefined;
    if (graphs === undefined && Object.keys(extra).length === 0) return undefined; // its text names its graphs
    const unnamed = [...wanted.keys()];
    return { unnamed, named: [...unnamed, ...Object.keys(extra)] };
  }

  /**
   * Brings the engine to the graphs that are wanted; others that it holds and that are out of date go.
   * @param look looks for the answer now and then: when there is one, nothing more is fed
   * @returns that answer
   */
  async #hold(snapshot: Snapshot, wanted: ReadonlyMap<string, string>, look?: Look): Promise<Uint8Array | undefined> {
    this.#thread ??= this.#start(); // it gets ready while the first graphs are read
    const known = await snapshot.graphs(this.#held.keys());
    const old = [...this.#held].filter(([graph, mark]) => known.get(graph) !== mark).map(([graph]) => graph);
    await this.#drop(old);
    const missing = [...wanted.keys()].filter((graph) => !this.#held.has(graph));
    const held = wanted.size - missing.length;
    const few = Math.floor(wanted.size / 4);
    const answer = held > 0 && held <= few ? await look?.(this.#heldOf(wanted)) : undefined;
    if (answer !== undefined) return answer;
    const graphs = missing.map((graph): GraphPieces => [graph, snapshot.nquads(graph)]);
    return this.#feed(graphs, wanted, few - held, look);
  }

  async #drop(graphs: readonly string[]): Promise<void> {
    if (graphs.length > 0) await this.#ask({ do: 'drop', graphs });
    for (const graph of graphs) this.#held.delete(graph);
  }

  async #feed(
    graphs: readonly GraphPieces[],
    wanted: ReadonlyMap<string, string>,
    lookAt = 0,
    look?: Look,
  ): Promise<Uint8Array | undefined> {
    let fed: Promise<unknown> = Promise.resolve();
    // The next pieces are unpacked while the thread loads the ones before.
    for (const { pieces, complete, isWorthALook } of loadsOf(graphs, look === undefined ? 0 : lookAt)) {
      await fed;
      fed = this.#ask({ do: 'feed', pieces });
      fed.catch(ignored); // it is awaited, unless the next pieces cannot be read
      for (const graph of complete) this.#held.set(graph, wanted.get(graph) ?? '');
      if (!isWorthALook) continue;
      await fed;
      const answer = await look?.(this.#heldOf(wanted));
      if (answer !== undefined) return answer;
    }
    await fed;
    return undefined;
  }

  #heldOf(wanted: ReadonlyMap<string, string>): Map<string, string> {
    return new Map([...wanted].filter(([graph]) => this.#held.has(graph)));
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
      const { code, message, hint, details } = answer.error;
      throw new CrateError(code, message, { hint, details });
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

const ENDED: Answer = { error: { code: 'ERR_INTERRUPTED', message: 'the engine was ended', hint: '', details: {} } };

/** Whether the engine has refused a text: then it did nothing, or took all of it back. */
function isRefusal(error: unknown): boolean {
  return error instanceof CrateError && /^ERR_(?:QUERY_|UNSUPPORTED)/.test(error.code);
}

/** Nobody waits any more. */
function ignored(): void {}
