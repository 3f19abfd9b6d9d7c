import type { PartReader } from '../../base/threads/part-reader.js';
import type { QueryJob, QueryJobAnswer } from './query-job.js';

/** What becomes of a run: what its thread sends at once, or the reader of a result that is still in there. */
export type RunResult = QueryJobAnswer | PartReader;

/** One that waits for the result of a run. */
interface Waiter {
  readonly done: (result: RunResult) => void;
  readonly failed: (error: unknown) => void;
  /** Ends what might make it give up. */
  readonly forget: () => void;
  /** Ends its time limit in the queue. */
  readonly begin: () => void;
}

/** How a client waits. */
export interface Patience {
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds that it waits until the run begins, and the error after that. */
  readonly most: number;
  readonly tooLate: () => Error;
}

/** A job in the queue or in a thread, for all clients that asked for it while it was in the queue. */
export class QueryRun {
  readonly job: QueryJob;
  readonly key: string;
  /** Whether it has become a long one. */
  isLong = false;
  readonly #waiters = new Set<Waiter>();
  readonly #abandoned: (run: QueryRun) => void;

  /** @param abandoned called when the last client has gone */
  constructor(job: QueryJob, key: string, abandoned: (run: QueryRun) => void) {
    this.job = job;
    this.key = key;
    this.#abandoned = abandoned;
  }

  get clients(): number {
    return this.#waiters.size;
  }

  /** The result, for one more client. */
  join({ signal, most, tooLate }: Patience): Promise<RunResult> {
    return new Promise((done, failed) => {
      const giveUp = (error: unknown): void => {
        waiter.forget();
        this.#waiters.delete(waiter);
        failed(error);
        if (this.#waiters.size === 0) this.#abandoned(this);
      };
      const gone = (): void => giveUp(signal?.reason);
      const timer = setTimeout(() => giveUp(tooLate()), most);
      const begin = (): void => clearTimeout(timer);
      const forget = (): void => {
        begin();
        signal?.removeEventListener('abort', gone);
      };
      const waiter: Waiter = { done, failed, forget, begin };
      signal?.addEventListener('abort', gone, { once: true });
      this.#waiters.add(waiter);
    });
  }

  /** A thread begins the job: from now on no client gives up because of the queue. */
  begin(): void {
    for (const { begin } of this.#waiters) begin();
  }

  /** A reader is for one client. */
  done(result: RunResult): void {
    for (const waiter of this.#take()) waiter.done(result);
  }

  failed(error: unknown): void {
    for (const waiter of this.#take()) waiter.failed(error);
  }

  #take(): Waiter[] {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const { forget } of waiters) forget();
    return waiters;
  }
}
