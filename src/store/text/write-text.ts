import { areNumbers, areTexts } from '../index/json-lists.js';
import { packBlock } from '../index/packed-block.js';
import { BLOCK_ROWS, packRows } from '../index/packed-rows.js';
import type { PackedBlock } from '../index/segment-parts.js';
import type { TextCollector } from './text-collector.js';

/** What is in a segment of the full text. */
export interface TextHead {
  /** It has the texts of the terms with these ids, the last one not included. */
  readonly from: number;
  readonly to: number;
  /** Words in all of them, and how many of them have a word. */
  readonly length: number;
  readonly terms: number;
  /** The pairs of a word and a term that it has. */
  readonly size: number;
  /** The first word of each block. */
  readonly firstWords: readonly string[];
  /** Another edition of Unicode may know other words. */
  readonly unicode: string;
}

/** The head of a segment of the full text. @throws Error for other bytes */
export function unpackTextHead(bytes: Uint8Array): TextHead {
  const head = JSON.parse(Buffer.from(bytes).toString()) as TextHead;
  if (!areNumbers([head.from, head.to, head.length, head.terms, head.size])) throw new TypeError();
  if (!areTexts(head.firstWords)) throw new TypeError();
  return head;
}

/** The edition of Unicode that makes the words. */
export const UNICODE = process.versions['unicode'] ?? '';

/**
 * Writes a segment of the full text: the head is block 0 of part `text`. Each other block has words, one a line, then a
 * line that is empty, and packed rows: the place of the word among these, the term, how often it has the word, and how
 * many words it has. The same texts make the same blocks.
 */
export function* writeTextSegment(
  segment: number,
  { from, to }: Pick<TextHead, 'from' | 'to'>,
  collected: TextCollector,
): Generator<PackedBlock> {
  const firstWords: string[] = [];
  const block = (number: number, bytes: Uint8Array): PackedBlock => {
    const place = { segment, part: 'text', number } as const;
    return { part: 'text', number, content: packBlock(place, bytes) };
  };
  for (const rows of textRows(collected)) {
    firstWords.push(rows.words[0] as string);
    yield block(firstWords.length, packText(rows));
  }
  const { length, terms, size } = collected;
  const head: TextHead = { from, to, length, terms, size, firstWords, unicode: UNICODE };
  yield block(0, Buffer.from(JSON.stringify(head)));
}

/** The rows of a block, on their way. */
interface TextRows {
  readonly words: string[];
  readonly columns: readonly number[][];
}

function* textRows(collected: TextCollector): Generator<TextRows> {
  let rows: TextRows = { words: [], columns: [[], [], [], []] };
  for (const [word, [terms = [], counts = [], lengths = []]] of collected.sorted()) {
    rows.words.push(word);
    for (const [at, term] of terms.entries()) {
      if (rows.columns[0]?.length === BLOCK_ROWS) {
        const rest = at === 0 ? rows.words.pop() : word;
        yield rows;
        rows = { words: [rest as string], columns: [[], [], [], []] };
      }
      for (const [column, number] of [
        rows.words.length - 1,
        term,
        counts[at] as number,
        lengths[at] as number,
      ].entries())
        rows.columns[column]?.push(number);
    }
  }
  if (rows.words.length > 0) yield rows;
}

function packText({ words, columns }: TextRows): Uint8Array {
  const packed = columns.map((column) => Uint32Array.from(column));
  const all = new Uint32Array(packed[0]?.length ?? 0).map((_, row) => row);
  return Buffer.concat([Buffer.from(`${words.join('\n')}\n\n`), packRows(packed, all)]);
}
