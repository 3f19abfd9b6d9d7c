const [EMPTY, OPEN, COVERED] = [0, 1, 2];

/** How full the table may be before it grows. */
const LOAD = 0.6;

/** A set of triples by their fingerprints, each with a mark whether it is accounted for: 9 bytes a place, no objects. */
export class TripleSet {
  #prints = new Int32Array(2 << 10);
  #states = new Uint8Array(1 << 10);
  #size = 0;
  #open = 0;

  /** Number of triples, each once. */
  get size(): number {
    return this.#size;
  }

  /** Number of triples that nothing accounts for. */
  get open(): number {
    return this.#open;
  }

  add(a: number, b: number): void {
    const place = this.#find(a, b);
    if (this.#states[place] !== EMPTY) return;
    this.#put(place, a, b, OPEN);
    this.#size += 1;
    this.#open += 1;
    if (this.#size > this.#states.length * LOAD) this.#grow();
  }

  has(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] !== EMPTY;
  }

  isOpen(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] === OPEN;
  }

  isCovered(a: number, b: number): boolean {
    return this.#states[this.#find(a, b)] === COVERED;
  }

  /** Marks a triple as accounted for, if the set has it. */
  cover(a: number, b: number): void {
    const place = this.#find(a, b);
    if (this.#states[place] !== OPEN) return;
    this.#states[place] = COVERED;
    this.#open -= 1;
  }

  /** Takes the mark away again. */
  uncover(a: number, b: number): void {
    const place = this.#find(a, b);
    if (this.#states[place] !== COVERED) return;
    this.#states[place] = OPEN;
    this.#open += 1;
  }

  /** The place of a triple, or the empty one where it would go. */
  #find(a: number, b: number): number {
    const last = this.#states.length - 1;
    let place = (a ^ (b >>> 7)) & last;
    while (this.#states[place] !== EMPTY && (this.#prints[2 * place] !== a || this.#prints[2 * place + 1] !== b))
      place = (place + 1) & last;
    return place;
  }

  #put(place: number, a: number, b: number, state: number): void {
    this.#prints[2 * place] = a;
    this.#prints[2 * place + 1] = b;
    this.#states[place] = state;
  }

  #grow(): void {
    const [prints, states] = [this.#prints, this.#states];
    this.#prints = new Int32Array(2 * prints.length);
    this.#states = new Uint8Array(2 * states.length);
    states.forEach((state, place) => {
      if (state === EMPTY) return;
      const [a, b] = [prints[2 * place] as number, prints[2 * place + 1] as number];
      this.#put(this.#find(a, b), a, b, state);
    });
  }
}
