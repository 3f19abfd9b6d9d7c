import { DocumentBytes } from '../package/document-bytes.js';
import { Packable } from '../store/packable.js';
import type { Piece } from '../store/port.js';

/** Pieces of about 256 KiB that are kept in memory as they are: most crates have one. */
const MANY = 256;

/** Where a packed piece is. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
  readonly quads: number;
}

/**
 * Keeps pieces until a store wants them, in memory of bounded size: what comes after the first {@link MANY} is packed
 * and waits in a temporary file.
 */
export async function keepPieces(pieces: AsyncIterable<Piece>): Promise<Iterable<Piece>> {
  const first: Piece[] = [];
  const rest = pieces[Symbol.asyncIterator]();
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    if (first.push(next.value) === MANY) return withPacked(first, rest);
  return first;
}

async function withPacked(first: readonly Piece[], rest: AsyncIterator<Piece>): Promise<Iterable<Piece>> {
  const places: Place[] = [];
  async function* packed(): AsyncGenerator<Uint8Array> {
    let start = 0;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      const { content, quads } = next.value;
      const end = start + content.packed.length;
      places.push({ start, end, quads, sha256: content.sha256 });
      yield content.packed;
      start = end;
    }
  }
  const bytes = await DocumentBytes.ofStream(packed(), Infinity, 'the N-Quads');
  return {
    *[Symbol.iterator]() {
      yield* first;
      for (const { start, end, sha256, quads } of places)
        yield { content: Packable.packed({ packed: bytes.read(start, end), sha256 }), quads };
    },
  };
}
