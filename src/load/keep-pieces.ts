import { DocumentBytes } from '../package/bytes/document-bytes.js';
import { Packable } from '../store/packable.js';
import type { Piece } from '../store/port.js';

/** Bytes of pieces that are kept in memory as they are. */
const IN_MEMORY = 1 << 26;

/** Where a packed piece is. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
  readonly quads: number;
}

/**
 * Keeps pieces until a store wants them, in memory of bounded size: what comes after the first {@link IN_MEMORY} bytes
 * is packed and waits in a temporary file.
 */
export async function keepPieces(pieces: AsyncIterable<Piece>): Promise<Iterable<Piece>> {
  const first: Piece[] = [];
  let size = 0;
  const rest = pieces[Symbol.asyncIterator]();
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    first.push(next.value);
    size += next.value.content.held;
    if (size > IN_MEMORY) return withPacked(first, rest);
  }
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
