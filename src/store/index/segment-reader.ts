import { BlockCache, type BlockShelf } from './block-cache.js';
import type { BlockPlace } from './packed-block.js';
import { BLOCK_ROWS, unpackRows } from './packed-rows.js';
import type { Columns } from './row-order.js';
import { unpackHead, type SegmentHead } from './segment-head.js';
import type { QuadOrder, SegmentPart } from './segment-parts.js';
import { compareKeys, compareToKey, sortKey } from './term-keys.js';

/** Where the blocks of a segment are. */
export interface BlockSource {
  /** The content of a block. @throws CrateError if there is none, or it is damaged */
  block(place: BlockPlace): Uint8Array;
  /** The error for blocks that do not fit each other. */
  damaged(cause?: unknown): Error;
}

/** Some rows of an order that follow each other. */
export interface RowRange {
  readonly columns: Columns;
  readonly from: number;
  readonly to: number;
}

/** About how many bytes a block takes besides its numbers or letters, and a string. */
const BLOCK_COST = 500;
const STRING_COST = 32;

type RowPart = Exclude<SegmentPart, 'head' | 'terms' | 'text'>;

/** Reads a segment of the index: it unpacks the blocks that a search needs, and keeps them. */
export class SegmentReader {
  readonly head: SegmentHead;
  readonly #segment: number;
  readonly #source: BlockSource;
  readonly #rows: Readonly<Record<RowPart, BlockShelf<Columns>>>;
  readonly #texts: BlockShelf<readonly string[]>;

  /**
   * @param cache keeps what was unpacked, for all segments of an index
   * @throws CrateError, Error for a damaged segment
   */
  constructor(segment: number, source: BlockSource, cache = new BlockCache()) {
    this.#segment = segment;
    this.#source = source;
    const shelf = () => cache.shelf<Columns>();
    this.#rows = { ids: shelf(), ranks: shelf(), spog: shelf(), posg: shelf(), ospg: shelf(), graphs: shelf() };
    this.#texts = cache.shelf();
    const head = this.#block('head', 0);
    try {
      this.head = unpackHead(head);
    } catch (error) {
      throw source.damaged(error);
    }
  }

  /** The cache keeps nothing of the segment any more; a reader of it may go on. */
  forget(): void {
    for (const shelf of [...Object.values(this.#rows), this.#texts]) shelf.remove();
  }

  /** The id of a term; 0 if the segment has not added it. */
  idOf(term: string): number {
    const { termKeys, termRanks } = this.head;
    const key = sortKey(term);
    // Terms of one key may lie in several blocks.
    for (
      let block = lastAt(termKeys.length, (at) => compareKeys(termKeys[at] as string, key) <= 0);
      block >= 0;
      block -= 1
    ) {
      const isFirst = termKeys[block] === key;
      const rank = termRanks[block] as number;
      // A very long term has a block of its own, which need not be read for another one.
      if (!isFirst && (termRanks[block + 1] ?? this.head.terms) === rank + 1) return 0;
      const terms = this.#terms(block);
      const at = lastAt(terms.length, (one) => compareToKey(terms[one] as string, term, key) <= 0);
      if (terms[at] === term) return this.#number('ids', rank + at);
      if (!isFirst) return 0;
    }
    return 0;
  }

  /** The term with an id of this segment. */
  term(id: number): string {
    const rank = this.#number('ranks', id - this.head.firstId);
    const { termRanks } = this.head;
    const block = lastAt(termRanks.length, (at) => (termRanks[at] as number) <= rank);
    const term = this.#terms(block)[rank - (termRanks[block] as number)];
    if (term === undefined) throw this.#source.damaged();
    return term;
  }

  /** The rows that begin with these numbers, in their order. */
  *rows(order: QuadOrder, prefix: readonly number[]): Generator<RowRange> {
    const [first, last] = this.#blocks(order, prefix);
    for (let block = first; block <= last; block += 1) {
      const range = this.#range(order, block, prefix);
      if (range.to > range.from) yield range;
    }
  }

  /** About how many rows begin with these numbers: exactly, if they lie in one or two blocks; 0 only for none. */
  count(order: QuadOrder, prefix: readonly number[]): number {
    if (prefix.length === 0) return this.head.quads;
    const [first, last] = this.#blocks(order, prefix);
    if (last < first) return 0;
    let count = Math.max(0, last - first - 1) * BLOCK_ROWS;
    for (const block of first === last ? [first] : [first, last]) {
      const { from, to } = this.#range(order, block, prefix);
      count += to - from;
    }
    return count;
  }

  /** All of its terms in the order of their keys, each with its id. */
  *terms(): Generator<readonly [term: string, id: number]> {
    for (const [block, rank] of this.head.termRanks.entries())
      for (const [at, term] of this.#terms(block).entries()) yield [term, this.#number('ids', rank + at)];
  }

  /** The graphs: number, id of the IRI, row of the store, its version. */
  graphs(): Columns {
    const { graphs } = this.head;
    const all = Array.from({ length: 4 }, () => new Uint32Array(graphs));
    for (let at = 0, block = 0; at < graphs; at += BLOCK_ROWS, block += 1)
      for (const [column, numbers] of this.#columns('graphs', block).entries()) {
        if (numbers.length !== Math.min(BLOCK_ROWS, graphs - at)) throw this.#source.damaged();
        all[column]?.set(numbers, at);
      }
    return all;
  }

  /** The highest number of a graph; 0 if there is none. */
  get lastGraph(): number {
    const last = this.head.graphs - 1;
    if (last < 0) return 0;
    const [numbers] = this.#columns('graphs', Math.floor(last / BLOCK_ROWS));
    return numbers?.[last % BLOCK_ROWS] ?? 0;
  }

  /** The id of the IRI of a graph; 0 if the segment does not have it. */
  graphIri(number: number): number {
    const numberAt = (at: number): number =>
      this.#columns('graphs', Math.floor(at / BLOCK_ROWS))[0]?.[at % BLOCK_ROWS] as number;
    const at = lastAt(this.head.graphs, (one) => numberAt(one) <= number);
    if (at < 0 || numberAt(at) !== number) return 0;
    return this.#columns('graphs', Math.floor(at / BLOCK_ROWS))[1]?.[at % BLOCK_ROWS] as number;
  }

  /** The blocks that rows with these first numbers may be in: the first and the last one. */
  #blocks(order: QuadOrder, prefix: readonly number[]): readonly [number, number] {
    const firsts = this.head.firstRows[order];
    const blocks = (firsts[0] as readonly number[]).length;
    const first = Math.max(
      0,
      lastAt(blocks, (at) => compareRow(firsts, at, prefix) < 0),
    );
    return [first, lastAt(blocks, (at) => compareRow(firsts, at, prefix) <= 0)];
  }

  #range(order: QuadOrder, block: number, prefix: readonly number[]): RowRange {
    const columns = this.#columns(order, block);
    const size = (columns[0] as Uint32Array).length;
    const from = lastAt(size, (row) => compareRow(columns, row, prefix) < 0) + 1;
    return { columns, from, to: lastAt(size, (row) => compareRow(columns, row, prefix) <= 0) + 1 };
  }

  #number(part: 'ids' | 'ranks', at: number): number {
    const [column] = this.#columns(part, Math.floor(at / BLOCK_ROWS));
    const number = column?.[at % BLOCK_ROWS];
    if (number === undefined) throw this.#source.damaged();
    return number;
  }

  #columns(part: RowPart, number: number): Columns {
    const shelf = this.#rows[part];
    const known = shelf.get(number);
    if (known !== undefined) return known;
    const bytes = this.#block(part, number);
    let columns: Columns;
    try {
      columns = unpackRows(bytes, part === 'ids' || part === 'ranks' ? 1 : 4);
    } catch (error) {
      throw this.#source.damaged(error);
    }
    shelf.keep(number, columns, BLOCK_COST + 4 * columns.length * (columns[0]?.length ?? 0));
    return columns;
  }

  #terms(number: number): readonly string[] {
    const known = this.#texts.get(number);
    if (known !== undefined) return known;
    const bytes = this.#block('terms', number);
    const terms = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().split('\n');
    this.#texts.keep(number, terms, BLOCK_COST + 2 * bytes.length + STRING_COST * terms.length);
    return terms;
  }

  #block(part: SegmentPart, number: number): Uint8Array {
    return this.#source.block({ segment: this.#segment, part, number });
  }
}

/** Compares the beginning of a row with some numbers. */
function compareRow(columns: readonly ArrayLike<number>[], row: number, prefix: readonly number[]): number {
  for (let at = 0; at < prefix.length; at += 1) {
    const difference = ((columns[at] as ArrayLike<number>)[row] as number) - (prefix[at] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The last of some numbers from 0 on for which a test holds that holds for the first ones only; -1 if for none. */
function lastAt(size: number, holds: (at: number) => boolean): number {
  let low = -1;
  let high = size - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
