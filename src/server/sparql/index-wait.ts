import { serverIndexes } from './query-errors.js';

/** The index of a store, which its keeper brings up to date. */
export interface KeptIndex {
  /** Waits for it, with or without the full text; false if it is not available. */
  ready(text: boolean): Promise<boolean>;
}

/** Milliseconds that a query waits for the index; most proxies give up after a minute. */
const LONGEST = 30_000;

/** Has queries wait until the index has all graphs, before their time begins. */
export class IndexWait {
  readonly #index: KeptIndex;
  #clients = 0;
  #isLacking = false;

  constructor(index: KeptIndex) {
    this.#index = index;
  }

  /** The number of clients that wait. */
  get clients(): number {
    return this.#clients;
  }

  /** Whether each thread has to read what the index lacks for itself, because the index cannot be written. */
  get isLacking(): boolean {
    return this.#isLacking;
  }

  /**
   * Waits until the index has all graphs, and all words if `text`, if it is available.
   * @throws CrateError ERR_TIMEOUT if that takes long
   */
  async wait(text: boolean): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    this.#clients += 1;
    try {
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(serverIndexes()), LONGEST);
      });
      const ready = this.#index.ready(text).catch(() => true); // the query says what is wrong with the store
      this.#isLacking = !(await Promise.race([ready, tooLate]));
    } finally {
      clearTimeout(timer);
      this.#clients -= 1;
    }
  }
}
