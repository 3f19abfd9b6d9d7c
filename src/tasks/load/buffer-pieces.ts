import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { Packable } from '../../store/packable.js';
import type { Piece } from '../../store/port.js';

/** Bytes of pieces that stay in memory. */
const MAX_IN_MEMORY = 1 << 26;

/** Where a packed piece lies in the temporary file. */
interface StoredPiece {
  readonly start: number;
  readonly end: number;
  readonly sha256: string;
  readonly quads: number;
}

/**
 * Buffers pieces until a store reads them. The first {@link MAX_IN_MEMORY} bytes stay in memory, the rest is packed
 * into a temporary file. The result can be read several times.
 */
export async function bufferPieces(pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<Iterable<Piece>> {
  const first: Piece[] = [];
  let size = 0;
  const rest = each(pieces);
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    first.push(next.value);
    size += next.value.content.held;
    if (size > MAX_IN_MEMORY) return withTemporaryFile(first, rest);
  }
  return first;
}

async function* each(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* pieces;
}

async function withTemporaryFile(first: readonly Piece[], rest: AsyncIterator<Piece>): Promise<Iterable<Piece>> {
  const stored: StoredPiece[] = [];
  async function* packed(): AsyncGenerator<Uint8Array> {
    let start = 0;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      const { content, quads } = next.value;
      const end = start + content.packed.length;
      stored.push({ start, end, quads, sha256: content.sha256 });
      yield content.packed;
      start = end;
    }
  }
  const bytes = await DocumentBytes.ofStream(packed(), Infinity, 'the N-Quads');
  return {
    *[Symbol.iterator]() {
      yield* first;
      for (const { start, end, sha256, quads } of stored)
        yield { content: Packable.packed({ packed: bytes.read(start, end), sha256 }), quads };
    },
  };
}
