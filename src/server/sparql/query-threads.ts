import { availableParallelism } from 'node:os';
import type { PartReader } from '../../base/threads/part-reader.js';
import { HeldResults, type ThreadAnswer, type ThreadResult } from './held-results.js';
import { IndexWait } from './index-wait.js';
import { serverBusy, serverStops, tooSlow } from './query-errors.js';
import { onlyIndexed, readingFor, searches, type QueryJob } from './query-job.js';
import { QueryLane } from './query-lane.js';
import { QueryQueue } from './query-queue.js';
import type { QueryRun, RunResult } from './query-run.js';
import type { QueryThreadOptions, QueryThreadState } from './query-thread-options.js';
import { QueryWorker, type LongResult } from './query-worker.js';
import { watchRun } from './watch-run.js';

const LONG_AFTER = 500;
/** Threads for short queries: more would only take turns. */
const MOST_SHORT = Math.max(2, availableParallelism());
/** Queries in the queue, and milliseconds that one waits there. */
const MOST_WAITING = 1000;
const LONGEST_WAIT = 10_000;
/** Bytes of results that may wait for their clients; a new query is refused above that. */
const MOST_HELD = 512 * 1024 * 1024;

/**
 * Threads for the queries of a server, each with what it has read of the store.
 *
 * A query cannot be interrupted, only its thread ended, which loses what it has read. So most queries finish in a warm
 * thread, and only one that runs longer than `longAfter` is worth ending. At most half of the threads may have
 * such long queries: the next one is refused as busy, at once if it was long the last time. The other half
 * therefore becomes free again after `longAfter` of work, whatever anybody asks. A long query only gets the
 * processor when it is idle.
 *
 * A long result stays in its thread and leaves it as its client reads. A slow client cannot keep the thread: when
 * another query needs it, the rest of the result is taken out of it.
 */
export class QueryThreads {
  readonly #options: QueryThreadOptions;
  readonly #idle: QueryWorker[] = [];
  readonly #starting = new Set<QueryWorker>();
  readonly #lanes = new Map<QueryWorker, QueryLane>();
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
      busy: this.#lanes.size + this.#sending.size,
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
    let found = await this.#found(this.#index === undefined ? job : onlyIndexed(job), signal);
    if (found === 'not indexed') {
      await this.#index?.wait(searches(job));
      found = await this.#found(job, signal);
    }
    const answer = this.#held.answer(found as ThreadResult); // a job that may read graphs does
    if (signal?.aborted === true) await answer.body.cancel();
    signal?.throwIfAborted();
    return answer;
  }

  /** Whether a thread may have to read graphs for a job because the index cannot be written. */
  #mustRead(job: QueryJob): boolean {
    return this.#index?.isLacking === true && onlyIndexed(job) !== job;
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
    const busy = [...this.#lanes.keys(), ...this.#sending.keys()];
    await Promise.all([...this.#idle, ...this.#starting, ...busy].map((worker) => worker.end()));
  }

  get #size(): number {
    return this.#idle.length + this.#starting.size + this.#lanes.size + this.#sending.size;
  }

  get #waiting(): number {
    return this.#queue.clients + (this.#index?.clients ?? 0);
  }

  get #long(): number {
    return [...this.#lanes.values()].filter(({ current }) => current?.isLong).length;
  }

  get #hasRoomForLong(): boolean {
    return this.#long < Math.floor(this.#options.threads / 2);
  }

  /** Gives the next queries to threads, as long as both are there. */
  #next(): void {
    while (this.#queue.first !== undefined && !this.#closed) {
      const worker = this.#takeIdle();
      const run = worker && this.#queue.take();
      if (worker && run) void this.#work(worker, run);
      this.#startSpare();
      if (worker === undefined && !this.#sendAhead(this.#queue.first))
        return this.#starting.size === 0 ? this.#takeOut() : undefined; // one will be free soon
    }
  }

  /** Sends the first run of the queue to the thread with the fewest, unless it may take long. */
  #sendAhead(run: QueryRun): boolean {
    if (run.job.do !== 'query' || this.#knownLong.has(run.key) || this.#mustRead(run.job)) return false;
    let best: QueryLane | undefined;
    for (const lane of this.#lanes.values()) if (lane.hasRoom && !(lane.size >= (best?.size ?? Infinity))) best = lane;
    if (best === undefined) return false;
    this.#queue.take();
    best.add(run);
    return true;
  }

  #takeBack(lane: QueryLane): void {
    const runs = lane.takeBack();
    if (this.#closed) for (const run of runs) run.failed(serverStops());
    else this.#queue.giveBack(runs);
    if (runs.length > 0) this.#next();
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

  async #work(worker: QueryWorker, first: QueryRun): Promise<void> {
    const lane = new QueryLane(worker);
    this.#lanes.set(worker, lane);
    if (this.#mustRead(first.job)) await worker.run(readingFor(first.job)).catch(() => undefined); // not in its time
    lane.add(first);
    for (let run: QueryRun | undefined = first; run !== undefined; run = lane.current) {
      await this.#run(lane, run);
      lane.next();
      this.#next();
    }
    this.#lanes.delete(worker);
    if (this.#sending.has(worker)) this.#next();
    else this.#free(worker);
  }

  async #run(lane: QueryLane, run: QueryRun): Promise<void> {
    run.begin();
    const { worker } = lane;
    const { seconds, longAfter = LONG_AFTER } = this.#options;
    const stopWatching = watchRun(worker, {
      seconds,
      longAfter,
      isNotSmall: () => this.#takeBack(lane), // others need not wait for it
      isLong: () => this.#becomesLong(worker, run),
      isTooLong: () => this.#stop(run, tooSlow('query', seconds)),
    });
    try {
      const result = await lane.result();
      if (typeof result === 'object' && 'left' in result) await this.#send(lane, run, result);
      else run.done(result);
      if (!run.isLong) this.#knownLong.delete(run.key);
    } catch (error) {
      run.failed(error);
      if (worker.isEnded) this.#takeBack(lane);
    } finally {
      stopWatching();
    }
  }

  /** Has the one client of a run read its result from the thread; for several it is taken out. */
  async #send(lane: QueryLane, run: QueryRun, { reader, left }: LongResult): Promise<void> {
    this.#takeBack(lane); // they need not wait for the client
    if (run.clients > 1) return run.done(await reader.rest());
    if (run.clients === 0) await reader.cancel();
    else run.done(reader);
    this.#sending.set(lane.worker, reader);
    void left.then(() => {
      this.#sending.delete(lane.worker);
      this.#free(lane.worker);
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
    const worker = [...this.#lanes.values()].find(({ current }) => current === run)?.worker;
    if (worker === undefined || worker.isEnded) return;
    this.#ended += 1;
    run.failed(error);
    void worker.end();
  }

  /** Starts a thread if all are busy. */
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
    else if (this.#size === 0) this.#queue.failAll(failure); // no thread is left; the next query starts one again
    this.#next();
  }
}

/** Jobs that are remembered, and characters of one. */
const MOST = 1000;
const LONGEST = 10_000;

/** The jobs that took long the last time, by their text. Many who ask something that takes long ask the same again. */
class KnownLong {
  /** The one that was seen longest ago comes first. */
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    if (key.length > LONGEST) return;
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest = ''] = this.#keys;
    if (this.#keys.size > MOST) this.#keys.delete(oldest);
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }
}
