import type { QueryJob } from './query-job.js';
import { QueryRun } from './query-run.js';

/**
 * The runs that wait for a thread, in order. Clients that ask the same while it waits share one run: it begins after all
 * of them have asked, so it sees each commit that they know of.
 */
export class QueryQueue {
  readonly #runs = new Map<string, QueryRun>();
  readonly #abandoned: (run: QueryRun) => void;

  /** @param abandoned called when the last client of a run that a thread has taken goes away */
  constructor(abandoned: (run: QueryRun) => void) {
    this.#abandoned = abandoned;
  }

  /** The number of clients that wait. */
  get clients(): number {
    let sum = 0;
    for (const { clients } of this.#runs.values()) sum += clients;
    return sum;
  }

  get isEmpty(): boolean {
    return this.#runs.size === 0;
  }

  /** The run for a job, to be joined: the one that waits, or a new one at the end. */
  runOf(job: QueryJob, key: string): QueryRun {
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const run = new QueryRun(job, key, (left) => {
      if (this.#runs.get(key) === left) this.#runs.delete(key);
      else this.#abandoned(left);
    });
    this.#runs.set(key, run);
    return run;
  }

  /** Takes the run that waits longest. */
  take(): QueryRun | undefined {
    const [run] = this.#runs.values();
    if (run === undefined) return undefined;
    this.#runs.delete(run.key);
    run.begin();
    return run;
  }

  failAll(error: unknown): void {
    const runs = [...this.#runs.values()];
    this.#runs.clear();
    for (const run of runs) run.failed(error);
  }
}
