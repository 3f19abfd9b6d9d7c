import { deflate, inflate } from '../packable.js';
import type { SegmentPart } from './segment-parts.js';

/** Where a block belongs: it says so itself, so that a block in the place of another one is found. */
export interface BlockPlace {
  readonly segment: number;
  readonly part: SegmentPart;
  readonly number: number;
}

/** Parts whose blocks have rows, and the bytes that such a block has at most. */
const HAS_ROWS: ReadonlySet<SegmentPart> = new Set(['ids', 'ranks', 'spog', 'posg', 'ospg', 'graphs']);
const MOST_OF_ROWS = 64 * 1024;

/** Packs a block; zlib adds a checksum (RFC 1950). */
export function packBlock(place: BlockPlace, content: Uint8Array): Uint8Array {
  return deflate(Buffer.concat([Buffer.from(placeLine(place)), content]));
}

/** The content of a block. @throws Error if it is damaged, or belongs elsewhere */
export function unpackBlock(place: BlockPlace, packed: Uint8Array): Uint8Array {
  const bytes = inflate(packed, HAS_ROWS.has(place.part) ? MOST_OF_ROWS : undefined);
  const line = placeLine(place);
  if (Buffer.from(bytes.subarray(0, line.length)).toString('latin1') !== line)
    throw new RangeError('a block of another place');
  return bytes.subarray(line.length);
}

function placeLine({ segment, part, number }: BlockPlace): string {
  return `${segment} ${part} ${number}\n`;
}
