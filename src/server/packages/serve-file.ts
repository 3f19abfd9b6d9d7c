import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { withCharset } from '../../package/media-type.js';
import { EXPOSED_HEADERS } from '../http/cors.js';
import { ContentResponse } from '../http/content-response.js';
import { COMPRESSED_FROM, compressor, encodedBytes, encodingFor, type Encoding } from '../http/encodings.js';
import { encodedVersion, evaluateConditions, rangeHolds, fileVersion, type FileVersion } from '../http/conditions.js';
import { isCompressible, mayRunScripts, typeWithCharset } from '../http/media-types.js';
import { openRegular, type OpenFile } from './resolve-file.js';
import { SmallFile, type SmallFiles } from './small-files.js';

/** Files up to this size are read at once and kept: a stream costs more. */
const AT_ONCE = 1 << 19;
/** Bytes that are read from disk at a time. */
const STEP = 1 << 17;

/** What the answer says about a file besides its content. */
export interface FileFacts {
  /** Media type; that a text is UTF-8 is added. */
  readonly type: string;
  /** More headers, such as `Link`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A file to send. */
export interface FileToServe extends FileFacts {
  /** Absolute path without links. */
  readonly path: string;
  /** Keeps the file if it is small, by the path that was asked for. */
  readonly keep: { readonly files: SmallFiles; readonly as: string };
}

/**
 * Answers GET and HEAD for a file: conditions, ranges, compression (RFC 9110). Undefined if the
 * file has gone meanwhile.
 */
export async function serveFile(request: Request, file: FileToServe): Promise<Response | undefined> {
  const opened = await openRegular(file.path);
  if (opened === undefined) return undefined;
  let isStreaming = false;
  try {
    if (opened.stats.size <= AT_ONCE) return await serveSmallFile(request, file, await readSmall(opened, file.keep));
    const isText = withCharset(file.type) !== file.type;
    const type = isText ? typeWithCharset(file.type, await readStart(opened.handle)) : file.type;
    const plan = planAnswer(request, { ...file, type }, fileVersion(opened.stats));
    const { slice, encoding, status, headers } = plan;
    if (slice === undefined || request.method === 'HEAD') return withoutContent(plan);
    isStreaming = true; // the stream closes the file
    return new Response(streamOf(opened.handle, slice, encoding), { status, headers });
  } finally {
    if (!isStreaming) await opened.handle.close();
  }
}

/** Answers GET and HEAD for a file in memory. */
export async function serveSmallFile(request: Request, facts: FileFacts, file: SmallFile): Promise<Response> {
  const type = typeWithCharset(facts.type, file.bytes);
  const plan = planAnswer(request, { ...facts, type }, file.version);
  const { slice, encoding, status, headers } = plan;
  if (slice === undefined || request.method === 'HEAD') return withoutContent(plan);
  const bytes =
    encoding === undefined ? file.bytes.subarray(slice.start, slice.end) : await encodedBytes(file.bytes, encoding);
  headers['content-length'] = String(bytes.length);
  return new ContentResponse(bytes, { status, headers });
}

/**
 * The content of a file as it is now; undefined if there is none. The file is closed at the
 * end, or if the reader stops.
 */
export async function contentChunks(path: string): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const opened = await openRegular(path);
  return opened && readAndClose(opened);
}

async function* readAndClose({ handle, stats }: OpenFile): AsyncGenerator<Uint8Array> {
  try {
    yield* readSlice(handle, { start: 0, end: Number(stats.size) });
  } finally {
    await handle.close();
  }
}

/** The first bytes of a large file, up to the last character of UTF-8 that they have whole. */
async function readStart(handle: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(STEP), 0, undefined, 0);
  let end = bytesRead;
  while (end > 0 && ((buffer[end - 1] as number) & 0xc0) === 0x80) end -= 1;
  if (end > 0 && (buffer[end - 1] as number) >= 0xc0) end -= 1;
  return buffer.subarray(0, end);
}

async function readSmall({ handle, stats }: OpenFile, { files, as }: FileToServe['keep']): Promise<SmallFile> {
  const bytes = new Uint8Array(Number(stats.size));
  let at = 0;
  for await (const chunk of readSlice(handle, { start: 0, end: bytes.length })) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  const file = new SmallFile(stats, bytes);
  files.keep(as, file, await handle.stat({ bigint: true }));
  return file;
}

function withoutContent({ text, status, headers }: PlannedAnswer): Response {
  return text === undefined ? new Response(null, { status, headers }) : new ContentResponse(text, { status, headers });
}

/** The bytes of a file from `start` up to `end`, exclusive. */
interface Slice {
  readonly start: number;
  readonly end: number;
}

/** An answer before its content is read. */
interface PlannedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Without a slice there is no content, but perhaps a text. */
  readonly slice?: Slice;
  readonly encoding?: Encoding | undefined;
  readonly text?: string;
}

function planAnswer(request: Request, { type, headers: more = {} }: FileFacts, version: FileVersion): PlannedAnswer {
  const { size } = version;
  const isText = isCompressible(type) && size >= COMPRESSED_FROM;
  const range = request.method === 'GET' ? request.headers.get('range') : null;
  const encoding = isText && range === null ? encodingFor(request) : undefined;
  const validators = encoding === undefined ? version : encodedVersion(version, encoding);
  const headers: Record<string, string> = {
    etag: validators.etag,
    'last-modified': validators.lastModified,
    'cache-control': 'no-cache', // keep it, but ask whether it has changed
    'access-control-expose-headers': EXPOSED_HEADERS,
    ...more,
    ...(isText && { vary: 'Accept-Encoding' }),
  };
  const condition = evaluateConditions(request.headers, validators);
  if (condition === 304) return { status: 304, headers };
  if (condition === 412) return refused(412, 'The file is not the version that the request asks for.', headers);
  headers['content-type'] = type;
  if (mayRunScripts(type)) headers['content-security-policy'] = 'sandbox';
  if (encoding !== undefined) {
    headers['content-encoding'] = encoding;
    return { status: 200, headers, slice: { start: 0, end: size }, encoding };
  }
  headers['accept-ranges'] = 'bytes';
  const part = range === null || !rangeHolds(request.headers, validators) ? undefined : onlyRange(size, range);
  if (part === 'unsatisfiable') {
    delete headers['content-security-policy'];
    headers['content-range'] = `bytes */${size}`;
    return refused(416, `The file has only ${size} bytes.`, headers);
  }
  const slice = part ?? { start: 0, end: size };
  headers['content-length'] = String(slice.end - slice.start);
  if (part === undefined) return { status: 200, headers, slice };
  headers['content-range'] = `bytes ${part.start}-${part.end - 1}/${size}`;
  return { status: 206, headers, slice };
}

function refused(status: 412 | 416, text: string, headers: Record<string, string>): PlannedAnswer {
  return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, text: `${text}\n` };
}

/** The part that a range names. Several ranges, and what is no range of bytes, get the whole file (section 14.2). */
function onlyRange(size: number, range: string): Slice | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  // The last bytes of a file may be more than it has.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, end } : 'unsatisfiable';
}

/** The content as a stream, which closes the file, also if it is never read. */
function streamOf(handle: FileHandle, slice: Slice, encoding: Encoding | undefined): ReadableStream<Uint8Array> {
  const chunks = readSlice(handle, slice);
  if (encoding === undefined)
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await chunks.next().catch(async (error: unknown) => {
            await handle.close();
            throw error;
          });
          if (!next.done) return controller.enqueue(next.value);
          controller.close();
          await handle.close();
        },
        cancel: () => handle.close(),
      },
      { highWaterMark: 0 },
    );
  const content = Readable.from(chunks, { objectMode: false });
  content.once('close', () => void handle.close());
  // An error destroys the compressor, and so the answer.
  return Readable.toWeb(pipeline(content, compressor(encoding), () => undefined)) as ReadableStream<Uint8Array>;
}

/** @throws Error if the file has become shorter: the client must not take a part for the whole */
async function* readSlice(handle: FileHandle, { start, end }: Slice): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(Math.min(STEP, end - at)), 0, undefined, at);
    if (bytesRead === 0) throw new Error('the file became shorter while it was sent');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
