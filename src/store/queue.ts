/** Runs jobs one at a time, in the order in which they arrive. */
export class Queue {
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs a job when all earlier ones have ended.
   * @param signal ends the wait for earlier jobs; a job that runs must observe it itself
   * @throws the reason of the signal
   */
  run<T>(job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    const done = (signal === undefined ? before : unlessAborted(before, signal)).then(job);
    // A job that gives up waiting must not let the next one start early. What a job gave is not kept.
    this.#last = Promise.allSettled([before, done]).then(() => undefined);
    return done;
  }
}

/** Waits for a promise. @throws the reason of the signal if that aborts first */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
