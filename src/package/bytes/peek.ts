import { SNIFF_BYTES } from './first-bytes.js';

/** The first bytes of a stream, and the stream as if nobody had looked. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Looks at the start of a stream. */
export async function peek(stream: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const rest = stream[Symbol.asyncIterator]();
  while (size < SNIFF_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.byteLength;
  }
  const head = Buffer.concat(chunks, size);
  return { head, body: replay(head, rest) };
}

async function* replay(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.byteLength > 0) yield head;
    for (;;) {
      const next = await rest.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}
