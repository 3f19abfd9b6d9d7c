const [EMPTY, UNMATCHED, MATCHED] = [0, 1, 2];

/** The table grows beyond this load factor. */
const LOAD = 0.6;

/**
 * A hash set of triples by their fingerprints, which records whether each one is matched. Typed arrays keep it at 9
 * bytes a slot.
 */
export class TripleSet {
  #fingerprints = new Int32Array(2 << 10);
  #states = new Uint8Array(1 << 10);
  #size = 0;
  #unmatched = 0;

  /** Number of distinct triples. */
  get size(): number {
    return this.#size;
  }

  /** Number of unmatched triples. */
  get unmatched(): number {
    return this.#unmatched;
  }

  add(a: number, b: number): void {
    const slot = this.#find(a, b);
    if (this.#states[slot] !== EMPTY) return;
    this.#put(slot, a, b, UNMATCHED);
    this.#size += 1;
    this.#unmatched += 1;
    if (this.#size > this.#states.length * LOAD) this.#grow();
  }

  has(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] !== EMPTY;
  }

  isUnmatched(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] === UNMATCHED;
  }

  isMatched(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] === MATCHED;
  }

  /** Marks a triple as matched. Ignores triples that are not in the set. */
  match(a: number, b: number): void {
    const slot = this.#find(a, b);
    if (this.#states[slot] !== UNMATCHED) return;
    this.#states[slot] = MATCHED;
    this.#unmatched -= 1;
  }

  /** Marks a triple as unmatched. Ignores triples that are not in the set. */
  unmatch(a: number, b: number): void {
    const slot = this.#find(a, b);
    if (this.#states[slot] !== MATCHED) return;
    this.#states[slot] = UNMATCHED;
    this.#unmatched += 1;
  }

  /** The slot of a triple, or the empty slot where it belongs. */
  #find(a: number, b: number): number {
    const last = this.#states.length - 1;
    let slot = (a ^ (b >>> 7)) & last;
    while (
      this.#states[slot] !== EMPTY &&
      (this.#fingerprints[2 * slot] !== a || this.#fingerprints[2 * slot + 1] !== b)
    )
      slot = (slot + 1) & last;
    return slot;
  }

  #put(slot: number, a: number, b: number, state: number): void {
    this.#fingerprints[2 * slot] = a;
    this.#fingerprints[2 * slot + 1] = b;
    this.#states[slot] = state;
  }

  #grow(): void {
    const [fingerprints, states] = [this.#fingerprints, this.#states];
    this.#fingerprints = new Int32Array(2 * fingerprints.length);
    this.#states = new Uint8Array(2 * states.length);
    states.forEach((state, slot) => {
      if (state === EMPTY) return;
      const [a, b] = [fingerprints[2 * slot] as number, fingerprints[2 * slot + 1] as number];
      this.#put(this.#find(a, b), a, b, state);
    });
  }
}
