import { Readable } from 'node:stream';
import { nextTurn } from '../../crate/read/stop-signal.js';

/** Characters that are sent at once. */
const PART = 1 << 15;

/** A long text as the body of an answer. It is made while it is sent, and other requests are answered between two parts. */
export function streamText(texts: Iterable<string> | AsyncIterable<string>): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(parts(texts), { objectMode: false })) as ReadableStream<Uint8Array>;
}

async function* parts(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    yield part;
    part = '';
    await nextTurn();
  }
  yield part;
}
