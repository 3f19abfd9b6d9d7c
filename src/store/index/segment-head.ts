import type { QuadOrder } from './segment-parts.js';

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
  /** Numbers of the graphs are these and the following ones, some of which may be gone. */
  readonly firstGraph: number;
  readonly graphs: number;
}

/** The bytes of the head of a segment. */
export function packHead(head: SegmentHead): Uint8Array {
  return Buffer.from(JSON.stringify(head));
}

/** The head of a segment. @throws SyntaxError for other bytes */
export function unpackHead(bytes: Uint8Array): SegmentHead {
  return JSON.parse(Buffer.from(bytes).toString()) as SegmentHead;
}
