import { grown, numbersHash, slotsOf } from './hash-table.js';
import { TextSet } from './text-set.js';

/**
 * A set of triples that numbers them from 0, in the order in which they come. Only equal texts are the same: a triple
 * is the numbers of its three terms in a {@link TextSet}. So each term is held once, however many triples have it.
 */
export class TripleSet {
  readonly #terms = new TextSet();
  /** The number of a triple plus 1; 0 is a free slot. */
  #slots = new Int32Array(64);
  #hashes = new Int32Array(32);
  /** Three terms for each triple. */
  #triples = new Int32Array(3 * 32);
  #size = 0;
  // Triples of one subject follow each other.
  #subject = '';
  #subjectNumber = -1;

  /** Number of triples in the set. */
  get size(): number {
    return this.#size;
  }

  /** Adds a triple of terms, written so that different terms are different texts. @returns whether it is new */
  add(subject: string, predicate: string, object: string): boolean {
    const size = this.#size;
    if (subject !== this.#subject || this.#subjectNumber < 0) this.#begin(subject, this.#terms.put(subject));
    return this.#put(this.#subjectNumber, this.#terms.put(predicate), this.#terms.put(object)) === size;
  }

  /** The number of a triple of terms; -1 if the set does not have it. */
  find(subject: string, predicate: string, object: string): number {
    if (subject !== this.#subject || this.#subjectNumber < 0) this.#begin(subject, this.#terms.find(subject));
    if (this.#subjectNumber < 0) return -1;
    return this.#find(this.#subjectNumber, this.#terms.find(predicate), this.#terms.find(object));
  }

  /**
   * Adds a triple, unless the set has it. Its three terms have one space between them, and only the object may contain
   * some. @returns its number: `size` before the call for a new one
   */
  putLine(text: string, start = 0, end = text.length): number {
    const first = text.indexOf(' ', start);
    const second = text.indexOf(' ', first + 1);
    if (!this.#isSubject(text, start, first))
      this.#begin(text.slice(start, first), this.#terms.put(text, start, first));
    return this.#put(
      this.#subjectNumber,
      this.#terms.put(text, first + 1, second),
      this.#terms.put(text, second + 1, end),
    );
  }

  /** The number of a triple in the form of {@link putLine}; -1 if the set does not have it. */
  findLine(text: string, start = 0, end = text.length): number {
    const first = text.indexOf(' ', start);
    const second = text.indexOf(' ', first + 1);
    if (!this.#isSubject(text, start, first))
      this.#begin(text.slice(start, first), this.#terms.find(text, start, first));
    if (this.#subjectNumber < 0) return -1;
    const predicate = this.#terms.find(text, first + 1, second);
    return this.#find(this.#subjectNumber, predicate, this.#terms.find(text, second + 1, end));
  }

  /** Removes the triples that were added last, so that this many stay. */
  truncate(size: number): void {
    while (this.#size > size) {
      const number = this.#size - 1;
      const last = this.#slots.length - 1;
      let slot = (this.#hashes[number] as number) & last;
      while (this.#slots[slot] !== number + 1) slot = (slot + 1) & last;
      this.#slots[slot] = 0; // none was put behind it: they go in reverse order
      this.#size = number;
    }
  }

  /** Whether a range is the last subject, and its number is known. */
  #isSubject(text: string, start: number, end: number): boolean {
    return this.#subjectNumber >= 0 && end - start === this.#subject.length && text.startsWith(this.#subject, start);
  }

  #begin(subject: string, number: number): void {
    this.#subject = subject;
    this.#subjectNumber = number;
  }

  #put(subject: number, predicate: number, object: number): number {
    const hash = numbersHash(subject, object, predicate);
    const slot = this.#slotOf(subject, predicate, object, hash);
    const found = this.#slots[slot] as number;
    if (found !== 0) return found - 1;
    const number = this.#size;
    this.#hashes[number] = hash;
    this.#triples[3 * number] = subject;
    this.#triples[3 * number + 1] = predicate;
    this.#triples[3 * number + 2] = object;
    this.#slots[slot] = number + 1;
    this.#size += 1;
    if (this.#size === this.#hashes.length) this.#grow();
    return number;
  }

  /** No triple has a term of the number -1. */
  #find(subject: number, predicate: number, object: number): number {
    const slot = this.#slotOf(subject, predicate, object, numbersHash(subject, object, predicate));
    return (this.#slots[slot] as number) - 1;
  }

  /** The slot of a triple, or the free slot where it belongs. */
  #slotOf(subject: number, predicate: number, object: number, hash: number): number {
    const slots = this.#slots;
    const triples = this.#triples;
    const last = slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = (slots[slot] as number) - 1;
      if (number < 0) return slot;
      const at = 3 * number;
      if (triples[at + 2] === object && triples[at] === subject && triples[at + 1] === predicate) return slot;
    }
  }

  #grow(): void {
    this.#hashes = grown(this.#hashes, new Int32Array(2 * this.#hashes.length));
    this.#triples = grown(this.#triples, new Int32Array(2 * this.#triples.length));
    this.#slots = slotsOf(this.#hashes, this.#size);
  }
}
