/** A pseudorandom number generator: the same seed gives the same numbers on every machine. */
export class Random {
  #state: number;

  /** @param name distinguishes generators with the same seed */
  constructor(seed: number, name = '') {
    this.#state = seed | 0;
    for (const character of name)
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) as number), 0x01000193);
    this.next();
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** Returns an integer from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns one of the items. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns several distinct items in random order. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0] as T);
  }
}
