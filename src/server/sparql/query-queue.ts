import type { QueryJob } from './query-job.js';
import { QueryRun } from './query-run.js';

/**
 * The runs that wait for a thread, in order. Clients that ask the same while it waits share one run: it begins after
 * all of them have asked, so it sees each commit that they know of.
 */
export class QueryQueue {
  readonly #runs = new Map<string, QueryRun>();
  /** Runs that a thread had already; no other client joins them, and they come first. */
  readonly #givenBack: QueryRun[] = [];
  readonly #abandoned: (run: QueryRun) => void;

  /** @param abandoned called when the last client of a run that a thread has taken goes away */
  constructor(abandoned: (run: QueryRun) => void) {
    this.#abandoned = abandoned;
  }

  /** The number of clients that wait. */
  get clients(): number {
    let sum = 0;
    for (const { clients } of this.#all()) sum += clients;
    return sum;
  }

  /** The run that waits longest. */
  get first(): QueryRun | undefined {
    const [first] = this.#all();
    return first;
  }

  /** The run for a job, to be joined: the one that waits, or a new one at the end. */
  runOf(job: QueryJob, key: string): QueryRun {
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const run = new QueryRun(job, key, (left) => {
      if (!this.#remove(left)) this.#abandoned(left);
    });
    this.#runs.set(key, run);
    return run;
  }

  /** Takes the run that waits longest. */
  take(): QueryRun | undefined {
    const { first } = this;
    if (first !== undefined) this.#remove(first);
    return first;
  }

  /** Takes runs back that a thread has not begun. */
  giveBack(runs: readonly QueryRun[]): void {
    for (const run of runs) if (run.clients > 0) this.#givenBack.push(run);
  }

  failAll(error: unknown): void {
    const runs = [...this.#all()];
    this.#givenBack.length = 0;
    this.#runs.clear();
    for (const run of runs) run.failed(error);
  }

  *#all(): Generator<QueryRun> {
    yield* this.#givenBack;
    yield* this.#runs.values();
  }

  /** Whether it was there. */
  #remove(run: QueryRun): boolean {
    const at = this.#givenBack.indexOf(run);
    if (at >= 0) return this.#givenBack.splice(at, 1).length > 0;
    return this.#runs.get(run.key) === run && this.#runs.delete(run.key);
  }
}
