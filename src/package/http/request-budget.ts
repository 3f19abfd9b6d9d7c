import { performance } from 'node:perf_hooks';
import type { CrateError } from '../../errors.js';
import type { HttpLimits } from '../limits.js';
import { httpError } from './http-error.js';

/** Bytes a millisecond that count as progress: a body that comes faster never takes too long. */
const PROGRESS = 20;

/** What one retrieval may still cost, however many requests it makes: their number, and time of waiting for servers. */
export class RequestBudget {
  readonly #limits: Pick<HttpLimits, 'requests' | 'totalMs'>;
  #requests: number;
  #left: number;

  constructor(limits: Pick<HttpLimits, 'requests' | 'totalMs'>) {
    this.#limits = limits;
    [this.#requests, this.#left] = [limits.requests, limits.totalMs];
  }

  /** Milliseconds of waiting that are left. */
  get left(): number {
    return this.#left;
  }

  /** Whether no further request can be made. */
  get isSpent(): boolean {
    return this.#left <= 0 || this.#requests <= 0;
  }

  /** Counts a request. @throws CrateError ERR_HTTP when it is one too many, or too late */
  request(url: URL): void {
    if (this.#left <= 0) throw this.timeoutError(url);
    if (this.#requests <= 0)
      throw httpError(url.href, `more than ${this.#limits.requests} requests, redirects and repeated ones included`, {
        hint: 'allow more with --limit requests=<number>',
      });
    this.#requests -= 1;
  }

  /** Waits for a server. */
  async wait<T>(job: Promise<T>): Promise<T> {
    const since = performance.now();
    try {
      return await job;
    } finally {
      this.#left -= performance.now() - since;
    }
  }

  /** Bytes that came give time back. */
  progress(bytes: number): void {
    this.#left = Math.min(this.#limits.totalMs, this.#left + bytes / PROGRESS);
  }

  /** The error when the time is over. */
  timeoutError(url: URL): CrateError {
    const hint = 'wait longer with --limit duration=<seconds>; a download that is repeated goes on where it stopped';
    return httpError(url.href, `not done after ${this.#limits.totalMs / 1000} s`, { hint });
  }
}
