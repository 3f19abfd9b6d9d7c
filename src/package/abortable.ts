/** Does work that a signal may abort. Every failure after the abort becomes the reason of the signal. */
export async function untilAborted<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Waits for a job, but not longer than until the signal aborts; then throws the reason of the signal. */
export async function orAborted<T>(job: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return job;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([job, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    job.catch(() => undefined); // after an abort no caller waits for it
  }
}

/** Reads a stream until the signal aborts, even while it waits for data; then closes it and throws the reason. */
export async function* abortable<T>(stream: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  if (signal === undefined) return yield* stream;
  signal.throwIfAborted();
  const items = stream[Symbol.asyncIterator]();
  let isOpen = true;
  try {
    for (;;) {
      const next = await orAborted(items.next(), signal);
      if (next.done === true) {
        isOpen = false;
        return;
      }
      yield next.value;
    }
  } finally {
    // Of a generator that waits for data, `return` would wait too. A Node stream closes at once with `destroy`.
    if (isOpen) {
      (stream as { destroy?(): void }).destroy?.();
      const closed = items.return?.().catch(() => undefined);
      if (!signal.aborted) await closed;
    }
  }
}
