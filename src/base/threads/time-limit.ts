/** When each signal of {@link timeLimitSignal} aborts, by the clock of `performance`. */
const ends = new WeakMap<AbortSignal, { readonly at: number; readonly reason: () => Error }>();

/**
 * A signal that aborts after some time. The timer does not keep the process alive.
 * @param seconds from now on
 */
export function timeLimitSignal(seconds: number, reason: () => Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason()), seconds * 1000).unref();
  ends.set(controller.signal, { at: performance.now() + seconds * 1000, reason });
  return controller.signal;
}

/**
 * Throws the reason of a signal, for work that waits for nothing: no timer can end that, so the clock is looked at.
 * @throws the reason of the signal
 */
export function throwIfOver(signal: AbortSignal | undefined): void {
  signal?.throwIfAborted();
  const end = signal && ends.get(signal);
  if (end !== undefined && performance.now() >= end.at) throw end.reason();
}
