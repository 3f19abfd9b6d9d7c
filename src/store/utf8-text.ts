/** Decodes UTF-8 without a copy of the bytes. A byte order mark stays: it belongs to the text. */
export function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** Decodes the pieces of a text, one after the other; each is whole characters. */
export function* utf8Texts(pieces: Iterable<Uint8Array>): Generator<string> {
  for (const piece of pieces) yield utf8Text(piece);
}
