import { performance } from 'node:perf_hooks';
import type { CrateError } from '../../base/errors.js';
import type { HttpLimits } from '../limits.js';
import { httpError } from './http-error.js';

/** Bytes per millisecond that count as progress: a faster body never times out. */
const PROGRESS = 20;

/** The budget of one retrieval: number of requests, and time of waiting for servers. */
export class RequestBudget {
  readonly #limits: Pick<HttpLimits, 'requests' | 'totalMs'>;
  #requests: number;
  #left: number;

  constructor(limits: Pick<HttpLimits, 'requests' | 'totalMs'>) {
    this.#limits = limits;
    this.#requests = limits.requests;
    this.#left = limits.totalMs;
  }

  /** Milliseconds of waiting that are left. */
  get left(): number {
    return this.#left;
  }

  /** Whether the budget allows no further request. */
  get isSpent(): boolean {
    return this.#left <= 0 || this.#requests <= 0;
  }

  /** Counts a request. @throws CrateError ERR_HTTP if the budget is spent */
  request(url: URL): void {
    if (this.#left <= 0) throw this.timeoutError(url);
    if (this.#requests <= 0)
      throw httpError(url.href, `more than ${this.#limits.requests} requests, including redirects and retries`, {
        hint: 'allow more with --limit requests=<number>',
      });
    this.#requests -= 1;
  }

  /** Waits for a server, and charges the time to the budget. */
  async wait<T>(job: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await job;
    } finally {
      this.#left -= performance.now() - since;
    }
  }

  /** Gives time back for received bytes. */
  progress(bytes: number): void {
    this.#left = Math.min(this.#limits.totalMs, this.#left + bytes / PROGRESS);
  }

  /** Makes the error for a retrieval that took too long. */
  timeoutError(url: URL): CrateError {
    const hint = 'allow more time with --limit duration=<seconds>; repeating the command resumes a download';
    return httpError(url.href, `not complete after ${this.#limits.totalMs / 1000} s`, { hint });
  }
}
