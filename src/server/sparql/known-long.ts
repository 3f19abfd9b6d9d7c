import type { QueryJob } from './query-job.js';

/** Jobs that are remembered, and characters of one. */
const MOST = 1000;
const LONGEST = 10_000;

/** The jobs that took long the last time. Many who ask something that takes long ask the same again. */
export class KnownLong {
  /** As text; the one that was seen longest ago comes first. */
  readonly #jobs = new Set<string>();

  has(job: QueryJob): boolean {
    return this.#jobs.size > 0 && this.#jobs.has(JSON.stringify(job));
  }

  add(job: QueryJob): void {
    const text = JSON.stringify(job);
    if (text.length > LONGEST) return;
    this.#jobs.delete(text);
    this.#jobs.add(text);
    const [oldest = ''] = this.#jobs;
    if (this.#jobs.size > MOST) this.#jobs.delete(oldest);
  }

  delete(job: QueryJob): void {
    if (this.#jobs.size > 0) this.#jobs.delete(JSON.stringify(job));
  }
}
