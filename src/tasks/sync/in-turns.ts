/**
 * Reads several sources at once, each only as far as its last result has been taken.
 * @param parallel how many are read at once; the others wait for one of these to end
 */
export async function* inTurns<T>(sources: Iterable<AsyncGenerator<T>>, parallel: number): AsyncGenerator<T> {
  const waiting = sources[Symbol.iterator]();
  const running = new Map<AsyncGenerator<T>, Promise<readonly [AsyncGenerator<T>, IteratorResult<T>]>>();
  const advance = (source: AsyncGenerator<T>) =>
    void running.set(
      source,
      source.next().then((result) => [source, result] as const),
    );
  try {
    for (;;) {
      while (running.size < parallel) {
        const next = waiting.next();
        if (next.done === true) break;
        advance(next.value);
      }
      if (running.size === 0) return;
      const [source, result] = await Promise.race(running.values());
      running.delete(source);
      if (result.done === true) continue;
      yield result.value;
      advance(source);
    }
  } finally {
    // The others may wait for a server: they are told to stop, and what they still bring is dropped.
    await Promise.all(
      [...running].map(([source, next]) =>
        next.then(
          () => source.return(undefined),
          () => undefined,
        ),
      ),
    );
  }
}
