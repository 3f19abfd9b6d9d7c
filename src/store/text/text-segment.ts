import { unpackRows } from '../index/packed-rows.js';
import type { Columns } from '../index/row-order.js';
import type { BlockSource } from '../index/segment-reader.js';
import { compareKeys } from '../index/term-keys.js';
import { unpackTextHead, type TextHead } from './write-text.js';

/** A term that has a word. */
export interface WordInTerm {
  readonly word: string;
  readonly term: number;
  /** How often the term has the word, and how many words it has. */
  readonly count: number;
  readonly length: number;
}

/** Reads a segment of the full text. */
export class TextSegment {
  readonly head: TextHead;
  readonly #segment: number;
  readonly #source: BlockSource;

  /** @throws CrateError for a damaged segment */
  constructor(segment: number, source: BlockSource) {
    this.#segment = segment;
    this.#source = source;
    const bytes = this.#block(0);
    try {
      this.head = unpackTextHead(bytes);
    } catch (error) {
      throw source.damaged(error);
    }
  }

  /** The terms that have a word, or one that begins with it. @throws CrateError for a damaged segment */
  *terms(wanted: string, isPrefix: boolean): Generator<WordInTerm> {
    const { firstWords } = this.head;
    let block = firstWords.findLastIndex((first) => compareKeys(first, wanted) < 0);
    for (block = Math.max(0, block); block < firstWords.length; block += 1) {
      const first = firstWords[block] as string;
      if (compareKeys(first, wanted) > 0 && !(isPrefix && first.startsWith(wanted))) return;
      for (const found of this.#rows(block + 1))
        if (isPrefix ? found.word.startsWith(wanted) : found.word === wanted) yield found;
    }
  }

  /** Everything that it has. @throws CrateError for a damaged segment */
  *all(): Generator<WordInTerm> {
    for (let block = 1; block <= this.head.firstWords.length; block += 1) yield* this.#rows(block);
  }

  *#rows(block: number): Generator<WordInTerm> {
    const bytes = Buffer.from(this.#block(block));
    const end = bytes.indexOf('\n\n');
    const words = bytes.subarray(0, end).toString().split('\n');
    let columns: Columns;
    try {
      columns = unpackRows(bytes.subarray(end + 2), 4);
    } catch (error) {
      throw this.#source.damaged(error);
    }
    const [places = [], terms = [], counts = [], lengths = []] = columns;
    for (const [row, place] of places.entries()) {
      const word = words[place];
      if (word === undefined) throw this.#source.damaged();
      yield { word, term: terms[row] as number, count: counts[row] as number, length: lengths[row] as number };
    }
  }

  #block(number: number): Uint8Array {
    return this.#source.block({ segment: this.#segment, part: 'text', number });
  }
}
