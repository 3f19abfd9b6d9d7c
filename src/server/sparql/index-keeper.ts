import type { GraphStore, IndexWork } from '../../store/port.js';
import { threadCode } from '../../threads/thread-code.js';
import { ThreadPool } from '../../threads/thread-pool.js';

/** What the thread is to make. */
export type IndexJob = Required<Pick<IndexWork, 'text'>>;

/** What the thread gets when it starts. */
export interface IndexThreadData {
  /** Path of the store file. */
  readonly place: string;
}

/** Milliseconds between two looks at the store, and after which what could not be written is tried again. */
const LOOK = 1000;
const RETRY = 5000;

/** How often a query waits for another update of the index, while others change the store all the time. */
const ROUNDS = 2;

/**
 * Keeps the index of the store of a server up to date, in a thread of its own: at the start, and whenever somebody has
 * changed the store. So no query makes it in its own time, and none is ended for it.
 */
export class IndexKeeper {
  readonly #store: Pick<GraphStore, 'isIndexed'>;
  readonly #thread: ThreadPool<IndexJob, boolean>;
  readonly #timer: NodeJS.Timeout;
  #update: Promise<boolean> | undefined;
  /** Whether somebody has searched: then the full text is kept too. */
  #text = false;
  #retryAt = 0;

  /** Begins at once, in the background. @param store the same store, in this thread */
  constructor(store: Pick<GraphStore, 'isIndexed'>, data: IndexThreadData) {
    this.#store = store;
    this.#thread = new ThreadPool({ code: threadCode('index-thread'), data });
    const look = (): void => void this.ready().catch(() => undefined); // a query says what is wrong with the store
    this.#timer = setInterval(look, LOOK).unref();
    look();
  }

  /**
   * Waits for the index of all graphs of the store, and for its full text if somebody has wanted that.
   * @returns false if it cannot be had: the file is read-only, others write for long, or all the time
   * @throws CrateError for a damaged store
   */
  async ready(text = false): Promise<boolean> {
    this.#text ||= text;
    const wanted = { text: this.#text };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (await this.#store.isIndexed(wanted)) return true;
      if (performance.now() < this.#retryAt) return false;
      this.#update ??= this.#bringUpToDate(wanted).finally(() => (this.#update = undefined));
      await this.#update;
    }
    return this.#store.isIndexed(wanted);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.close();
  }

  async #bringUpToDate(wanted: IndexJob): Promise<boolean> {
    const isDone = await this.#thread.ask(wanted, { doing: 'the index of the store' }).catch(() => false);
    if (!isDone) this.#retryAt = performance.now() + RETRY;
    return isDone;
  }
}
