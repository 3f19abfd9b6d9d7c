/** The kind of a file, as its first bytes show. */
export type ContentKind = ArchiveFormat | 'json' | 'html' | 'unknown';

/** The archive formats that we read. */
export type ArchiveFormat = 'zip' | 'gzip' | 'tar';

/** Tells whether this is an archive. A gzip file may also contain a single document. */
export function isArchive(kind: ContentKind): kind is ArchiveFormat {
  return kind === 'zip' || kind === 'gzip' || kind === 'tar';
}

/** How many bytes {@link detectKind} needs. */
export const FIRST_BYTES = 512;

/** Detects the kind of a file by its content, because names and media types may be wrong. */
export function detectKind(head: Uint8Array): ContentKind {
  const [a, b, c, d] = head;
  if (a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6) || (c === 7 && d === 8))) return 'zip';
  if (a === 0x1f && b === 0x8b) return 'gzip';
  if (isTarHeader(head)) return 'tar';
  const text = new TextDecoder('utf-8').decode(head.subarray(0, FIRST_BYTES)).trimStart();
  if (/^[[{]/.test(text)) return 'json';
  if (/^<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return 'html';
  return 'unknown';
}

/** Checks the header checksum, which works for old tar archives without `ustar` too. */
function isTarHeader(head: Uint8Array): boolean {
  if (head.length < 512 || head[0] === 0) return false;
  const written = Number.parseInt(new TextDecoder('latin1').decode(head.subarray(148, 156)).replace(/[\0 ]+/g, ''), 8);
  let sum = 0;
  for (let index = 0; index < 512; index += 1) sum += index >= 148 && index < 156 ? 32 : (head[index] as number);
  return sum === written;
}

/** The first bytes of a stream, and the complete stream. */
export interface FirstBytes {
  readonly head: Uint8Array;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Reads the first bytes of a stream, and puts them back in front. */
export async function readFirstBytes(stream: AsyncIterable<Uint8Array>): Promise<FirstBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const rest = stream[Symbol.asyncIterator]();
  while (size < FIRST_BYTES) {
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
