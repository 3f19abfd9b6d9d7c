import { Worker } from 'node:worker_threads';
import { CrateError, unpackError } from '../../errors.js';
import type { JobOutcome, QueryJob, QueryThreadData, ThreadMessage } from './query-job.js';
import { QUERY_THREAD_FILE } from './query-thread-file.js';
import { processorTime, setSlow } from './thread-priority.js';

/** A thread that answers queries, one at a time, and can be ended at any moment. */
export class QueryWorker {
  readonly #thread: Worker;
  /** Resolves when the thread can take a job. @throws what keeps it from starting */
  readonly ready: Promise<void>;
  #settle: { resolve(outcome: JobOutcome): void; reject(error: Error): void } | undefined;
  #failure: Error | undefined;
  #linuxThread: number | undefined;
  #isSlow = false;

  constructor(data: QueryThreadData) {
    this.#thread = new Worker(QUERY_THREAD_FILE, { workerData: data });
    this.#thread.unref(); // an HTTP server or a waiting caller keeps the process running
    this.ready = new Promise((resolve, reject) => {
      this.#thread.on('message', (message: ThreadMessage) => {
        if ('ready' in message) {
          this.#linuxThread = message.linuxThread;
          resolve();
        } else this.#settle?.resolve(message);
      });
      const fail = (error: Error): void => {
        this.#failure ??= error;
        reject(this.#failure);
        this.#settle?.reject(this.#failure);
      };
      this.#thread.on('error', (error) => fail(threadFailure(error)));
      this.#thread.on('exit', () => fail(new CrateError('ERR_INTERRUPTED', 'the query was ended')));
    });
    this.ready.catch(() => undefined); // whoever waits for it gets it too
  }

  /** Whether the thread can never take another job. */
  get isEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether the thread only runs when nobody else wants to. */
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

  /** Runs a job. @throws CrateError what the job throws, ERR_LIMIT if the thread runs out of memory */
  async run(job: QueryJob): Promise<readonly Uint8Array[]> {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      const outcome = await new Promise<JobOutcome>((resolve, reject) => {
        this.#settle = { resolve, reject };
        this.#thread.postMessage(job);
      });
      if ('chunks' in outcome) return outcome.chunks;
      throw unpackError(outcome.error);
    } finally {
      this.#settle = undefined;
    }
  }

  async end(): Promise<void> {
    this.#failure ??= new CrateError('ERR_INTERRUPTED', 'the query was ended');
    await this.#thread.terminate();
  }
}

function threadFailure(error: Error & { readonly code?: string }): CrateError {
  if (error instanceof CrateError) return error;
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new CrateError('ERR_LIMIT', 'the query needs more memory than a query may take', { hint: 'ask for less' });
  return new CrateError('ERR_INTERNAL', `a query thread failed: ${error.message}`, { cause: error });
}
