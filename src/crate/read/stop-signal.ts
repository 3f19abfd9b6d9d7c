/** What reading needs of an `AbortSignal`. */
export interface StopSignal {
  throwIfAborted(): void;
}

/** The timers of Node, browsers and workers; only Node has the first one. */
const timers = globalThis as unknown as {
  setImmediate?(callback: () => void): unknown;
  setTimeout(callback: () => void): unknown;
};

/**
 * Lets other events happen, among them the abort of the signal: without a turn of the event loop, a long read of a
 * document in memory could not be aborted.
 * @throws the reason of the signal
 */
export async function turn(signal: StopSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  signal.throwIfAborted();
  await new Promise<void>((resolve) => void (timers.setImmediate ?? timers.setTimeout)(resolve));
  signal.throwIfAborted();
}
