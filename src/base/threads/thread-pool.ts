import { CrateError } from '../errors.js';
import { Bystander, deathError } from './thread-death.js';
import type { Opened, ThreadAsk, ThreadOptions } from './thread-options.js';
import { Thread } from './thread.js';

/** What the threads of a pool are. */
export interface ThreadPoolOptions extends ThreadOptions {
  /** The most threads; each starts when there is work for it. Default 1. */
  readonly threads?: number | undefined;
  /** The most requests that a thread gets at once. Default 1. */
  readonly atOnce?: number | undefined;
}

/** A request that waits for a place in a thread. */
interface Waiter<Request, Answer> {
  /** Whether it needs a thread for itself. */
  readonly isSuspect: boolean;
  readonly grant: (thread: Thread<Request, Answer>) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Threads that share the work, and are replaced when they die. A request that kills its thread fails, and only
 * that: the others in the thread are asked again, so a request must be one that can be repeated (and moves no
 * buffers, unless a thread gets one at once). Where requests take turns it is not known which one it was: each
 * gets a thread for itself then.
 */
export class ThreadPool<Request, Answer> {
  readonly #options: ThreadPoolOptions;
  readonly #queue: Waiter<Request, Answer>[] = [];
  /** The threads that live, with the number of requests in each. */
  readonly #threads = new Map<Thread<Request, Answer>, number>();
  /** Threads that have a suspect. */
  readonly #reserved = new Set<Thread<Request, Answer>>();
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
  }

  /** Starts the first thread before the first request. */
  start(): void {
    if (this.#threads.size === 0) this.#startOne();
  }

  /** As `Thread.ask`. @throws CrateError */
  async ask(request: Request, options?: ThreadAsk): Promise<Answer> {
    const opened = await this.open(request, options);
    if ('answer' in opened) return opened.answer;
    throw new CrateError('ERR_INTERNAL', 'a thread answers in parts, but the caller reads none');
  }

  /** As `Thread.open`. Parts that are being read end with an error if their thread dies. @throws CrateError */
  async open(request: Request, options: ThreadAsk = {}): Promise<Opened<Answer>> {
    for (let isSuspect = false; ; isSuspect = this.#options.isShared === true) {
      const thread = await this.#place(isSuspect, options);
      let hasPlace = true;
      const onEnd = (): void => {
        if (hasPlace) this.#release(thread);
        hasPlace = false;
      };
      try {
        return await thread.open(request, { ...options, onEnd });
      } catch (error) {
        onEnd(); // of one that never began
        if (!(error instanceof Bystander) || this.#isClosed) throw error;
      }
    }
  }

  /**
   * Whether all threads handle messages; one that is stuck in a request does not, one that starts is not stuck.
   * @param ms how long to wait
   */
  async isAnswering(ms = 2000): Promise<boolean> {
    const started = [...this.#threads.keys()].filter(({ isReady }) => isReady);
    return (await Promise.all(started.map((thread) => thread.isAnswering(ms)))).every(Boolean);
  }

  /** Ends all threads; what they were doing fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { refuse } of this.#queue.splice(0)) refuse(deathError({ by: 'end' }, 'the work of a thread'));
    await Promise.all([...this.#threads.keys()].map((thread) => thread.end()));
  }

  /** Waits for a place in a thread. One that has waited once comes first. */
  #place(isSuspect: boolean, { signal, doing }: ThreadAsk): Promise<Thread<Request, Answer>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed) throw deathError({ by: 'end' }, doing ?? 'the work of a thread');
      const settle = (): void => signal?.removeEventListener('abort', gone);
      const gone = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter<Request, Answer> = {
        isSuspect,
        grant: (thread) => {
          settle();
          resolve(thread);
        },
        refuse: (error) => {
          settle();
          reject(error);
        },
      };
      signal?.addEventListener('abort', gone, { once: true });
      if (isSuspect) this.#queue.unshift(waiter);
      else this.#queue.push(waiter);
      this.#next();
    });
  }

  /** Gives places to those who wait, as long as there are some. */
  #next(): void {
    for (const thread of this.#threads.keys()) if (thread.death !== undefined) this.#threads.delete(thread);
    while (!this.#isClosed) {
      const [waiter] = this.#queue;
      const thread = waiter && this.#free(waiter);
      if (waiter === undefined || thread === undefined) return;
      this.#queue.shift();
      this.#threads.set(thread, (this.#threads.get(thread) ?? 0) + 1);
      if (waiter.isSuspect) this.#reserved.add(thread);
      waiter.grant(thread);
    }
  }

  /** A thread for one more request: one that has nothing to do, else a new one, else the one with the fewest. */
  #free({ isSuspect }: Waiter<Request, Answer>): Thread<Request, Answer> | undefined {
    const { threads = 1, atOnce = 1 } = this.#options;
    const open = [...this.#threads].filter(([thread, size]) => size < atOnce && !this.#reserved.has(thread));
    const [least] = open.sort(([, one], [, other]) => one - other);
    if (least?.[1] === 0) return least[0];
    if (this.#threads.size < threads) return this.#startOne();
    return isSuspect ? undefined : least?.[0];
  }

  #startOne(): Thread<Request, Answer> {
    const thread = new Thread<Request, Answer>(this.#options);
    this.#threads.set(thread, 0);
    return thread;
  }

  #release(thread: Thread<Request, Answer>): void {
    const size = this.#threads.get(thread);
    if (size !== undefined) this.#threads.set(thread, size - 1);
    this.#reserved.delete(thread);
    this.#next();
  }
}
