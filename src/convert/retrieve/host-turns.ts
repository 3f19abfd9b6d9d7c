import { orAborted } from '../../package/abortable.js';
import { timerDelay } from '../../package/limits.js';

/** How many jobs run at once. */
export interface TurnLimits {
  /** On all hosts together. */
  readonly parallel: number;
  readonly perHost: number;
  readonly signal?: AbortSignal | undefined;
}

/** The jobs of one host. */
interface Host<T> {
  readonly waiting: T[];
  /** Index of the next job in `waiting`. */
  next: number;
  running: number;
  /** Time from which on it may be asked again. */
  from: number;
}

/**
 * Does jobs for many hosts at once, but only a few for each, and the hosts in turn. A host that asks for a pause gets it:
 * no job of this host starts until then.
 */
export class HostTurns<T> {
  readonly #hosts = new Map<string, Host<T>>();
  readonly #turns: TurnLimits;
  /** Workers that wait for a job to end. */
  readonly #resting = new Set<() => void>();

  /** @param hostOf the host of a job */
  constructor(jobs: Iterable<T>, hostOf: (job: T) => string, turns: TurnLimits) {
    this.#turns = turns;
    for (const job of jobs) {
      const host = hostOf(job);
      const found = this.#hosts.get(host);
      if (found === undefined) this.#hosts.set(host, { waiting: [job], next: 0, running: 0, from: 0 });
      else found.waiting.push(job);
    }
  }

  /** Lets a host alone for some milliseconds. */
  pause(host: string, milliseconds: number): void {
    const found = this.#hosts.get(host);
    if (found !== undefined) found.from = Math.max(found.from, performance.now() + milliseconds);
  }

  /** Does all jobs. The first that throws ends it: no other starts, and those that run are waited for. */
  async run(work: (job: T) => Promise<void>): Promise<void> {
    const { parallel, signal } = this.#turns;
    const failures: unknown[] = [];
    const worker = async () => {
      for (let turn = this.#take(); turn !== undefined && failures.length === 0; turn = this.#take()) {
        try {
          signal?.throwIfAborted();
          if (typeof turn === 'number') await this.#rest(turn);
          else await work(turn.job);
        } catch (error) {
          failures.push(error);
        }
        if (typeof turn === 'number') continue;
        turn.host.running -= 1;
        for (const wake of this.#resting) wake();
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, parallel) }, worker));
    if (failures.length > 0) throw failures[0];
  }

  /** Takes the next job; or the milliseconds until there may be one; undefined if there is none any more. */
  #take(): { readonly job: T; readonly host: Host<T> } | number | undefined {
    const now = performance.now();
    let wait: number | undefined;
    for (const [name, host] of this.#hosts) {
      if (host.next === host.waiting.length) {
        this.#hosts.delete(name);
        continue;
      }
      const left = host.running >= Math.max(1, this.#turns.perHost) ? Infinity : host.from - now;
      wait = Math.min(wait ?? Infinity, left);
      if (left > 0) continue;
      host.running += 1;
      this.#hosts.delete(name); // to the end: the hosts take turns
      this.#hosts.set(name, host);
      return { job: host.waiting[host.next++] as T, host };
    }
    return wait;
  }

  /** Waits until a job ends, but not longer than some milliseconds. */
  async #rest(milliseconds: number): Promise<void> {
    let wake: () => void = () => undefined;
    let timer: NodeJS.Timeout | undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
      this.#resting.add(wake);
      if (Number.isFinite(milliseconds)) timer = setTimeout(resolve, timerDelay(milliseconds));
    });
    try {
      await orAborted(woken, this.#turns.signal);
    } finally {
      clearTimeout(timer);
      this.#resting.delete(wake);
    }
  }
}
