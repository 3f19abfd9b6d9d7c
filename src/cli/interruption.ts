/** What the command has done so far, for the message of an interruption. */
let soFar = 'nothing was changed';

/** States what an interruption from now on leaves behind. */
export function onInterruption(outcome: string): void {
  soFar = outcome;
}

/** The message of an interruption. */
export function interruptionMessage(): string {
  return `ERR_INTERRUPTED: stopped; ${soFar}`;
}
