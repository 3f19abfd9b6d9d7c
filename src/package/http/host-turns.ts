import { timerDelay } from '../limits.js';

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

/** A job that may start now. */
interface Turn<T> {
  readonly job: T;
  readonly host: Host<T>;
}

/**
 * Does jobs for many hosts at once, but only a few for each, and the hosts in turn. A host that asks for a pause gets
 * it: no job of this host starts until then.
 */
export class HostTurns<T> {
  readonly #hosts = new Map<string, Host<T>>();
  readonly #turns: TurnLimits;

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
    const { signal } = this.#turns;
    const failures: unknown[] = [];
    await new Promise<void>((resolve) => {
      let running: number = 0;
      let timer: NodeJS.Timeout | undefined = undefined;
      const begin = async ({ job, host }: Turn<T>) => {
        running = running + 1;
        host.running = host.running + 1;
        await work(job).catch((error: unknown) => failures.push(error));
        running = running - 1;
        host.running = host.running - 1;
        fill();
      };
      /** Starts as many jobs as may run. Called again when one ends, when a pause ends, and after an abort. */
      const fill = () => {
        clearTimeout(timer);
        let pause: number | undefined;
        const isFull = () => running >= Math.max(1, this.#turns.parallel) || pause !== undefined;
        const isStopped = failures.length > 0 || signal?.aborted === true;
        while (!isStopped && !isFull()) {
          const turn = this.#take();
          if (turn === undefined) break;
          if (typeof turn === 'number') pause = turn;
          else void begin(turn);
        }
        if (pause !== undefined && Number.isFinite(pause)) timer = setTimeout(fill, timerDelay(pause));
        else if (running === 0) end();
      };
      const end = () => {
        signal?.removeEventListener('abort', fill);
        resolve();
      };
      signal?.addEventListener('abort', fill);
      fill();
    });
    if (failures.length > 0) throw failures[0];
    signal?.throwIfAborted();
  }

  /** Takes the next job; or the milliseconds until there may be one; undefined if there is none any more. */
  #take(): Turn<T> | number | undefined {
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
      this.#hosts.delete(name); // to the end: the hosts take turns
      this.#hosts.set(name, host);
      return { job: host.waiting[host.next++] as T, host };
    }
    return wait;
  }
}
