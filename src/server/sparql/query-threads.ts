import { availableParallelism } from 'node:os';
import type { PartReader } from '../../threads/part-reader.js';
import { HeldResults, type ThreadAnswer, type ThreadResult } from './held-results.js';
import { IndexWait, type KeptIndex } from './index-wait.js';
import { KnownLong } from './known-long.js';
import { serverBusy, serverStops, tooSlow } from './query-errors.js';
import { readingFor, searches, type QueryJob } from './query-job.js';
import { QueryQueue } from './query-queue.js';
import type { QueryRun, RunResult } from './query-run.js';
import { QueryWorker, type LongResult } from './query-worker.js';

/** How queries run. */
export interface QueryThreadOptions {
  /** Path of the store file. */
  readonly place: string;
  /** Seconds that a query may run. */
  readonly seconds: number;
  /** Threads; at least two. */
  readonly threads: number;
  /** Milliseconds of work after which a query is a long one. Default 500. */
  readonly longAfter?: number | undefined;
  /** Default: nobody keeps one. */
  readonly index?: KeptIndex | undefined;
}

/** What the threads do at a moment. */
export interface QueryThreadState {
  readonly threads: number;
  readonly busy: number;
  /** Busy with a long query. */
  readonly long: number;
  /** Queries that wait for a thread. */
  readonly waiting: number;
  /** Queries that were ended so far: by the time limit, for others, or because their client had gone. */
  readonly ended: number;
  /** Bytes of results that have left their thread and that clients have not fetched yet. */
  readonly heldBytes: number;
}

const LONG_AFTER = 500;
/** When the processor time of a query is looked at first. */
const FIRST_LOOK = 20;
/** Threads for short queries: more would only take turns. */
const MOST_SHORT = Math.max(2, availableParallelism());
/** Queries in the queue, and milliseconds that one waits there. */
const [MOST_WAITING, LONGEST_WAIT] = [1000, 10_000];
/** Bytes of results that may wait for their clients; a new query is refused above that. */
const MOST_HELD = 512 * 1024 * 1024;

/**
 * Threads for the queries of a server, each with what it has read of the store.
 *
 * A query cannot be interrupted, only its thread ended, which loses what it has read. So most queries finish in a warm
 * thread, and only one that runs longer than `longAfter` is worth ending. At most half of the threads may have such long
 * queries: the next one is refused as busy, at once if it was long the last time. The other half therefore becomes free
 * again after `longAfter` of work, whatever anybody asks. A long query only gets the processor when nobody else wants it.
 *
 * A long result stays in its thread and leaves it as its client reads. A slow client cannot keep the thread: when another
 * query needs it, the rest of the result is taken out of it.
 */
export class QueryThreads {
  readonly #options: QueryThreadOptions;
  readonly #idle: QueryWorker[] = [];
  readonly #starting = new Set<QueryWorker>();
  readonly #running = new Map<QueryWorker, QueryRun>();
  /** Threads with results that their clients read. */
  readonly #sending = new Map<QueryWorker, PartReader>();
  readonly #queue = new QueryQueue((run) => {
    if (run.isLong) this.#stop(run, undefined);
  });
  readonly #held = new HeldResults();
  readonly #knownLong = new KnownLong();
  readonly #index: IndexWait | undefined;
  #ended = 0;
  #closed = false;

  constructor(options: QueryThreadOptions) {
    this.#options = { ...options, threads: Math.max(2, options.threads) };
    this.#index = options.index && new IndexWait(options.index);
    this.#startSpare();
  }

  get state(): QueryThreadState {
    return {
      threads: this.#size,
      busy: this.#running.size + this.#sending.size,
      long: this.#long,
      waiting: this.#waiting,
      ended: this.#ended,
      heldBytes: this.#held.bytes,
    };
  }

  /**
   * Runs a job in a thread.
   * @param signal aborts when the client goes away; a query that is not a long one may still finish
   * @throws CrateError what the job throws; ERR_TIMEOUT for the time limit, and with `details.busy` if there is no room
   */
  async run(job: QueryJob, signal?: AbortSignal): Promise<ThreadAnswer> {
    let found = await this.#found(this.#needsIndex(job) ? { ...job, onlyIndexed: true } : job, signal);
    if (found === 'not indexed') {
      await this.#index?.wait(searches(job));
      found = await this.#found(job, signal);
    }
    const answer = this.#held.answer(found as ThreadResult); // a job that may read graphs does
    if (signal?.aborted === true) await answer.body.cancel();
    signal?.throwIfAborted();
    return answer;
  }

  #needsIndex(job: QueryJob): job is Extract<QueryJob, { do: 'query' }> {
    return this.#index !== undefined && job.do === 'query' && (job.dataset === undefined || searches(job));
  }

  async #found(job: QueryJob, signal: AbortSignal | undefined): Promise<RunResult> {
    signal?.throwIfAborted();
    if (this.#closed) throw serverStops();
    if (this.#waiting >= MOST_WAITING || this.#held.bytes > MOST_HELD) throw serverBusy();
    const key = JSON.stringify(job);
    // It would only cost a warm thread to find out again.
    if (!this.#hasRoomForLong && this.#knownLong.has(key)) throw serverBusy();
    const result = this.#queue.runOf(job, key).join({ signal, most: LONGEST_WAIT, tooLate: serverBusy });
    this.#next();
    return result;
  }

  /** Ends all threads; their queries fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.failAll(serverStops());
    const busy = [...this.#running.keys(), ...this.#sending.keys()];
    await Promise.all([...this.#idle, ...this.#starting, ...busy].map((worker) => worker.end()));
  }

  get #size(): number {
    return this.#idle.length + this.#starting.size + this.#running.size + this.#sending.size;
  }

  get #waiting(): number {
    return this.#queue.clients + (this.#index?.clients ?? 0);
  }

  get #long(): number {
    return [...this.#running.values()].filter(({ isLong }) => isLong).length;
  }

  get #hasRoomForLong(): boolean {
    return this.#long < Math.floor(this.#options.threads / 2);
  }

  /** Gives the next queries to threads, as long as both are there. */
  #next(): void {
    while (!this.#queue.isEmpty && !this.#closed) {
      const worker = this.#takeIdle();
      const run = worker && this.#queue.take();
      if (worker && run) void this.#run(worker, run);
      this.#startSpare();
      if (worker === undefined) return this.#starting.size === 0 ? this.#takeOut() : undefined; // one will be free soon
    }
  }

  /** The thread that was used last is the warmest. */
  #takeIdle(): QueryWorker | undefined {
    const fast = this.#idle.findLastIndex(({ isSlow }) => !isSlow);
    return this.#idle.splice(fast, 1)[0];
  }

  /** Has a thread that only waits for its client take a query soon. */
  #takeOut(): void {
    void [...this.#sending.values()].find(({ isHeld }) => !isHeld)?.hold();
  }

  async #run(worker: QueryWorker, run: QueryRun): Promise<void> {
    this.#running.set(worker, run);
    const [{ job }, { seconds, longAfter = LONG_AFTER }] = [run, this.#options];
    if (this.#index?.isLacking === true && this.#needsIndex(job) && job.onlyIndexed !== true)
      await worker.run(readingFor(job)).catch(() => undefined); // not in its time
    let begin: number | undefined;
    const isLong = (): void => {
      begin ??= worker.workTime - FIRST_LOOK; // most queries are over before
      const left = longAfter - (worker.workTime - begin);
      // On a busy machine a short query takes long, because it waits for the processor.
      if (left > 1) becomesLong = setTimeout(isLong, Math.max(left, 10));
      else this.#becomesLong(worker, run);
    };
    let becomesLong = setTimeout(isLong, FIRST_LOOK);
    const timeLimit = setTimeout(() => this.#stop(run, tooSlow('query', seconds)), seconds * 1000);
    try {
      const result = await worker.run(job);
      if (typeof result === 'object' && 'left' in result) await this.#send(worker, run, result);
      else run.done(result);
      if (!run.isLong) this.#knownLong.delete(run.key);
    } catch (error) {
      run.failed(error);
    } finally {
      clearTimeout(becomesLong);
      clearTimeout(timeLimit);
      this.#running.delete(worker);
      if (this.#sending.has(worker)) this.#next();
      else this.#free(worker);
    }
  }

  /** Has the one client of a run read its result from the thread; for several it is taken out. */
  async #send(worker: QueryWorker, run: QueryRun, { reader, left }: LongResult): Promise<void> {
    if (run.clients > 1) return run.done(await reader.rest());
    if (run.clients === 0) await reader.cancel();
    else run.done(reader);
    this.#sending.set(worker, reader);
    void left.then(() => {
      this.#sending.delete(worker);
      this.#free(worker);
    });
  }

  #free(worker: QueryWorker): void {
    worker.makeSlow(false);
    if (!worker.isEnded) this.#idle.push(worker);
    this.#startSpare();
    this.#next();
  }

  #becomesLong(worker: QueryWorker, run: QueryRun): void {
    if (run.clients === 0) return this.#stop(run, undefined);
    this.#knownLong.add(run.key);
    if (!this.#hasRoomForLong) return this.#stop(run, serverBusy());
    run.isLong = true;
    worker.makeSlow(true);
  }

  /** Ends the thread of a run. */
  #stop(run: QueryRun, error: unknown): void {
    const [worker] = [...this.#running].find(([, one]) => one === run) ?? [];
    if (worker === undefined || worker.isEnded) return;
    this.#ended += 1;
    run.failed(error);
    void worker.end();
  }

  /** Starts a thread if there is none to spare. */
  #startSpare(): void {
    if (this.#closed || this.#idle.length + this.#starting.size > 0) return;
    if (this.#size >= this.#options.threads || this.#size - this.#long >= MOST_SHORT) return;
    const worker = new QueryWorker({ place: this.#options.place });
    this.#starting.add(worker);
    void worker.ready.then(
      () => this.#started(worker),
      (error: unknown) => this.#started(worker, error),
    );
  }

  #started(worker: QueryWorker, failure?: unknown): void {
    this.#starting.delete(worker);
    if (!worker.isEnded) this.#idle.push(worker);
    else if (this.#size === 0) this.#queue.failAll(failure); // nobody can answer; the next query starts a thread again
    this.#next();
  }
}
