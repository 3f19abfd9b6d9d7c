/** What an interruption leaves behind, for its message. */
let leftBehind = 'nothing was changed';
const cleanups = new Set<() => void>();

/** States what an interruption from now on leaves behind. */
export function onInterruption(leaves: string): void {
  leftBehind = leaves;
}

/** Registers work to do before the message of an interruption. @returns removes it again */
export function beforeInterruption(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => void cleanups.delete(cleanup);
}

/** Does the registered work. @returns the message */
export function interrupted(): string {
  for (const cleanup of cleanups) cleanup();
  return `ERR_INTERRUPTED: stopped; ${leftBehind}`;
}
