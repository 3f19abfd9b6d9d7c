/** What reading needs of an `AbortSignal`. */
export interface StopSignal {
  throwIfAborted(): void;
}

/** The timers of Node, browsers and workers; only Node has the first one. */
const timers = globalThis as unknown as {
  setImmediate?(callback: () => void): unknown;
  setTimeout(callback: () => void): unknown;
};

/** How long work with a signal may keep other events waiting, in milliseconds. */
const LONGEST = 20;

/**
 * Lets other events happen, among them the abort of the signal: without a turn of the event loop, a long read of a
 * document in memory could not be aborted.
 * @throws the reason of the signal
 */
export async function turn(signal: StopSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  signal.throwIfAborted();
  await nextTurn();
  signal.throwIfAborted();
}

/** Lets other events happen: ends a turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void (timers.setImmediate ?? timers.setTimeout)(resolve));
}

/**
 * The same items; with a signal, other events happen now and then between them, so that it can abort long work.
 * @throws the reason of the signal
 */
export function stoppable<T>(
  items: Iterable<T> | AsyncIterable<T>,
  signal: StopSignal | undefined,
): Iterable<T> | AsyncIterable<T> {
  return signal === undefined ? items : withTurns(items, signal);
}

async function* withTurns<T>(items: Iterable<T> | AsyncIterable<T>, signal: StopSignal): AsyncGenerator<T> {
  await turn(signal);
  let last = Date.now();
  for await (const item of items) {
    if (Date.now() - last >= LONGEST) {
      await turn(signal);
      last = Date.now();
    }
    yield item;
  }
}
