/** A document that can be read in chunks: bytes in memory, or a file that does not have to fit into memory. */
export interface ByteSource {
  readonly length: number;
  /**
   * The bytes from `start` up to `end`, exclusive.
   * @param into as many bytes or more, for a source that would otherwise allocate some; the caller owns
   * them again when it reads next
   */
  read(start: number, end: number, into?: Uint8Array): Uint8Array;
}

/** A byte source over bytes in memory; nothing is copied. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, read: (start, end) => bytes.subarray(start, end) };
}

/** Length of the chunks of {@link chunksOf}. */
const STEP = 1 << 20;

/** All bytes of a source, one chunk after the other. */
export function* chunksOf(source: ByteSource): Generator<Uint8Array> {
  for (let at = 0; at < source.length; at += STEP) yield source.read(at, Math.min(at + STEP, source.length));
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Text without the byte order mark that it may start with. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Text of UTF-8 bytes; `repaired` if some bytes were not UTF-8 and became U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): { text: string; repaired: boolean } {
  try {
    return { text: strict.decode(bytes), repaired: false };
  } catch {
    return { text: lenient.decode(bytes), repaired: true };
  }
}
