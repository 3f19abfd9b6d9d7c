/** Does pieces of work one after the other, each when the ones before it are done. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param signal ends the waiting for the others; the work itself has to look after it
   * @throws what the signal was aborted with
   */
  do<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    const done = (signal === undefined ? before : unlessAborted(before, signal)).then(work);
    // One that no longer waits does not let the next one in any sooner.
    this.#last = Promise.allSettled([before, done]);
    return done;
  }
}

/** The promise, or the reason of the signal when that comes first. */
function unlessAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(() => {
      signal.removeEventListener('abort', abort);
      resolve(undefined);
    });
  });
}
