/** Thrown where a plan cannot answer with certainty; the engine answers then. It never leaves this room. */
export class NotCovered extends Error {
  override readonly name = 'NotCovered';
}

/** @param reason what is not covered, as the end of the sentence `the engine answers, because of ...` */
export function leaveToEngine(reason: string): never {
  throw new NotCovered(reason);
}
