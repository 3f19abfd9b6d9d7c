import { Worker } from 'node:worker_threads';
import { CrateError } from '../../errors.js';
import type { PageRequest } from '../page-request.js';
import type { NumberedOutcome, NumberedRequest, PageOutcome, PageThreadData } from './page-messages.js';
import { PAGE_THREAD_FILE } from './page-thread-file.js';

/** Requests that take turns in the thread; the others wait, because each holds a snapshot of the store. */
const MOST_AT_ONCE = 64;

interface Waiting {
  readonly request: PageRequest;
  readonly resolve: (outcome: PageOutcome) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that renders pages, several at a time. */
export class PageWorker {
  readonly #thread: Worker;
  readonly #inThread = new Map<number, Waiting>();
  readonly #waiting: Waiting[] = [];
  #number = 0;
  #failure: Error | undefined;
  #isOver = false;

  constructor(data: PageThreadData) {
    this.#thread = new Worker(PAGE_THREAD_FILE, { workerData: data });
    this.#thread.unref(); // an HTTP server, or a page that somebody waits for, keeps the process running
    this.#thread.on('message', ({ number, outcome }: NumberedOutcome) => {
      this.#inThread.get(number)?.resolve(outcome);
      this.#inThread.delete(number);
      this.#next();
    });
    this.#thread.on('error', (cause) => {
      this.#fail(new CrateError('ERR_INTERNAL', `the thread of the pages failed: ${cause.message}`, { cause }));
    });
    this.#thread.on('exit', () => {
      this.#fail(new CrateError('ERR_INTERRUPTED', 'the thread of the pages was ended'));
    });
  }

  /** Whether the thread has died by itself, so that another one is needed. */
  get hasFailed(): boolean {
    return this.#failure !== undefined && !this.#isOver;
  }

  /** What the thread makes of a request. @throws CrateError ERR_INTERNAL, ERR_INTERRUPTED if the thread ends before */
  render(request: PageRequest): Promise<PageOutcome> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure);
      this.#waiting.push({ request, resolve, reject });
      this.#next();
    });
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#thread.terminate();
  }

  #next(): void {
    while (this.#inThread.size < MOST_AT_ONCE) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const message: NumberedRequest = { number: (this.#number += 1), request: next.request };
      this.#inThread.set(message.number, next);
      this.#thread.postMessage(message);
    }
    if (this.#inThread.size === 0) this.#thread.unref();
    else this.#thread.ref();
  }

  #fail(error: CrateError): void {
    this.#failure ??= error;
    for (const { reject } of [...this.#inThread.values(), ...this.#waiting.splice(0)]) reject(this.#failure);
    this.#inThread.clear();
  }
}
