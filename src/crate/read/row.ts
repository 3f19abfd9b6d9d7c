import { hash53 } from '../../rdf/hash.js';
import { HashSet } from '../../rdf/hashes.js';

/** Up to this many are compared one by one. */
const FEW = 8;

/** Texts in a row, with the question whether one was there before: most rows are short, some have a million. */
export class Row {
  readonly #few: string[] = [];
  #many: HashSet | undefined;

  /** Adds a text. @returns whether it is there already, or may be: long rows keep hashes only */
  has(text: string): boolean {
    if (this.#many !== undefined) return !this.#many.add(hash53(text));
    if (this.#few.includes(text)) return true;
    this.#few.push(text);
    if (this.#few.length > FEW) {
      this.#many = new HashSet();
      for (const one of this.#few) this.#many.add(hash53(one));
    }
    return false;
  }
}
