/** What the first bytes of a file look like. */
export type Sniffed = ArchiveFormat | 'json' | 'html' | 'unknown';

/** The archives that we read. */
export type ArchiveFormat = 'zip' | 'gzip' | 'tar';

/** Whether this is an archive; what is packed with gzip may also be one document. */
export function isArchive(kind: Sniffed): kind is ArchiveFormat {
  return kind === 'zip' || kind === 'gzip' || kind === 'tar';
}

/** How many bytes {@link sniff} looks at. */
export const SNIFF_BYTES = 512;

/** Tells by content what a file is; names and media types lie. */
export function sniff(head: Uint8Array): Sniffed {
  const [a, b, c, d] = head;
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6) || (c === 7 && d === 8))) return 'zip';
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (isTarHeader(head)) return 'tar';
  const text = new TextDecoder('utf-8').decode(head.subarray(0, SNIFF_BYTES)).trimStart();
  if (/^[[{]/.test(text)) return 'json';
  if (/^<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return 'html';
  return 'unknown';
}

/** A tar header holds the sum of its own bytes; true for old archives without `ustar` too. */
function isTarHeader(head: Uint8Array): boolean {
  if (head.length < 512 || head[0] === 0) return false;
  const written = Number.parseInt(new TextDecoder('latin1').decode(head.subarray(148, 156)).replace(/[\0 ]+/g, ''), 8);
  let sum = 0;
  for (let index = 0; index < 512; index += 1) sum += index >= 148 && index < 156 ? 32 : (head[index] as number);
  return sum === written;
}

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
