import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Lets the process handle events during long work that waits for nothing: Ctrl-C would otherwise come after its end.
 */
export class Turns {
  readonly #longest: number;
  #last = performance.now();

  /** @param longest how long the work may keep the process from handling events, in milliseconds */
  constructor(longest = 50) {
    this.#longest = longest;
  }

  /** Whether {@link give} would do something; for a loop that is too fast for a promise each time. */
  get areDue(): boolean {
    return performance.now() - this.#last >= this.#longest;
  }

  /** Handles waiting events if some time has passed since the last call that did. */
  async give(): Promise<void> {
    if (!this.areDue) return;
    await nextTurn();
    this.#last = performance.now();
  }
}
