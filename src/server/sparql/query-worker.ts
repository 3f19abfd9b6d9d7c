import { PartReader } from '../../base/threads/part-reader.js';
import { threadCode } from '../../base/thread-code.js';
import { Thread } from '../../base/threads/thread.js';
import type { QueryJob, QueryJobAnswer, QueryThreadData } from './query-job.js';
import { processorTime, setSlow } from './thread-priority.js';

/** A result that leaves its thread as it is read. */
export interface LongResult {
  readonly reader: PartReader;
  /** Resolves when all of it has left, or is no longer wanted: then the thread can take another job. */
  readonly left: Promise<void>;
}

/** A thread that answers queries, one after the other, and can be ended at any moment. */
export class QueryWorker {
  readonly #thread: Thread<QueryJob, QueryJobAnswer, number | undefined>;
  /** Resolves when the thread can take a job. @throws what keeps it from starting */
  readonly ready: Promise<void>;
  #linuxThread: number | undefined;
  #isSlow = false;

  constructor(data: QueryThreadData) {
    this.#thread = new Thread({ code: threadCode('query-thread'), data });
    this.ready = this.#thread.ready.then((linuxThread) => void (this.#linuxThread = linuxThread));
    this.ready.catch(() => undefined); // all that wait for it get it too
  }

  /** Whether the thread can never take another job. */
  get isEnded(): boolean {
    return this.#thread.death !== undefined;
  }

  /** Whether the thread only runs when the processor is idle. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Makes the thread slow, or as fast as all others again where that is allowed. Linux only. */
  makeSlow(isSlow: boolean): void {
    if (this.#isSlow === isSlow || this.isEnded) return;
    if (setSlow(this.#linuxThread, isSlow)) this.#isSlow = isSlow;
  }

  /** A clock of the time that the thread works; where the system has none, of all time. */
  get workTime(): number {
    return processorTime(this.#linuxThread) ?? performance.now();
  }

  /**
   * Runs a job, after those that the thread has already.
   * @param signal takes it back before it has begun; after that it ends the thread
   * @throws CrateError what the job throws, ERR_LIMIT if the thread runs out of memory; the reason of the signal
   */
  async run(job: QueryJob, signal?: AbortSignal): Promise<QueryJobAnswer | LongResult> {
    let onEnd: (() => void) | undefined;
    const left = new Promise<void>((resolve) => (onEnd = resolve));
    const opened = await this.#thread.open(job, { doing: 'the query', onEnd, signal });
    return 'answer' in opened ? opened.answer : { reader: new PartReader(opened.body), left };
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
