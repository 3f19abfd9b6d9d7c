/** What an interruption leaves behind, for its message. */
let leftBehind = 'nothing was changed';
let isOver = false;
const cleanups = new Set<() => void>();
let gentle: (() => void) | undefined;

/** States what an interruption from now on leaves behind. */
export function onInterruption(leaves: string): void {
  leftBehind = leaves;
}

/** Registers work to do before the message of an interruption. @returns removes it again */
export function beforeInterruption(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/** Waits for the first signal, which then does not end the process; the second one does. */
export function firstSignal(): Promise<void> {
  return new Promise((done) => (gentle = done));
}

/** Takes a signal as the first one. @returns whether a handler waits for it */
export function takeFirstSignal(): boolean {
  const waiting = gentle;
  gentle = undefined;
  waiting?.();
  return waiting !== undefined;
}

/** Whether the process is about to end: what fails then is no news. */
export function isInterrupted(): boolean {
  return isOver;
}

/** Does the registered work. @returns the message */
export function interrupted(): string {
  isOver = true;
  for (const cleanup of cleanups) cleanup();
  return `ERR_INTERRUPTED: stopped; ${leftBehind}`;
}
