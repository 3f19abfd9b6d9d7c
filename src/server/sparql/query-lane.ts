import type { QueryJobAnswer } from './query-job.js';
import type { QueryRun } from './query-run.js';
import type { LongResult, QueryWorker } from './query-worker.js';

/** Runs that a thread has besides the one that it works on. To wake a thread costs about as much as a small query. */
const AHEAD = 4;

/** A run that a thread has. */
interface SentRun {
  readonly run: QueryRun;
  readonly result: Promise<QueryJobAnswer | LongResult>;
  /** Has the thread leave it out; undefined for the first one, with which the thread began. */
  readonly leave: AbortController | undefined;
}

/**
 * The runs that a thread has: the one that it works on, and small ones that it begins next
 * without waiting for a message.
 * They can be taken back as long as it has not begun them.
 */
export class QueryLane {
  readonly worker: QueryWorker;
  readonly #sent: SentRun[] = [];
  #isClosed = false;

  constructor(worker: QueryWorker) {
    this.worker = worker;
  }

  /** The run that the thread works on. */
  get current(): QueryRun | undefined {
    return this.#sent[0]?.run;
  }

  /** The number of runs. */
  get size(): number {
    return this.#sent.length;
  }

  /** Whether one more run may be sent ahead. */
  get hasRoom(): boolean {
    return !this.#isClosed && this.size > 0 && this.size <= AHEAD;
  }

  /** Sends the job of a run. */
  add(run: QueryRun): void {
    const leave = this.size === 0 ? undefined : new AbortController();
    const result = this.worker.run(run.job, leave?.signal);
    result.catch(() => undefined); // all that wait for it get it too
    this.#sent.push({ run, result, leave });
  }

  /** The result of the current run. @throws CrateError as `QueryWorker.run` */
  async result(): Promise<QueryJobAnswer | LongResult> {
    return (this.#sent[0] as SentRun).result;
  }

  /** Goes on to the next run, when there is a result of the current one. */
  next(): void {
    this.#sent.shift();
  }

  /** Takes back the runs that the thread has not begun; it gets no more of them. */
  takeBack(): QueryRun[] {
    this.#isClosed = true;
    const ahead = this.#sent.splice(1);
    for (const { leave } of ahead) leave?.abort();
    return ahead.map(({ run }) => run);
  }
}
