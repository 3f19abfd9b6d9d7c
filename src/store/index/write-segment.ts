import { packBlock } from './packed-block.js';
import { BLOCK_ROWS, packRows } from './packed-rows.js';
import { rowOrder, type Columns } from './row-order.js';
import { packHead, type SegmentHead } from './segment-head.js';
import { QUAD_ORDERS, type PackedBlock, type QuadOrder, type SegmentPart } from './segment-parts.js';
import { sortKey } from './term-keys.js';

/** Characters of the terms of a block. */
const BLOCK_TEXT = 16_384;

/** What a segment is made of. */
export interface SegmentContent {
  /** The terms sorted by their keys, and the id of each. The ids are `firstId` and the following ones. */
  readonly terms: readonly string[];
  readonly ids: Uint32Array;
  readonly firstId: number;
  /** Each quad once, in any order: the ids of its subject, predicate and object, and the number of its graph. */
  readonly quads: Readonly<Record<'s' | 'p' | 'o' | 'g', Uint32Array>>;
  /** The graphs: number, id of the IRI, row of the store, its version. */
  readonly graphs: Columns;
}

/** Writes the blocks of a segment, the head as the last one. */
export function* writeSegment(segment: number, content: SegmentContent): Generator<PackedBlock> {
  const { terms, ids, firstId, quads, graphs } = content;
  const numbers = new Map<SegmentPart, number>();
  const block = (part: SegmentPart, bytes: Uint8Array): PackedBlock => {
    const number = numbers.get(part) ?? 0;
    numbers.set(part, number + 1);
    return { part, number, content: packBlock({ segment, part, number }, bytes) };
  };
  const termKeys: string[] = [];
  const termRanks: number[] = [];
  let rank = 0;
  for (const group of textGroups(terms)) {
    termKeys.push(sortKey(group[0] as string));
    termRanks.push(rank);
    rank += group.length;
    yield block('terms', Buffer.from(group.join('\n')));
  }
  for (const rows of chunksOf(sequence(ids.length))) yield block('ids', packRows([ids], rows));
  const ranks = new Uint32Array(ids.length);
  for (const [at, id] of ids.entries()) ranks[id - firstId] = at;
  for (const rows of chunksOf(sequence(ids.length))) yield block('ranks', packRows([ranks], rows));
  const firstRows = {} as Record<QuadOrder, number[][]>;
  const size = quads.s.length;
  for (const order of QUAD_ORDERS) {
    const columns = [...order].map((name) => quads[name as 's' | 'p' | 'o' | 'g']);
    const firsts: number[][] = columns.map(() => []);
    for (const rows of chunksOf(rowOrder(columns, size))) {
      for (const [at, column] of columns.entries()) firsts[at]?.push(column[rows[0] as number] as number);
      yield block(order, packRows(columns, rows));
    }
    firstRows[order] = firsts;
  }
  const size2 = (graphs[0] as Uint32Array).length;
  for (const rows of chunksOf(sequence(size2))) yield block('graphs', packRows(graphs, rows));
  const head: SegmentHead = {
    quads: size,
    firstId,
    terms: terms.length,
    termKeys,
    termRanks,
    firstRows,
    graphs: size2,
  };
  yield block('head', packHead(head));
}

function* textGroups(terms: readonly string[]): Generator<readonly string[]> {
  let group: string[] = [];
  let length = 0;
  for (const term of terms) {
    if (length + term.length > BLOCK_TEXT && group.length > 0) {
      yield group;
      group = [];
      length = 0;
    }
    group.push(term);
    length += term.length + 1;
  }
  if (group.length > 0) yield group;
}

function* chunksOf(rows: Uint32Array): Generator<Uint32Array> {
  for (let at = 0; at < rows.length; at += BLOCK_ROWS) yield rows.subarray(at, at + BLOCK_ROWS);
}

function sequence(size: number): Uint32Array {
  return new Uint32Array(size).map((_, at) => at);
}
