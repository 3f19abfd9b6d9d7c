import { nextTurn } from '../crate/read/stop-signal.js';

/** How long the work may keep the process from handling events, in milliseconds. */
const LONGEST = 50;

/** Lets the process handle events during long work that waits for nothing: Ctrl-C would otherwise come after its end. */
export class Turns {
  #last = performance.now();

  /** Handles waiting events if some time has passed since the last call that did. */
  async give(): Promise<void> {
    if (performance.now() - this.#last < LONGEST) return;
    await nextTurn();
    this.#last = performance.now();
  }
}
