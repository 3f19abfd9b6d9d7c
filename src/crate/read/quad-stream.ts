/**
 * Flattens batches into a stream of items. Not an async generator: that takes three turns of the microtask queue for
 * each item, this takes one.
 */
export function flattenBatches<T>(batches: AsyncGenerator<readonly T[]>): AsyncIterableIterator<T> {
  let batch: readonly T[] = [];
  let at = 0;
  const refill = async (): Promise<IteratorResult<T>> => {
    for (;;) {
      const next = await batches.next();
      if (next.done === true) return { done: true, value: undefined };
      if (next.value.length === 0) continue;
      batch = next.value;
      at = 1;
      return { done: false, value: batch[0] as T };
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (at >= batch.length) return refill();
      at += 1;
      return Promise.resolve({ done: false, value: batch[at - 1] as T });
    },
    async return() {
      batch = [];
      await batches.return(undefined);
      return { done: true, value: undefined };
    },
  };
}
