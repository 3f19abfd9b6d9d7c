/**
 * The parts of a segment of the index, each in numbered blocks.
 *
 * - `head`: what is in the segment, and where the blocks of the other parts begin; one block
 * - `terms`: N-Quads terms, sorted by their keys
 * - `ids`: the id of each of these terms
 * - `ranks`: the place of each term among them, by its id
 * - `spog`, `posg`, `ospg`: its quads in three orders, as numbers of their subject, predicate, object and graph
 * - `graphs`: the number of each graph, the id of its IRI, and which row of the store it is
 * - `text`: words and the terms that have them, of a segment of its own, see `store/text/write-text.ts`
 */
export const SEGMENT_PARTS = ['head', 'terms', 'ids', 'ranks', 'spog', 'posg', 'ospg', 'graphs', 'text'] as const;

/** A part of a segment. */
export type SegmentPart = (typeof SEGMENT_PARTS)[number];

/** The orders of quads. */
export const QUAD_ORDERS = ['spog', 'posg', 'ospg'] as const;

/** An order of quads. */
export type QuadOrder = (typeof QUAD_ORDERS)[number];

/** A block that is on its way to or from the store file. */
export interface PackedBlock {
  readonly part: SegmentPart;
  readonly number: number;
  /** zlib (RFC 1950). */
  readonly content: Uint8Array;
}
