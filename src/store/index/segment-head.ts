import { areNumbers, areTexts } from './json-lists.js';
import { QUAD_ORDERS, type QuadOrder } from './segment-parts.js';

/** What is in a segment, and where the blocks of its parts begin. */
export interface SegmentHead {
  readonly quads: number;
  /** The ids of its terms are these and the following ones. */
  readonly firstId: number;
  readonly terms: number;
  /** The key of the first term of each block, and its place among all of them. */
  readonly termKeys: readonly string[];
  readonly termRanks: readonly number[];
  /** The first row of each block, column by column. */
  readonly firstRows: Readonly<Record<QuadOrder, readonly (readonly number[])[]>>;
  /** How many there are. */
  readonly graphs: number;
}

/** The bytes of the head of a segment. */
export function packHead(head: SegmentHead): Uint8Array {
  return Buffer.from(JSON.stringify(head));
}

/** The head of a segment. @throws Error for other bytes */
export function unpackHead(bytes: Uint8Array): SegmentHead {
  const head = JSON.parse(Buffer.from(bytes).toString()) as SegmentHead;
  const { quads, firstId, terms, termKeys, termRanks, firstRows, graphs } = head;
  const firsts = QUAD_ORDERS.flatMap((order) => [0, 1, 2, 3].map((column) => firstRows[order][column]));
  if (![[quads, firstId, terms, graphs], termRanks, ...firsts].every(areNumbers)) throw new TypeError();
  if (!areTexts(termKeys)) throw new TypeError();
  return head;
}
