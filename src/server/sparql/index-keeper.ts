import type { GraphStore } from '../../store/port.js';
import { threadCode } from '../../base/thread-code.js';
import { ThreadPool } from '../../base/threads/thread-pool.js';

/** What the thread gets when it starts. */
export interface IndexThreadData {
  /** Path of the store file. */
  readonly place: string;
}

/** What the thread is to bring up to date. */
export type IndexPart = 'quads' | 'text';

/** Milliseconds between two looks at the store, and after which what could not be written is tried again. */
const LOOK = 1000;
const RETRY = 5000;

/** How often a query waits for another update of the index, while others change the store all the time. */
const ROUNDS = 2;

/**
 * Keeps the index of the store of a server up to date, and then its full text, in a thread of its own: at
 * the start, and after every change of the store. So no query and no page makes it in its own time,
 * and none is ended for it.
 */
export class IndexKeeper {
  readonly #store: Pick<GraphStore, 'isIndexed'>;
  readonly #thread: ThreadPool<IndexPart, boolean>;
  readonly #timer: NodeJS.Timeout;
  readonly #updates = new Map<IndexPart, Promise<boolean>>();
  readonly #retryAt = new Map<IndexPart, number>();

  /** Begins at once, in the background. @param store the same store, in this thread */
  constructor(store: Pick<GraphStore, 'isIndexed'>, data: IndexThreadData) {
    this.#store = store;
    // The two parts take turns: a query does not wait for the full text.
    this.#thread = new ThreadPool({ code: threadCode('index-thread'), data, isShared: true, atOnce: 2 });
    // The next request that reads the store says what is wrong with it.
    const look = (): void => void this.ready(true).catch(() => undefined);
    this.#timer = setInterval(look, LOOK).unref();
    look();
  }

  /**
   * Waits for the index of all graphs of the store.
   * @param text whether to wait for its full text too, which is made after the index
   * @returns false if it is not available: the file is read-only, others write for long, or all the time
   * @throws CrateError for a damaged store
   */
  async ready(text = false): Promise<boolean> {
    const isDone = await this.#ready('quads');
    return isDone && (!text || this.#ready('text'));
  }

  async #ready(part: IndexPart): Promise<boolean> {
    const options = { text: part === 'text' };
    for (let round = 0; round < ROUNDS; round += 1) {
      if (await this.#store.isIndexed(options)) return true;
      if (performance.now() < (this.#retryAt.get(part) ?? 0)) return false;
      let update = this.#updates.get(part);
      if (update === undefined) {
        update = this.#bringUpToDate(part).finally(() => this.#updates.delete(part));
        this.#updates.set(part, update);
      }
      await update;
    }
    return this.#store.isIndexed(options);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#thread.close();
  }

  async #bringUpToDate(part: IndexPart): Promise<boolean> {
    const isDone = await this.#thread.ask(part, { doing: 'the index of the store' }).catch(() => false);
    if (!isDone) this.#retryAt.set(part, performance.now() + RETRY);
    return isDone;
  }
}
