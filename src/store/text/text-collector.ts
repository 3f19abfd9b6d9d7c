import { compareKeys } from '../index/term-keys.js';
import type { Columns } from '../index/row-order.js';
import { wordsOf } from './text-words.js';

/** The terms that have a word: the id of each, how often it has the word, and how many words it has in all. */
export class Postings {
  readonly #numbers: number[] = [];

  get size(): number {
    return this.#numbers.length / 3;
  }

  add(term: number, count: number, length: number): void {
    this.#numbers.push(term, count, length);
  }

  /** One more of the word in the last term. */
  addToLast(): void {
    (this.#numbers[this.#numbers.length - 2] as number) += 1;
  }

  /** The last term. */
  get last(): number | undefined {
    return this.#numbers.at(-3);
  }

  /** Sets the number of words of the last term. */
  endLast(length: number): void {
    this.#numbers[this.#numbers.length - 1] = length;
  }

  /** As three columns. */
  columns(): Columns {
    return [0, 1, 2].map((at) =>
      Uint32Array.from({ length: this.size }, (_, row) => this.#numbers[3 * row + at] as number),
    );
  }
}

/** Collects the words of texts for a segment of the full text. */
export class TextCollector {
  readonly #words = new Map<string, Postings>();
  /** Words in all of the terms, how many terms have one, and pairs of a word and a term. */
  length = 0;
  terms = 0;
  size = 0;

  /** Adds the text of a term; the ids of terms grow. */
  add(term: number, text: string): void {
    let length = 0;
    const own: Postings[] = [];
    for (const { word } of wordsOf(text)) {
      length += 1;
      const postings = this.#postings(word);
      if (postings.last === term) postings.addToLast();
      else {
        postings.add(term, 1, 0);
        own.push(postings);
      }
    }
    for (const postings of own) postings.endLast(length);
    this.length += length;
    this.size += own.length;
    if (length > 0) this.terms += 1;
  }

  /** Adds a term that another segment has with this word. */
  addPosting(word: string, term: number, count: number, length: number): void {
    this.#postings(word).add(term, count, length);
    this.size += 1;
  }

  /** The words, sorted, with the terms that have them. */
  *sorted(): Generator<readonly [word: string, postings: Columns]> {
    const words = [...this.#words.keys()].sort(compareKeys);
    for (const word of words) yield [word, (this.#words.get(word) as Postings).columns()];
  }

  #postings(word: string): Postings {
    let postings = this.#words.get(word);
    if (postings === undefined) this.#words.set(word, (postings = new Postings()));
    return postings;
  }
}
