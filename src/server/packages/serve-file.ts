import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import Negotiator from 'negotiator';
import { EXPOSED_HEADERS } from '../cors.js';
import { plainAnswer } from '../plain-answer.js';
import { evaluateConditions, rangeHolds, type Validators } from './conditions.js';
import { isCompressible, mayRunScripts } from './media-types.js';
import { openRegular, type OpenFile } from './resolve-file.js';
import { BROTLI, SmallFile, type Encoding, type SmallFiles } from './small-files.js';

/** Files up to this size are read at once and kept: a stream costs more. */
const AT_ONCE = 1 << 17;
/** Smaller files are sent as they are: compression would save less than a network packet. */
const COMPRESSED_FROM = 1024;
/** Bytes that are read from disk at a time. */
const STEP = 1 << 16;

/** What the answer says about a file besides its content. */
export interface FileFacts {
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

/** Answers GET and HEAD for a file: conditions, ranges, compression (RFC 9110). Undefined if the file has gone meanwhile. */
export async function serveFile(request: Request, file: FileToServe): Promise<Response | undefined> {
  const opened = await openRegular(file.path);
  if (opened === undefined) return undefined;
  let isStreaming = false;
  try {
    if (opened.stats.size <= AT_ONCE) return await serveSmallFile(request, file, await readSmall(opened, file.keep));
    const plan = planAnswer(request, file, opened.stats);
    if (plan.slice === undefined || request.method === 'HEAD') return withoutContent(plan);
    const bytes = await contentOf(opened, plan.slice, plan.encoding);
    isStreaming = bytes instanceof Readable;
    const content = bytes instanceof Readable ? Readable.toWeb(bytes) : bytes;
    return new Response(content as BodyInit, { status: plan.status, headers: plan.headers });
  } finally {
    if (!isStreaming) await opened.handle.close();
  }
}

/** Answers GET and HEAD for a file in memory. */
export async function serveSmallFile(request: Request, facts: FileFacts, file: SmallFile): Promise<Response> {
  const plan = planAnswer(request, facts, file.stats);
  const { slice, encoding, status, headers } = plan;
  if (slice === undefined || request.method === 'HEAD') return withoutContent(plan);
  const bytes = encoding === undefined ? file.bytes.subarray(slice.start, slice.end) : await file.encoded(encoding);
  headers.set('content-length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

async function readSmall({ handle, stats }: OpenFile, { files, as }: FileToServe['keep']): Promise<SmallFile> {
  const bytes = await wholeOf(readSlice(handle, { start: 0, end: Number(stats.size) }));
  const file = new SmallFile(stats, bytes);
  files.keep(as, file, await handle.stat({ bigint: true }));
  return file;
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

function withoutContent({ text, status, headers }: PlannedAnswer): Response {
  return new Response(text ?? null, { status, headers });
}

/** The bytes of a file from `start` up to `end`, exclusive. */
interface Slice {
  readonly start: number;
  readonly end: number;
}

/** An answer before its content is read. */
interface PlannedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Without a slice there is no content, but perhaps a text. */
  readonly slice?: Slice;
  readonly encoding?: Encoding | undefined;
  readonly text?: string;
}

function planAnswer(request: Request, { type, headers: more = {} }: FileFacts, stats: BigIntStats): PlannedAnswer {
  const size = Number(stats.size);
  const isText = isCompressible(type) && size >= COMPRESSED_FROM;
  const range = request.method === 'GET' ? request.headers.get('range') : null;
  const encoding = isText && range === null ? encodingFor(request) : undefined;
  const validators = validatorsOf(stats, encoding);
  const headers = new Headers({
    etag: validators.etag,
    'last-modified': validators.lastModified,
    'cache-control': 'no-cache', // keep it, but ask whether it has changed
    'access-control-expose-headers': EXPOSED_HEADERS,
    ...more,
  });
  if (isText) headers.append('vary', 'Accept-Encoding');
  const condition = evaluateConditions(request.headers, validators);
  if (condition === 304) return { status: 304, headers };
  if (condition === 412) return refusal(412, 'The file is not the version that the request asks for.', headers);
  headers.set('content-type', type);
  if (mayRunScripts(type)) headers.set('content-security-policy', 'sandbox');
  if (encoding !== undefined) {
    headers.set('content-encoding', encoding);
    return { status: 200, headers, slice: { start: 0, end: size }, encoding };
  }
  headers.set('accept-ranges', 'bytes');
  const part = range === null || !rangeHolds(request.headers, validators) ? undefined : onlyRange(size, range);
  if (part === 'unsatisfiable') {
    headers.set('content-range', `bytes */${size}`);
    return refusal(416, `The file has only ${size} bytes.`, headers);
  }
  const slice = part ?? { start: 0, end: size };
  headers.set('content-length', String(slice.end - slice.start));
  if (part === undefined) return { status: 200, headers, slice };
  headers.set('content-range', `bytes ${part.start}-${part.end - 1}/${size}`);
  return { status: 206, headers, slice };
}

function refusal(status: 412 | 416, text: string, headers: Headers): PlannedAnswer {
  const plain = plainAnswer(status, text);
  headers.set('content-type', plain.headers.get('content-type') as string);
  headers.delete('content-security-policy');
  return { status, headers, text: `${text}\n` };
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

/**
 * A strong tag: besides size and place of the file it has both times in nanoseconds. Programs can set back the time of the
 * content (`mtime`), but not that of the last change (`ctime`).
 */
function validatorsOf({ ino, size, mtimeNs, ctimeNs, mtimeMs }: BigIntStats, encoding?: Encoding): Validators {
  const parts = [ino, size, mtimeNs, ctimeNs].map((part) => part.toString(36));
  const suffix = encoding === undefined ? '' : `-${encoding}`;
  return {
    etag: `"${parts.join('-')}${suffix}"`,
    lastModified: new Date(Number(mtimeMs)).toUTCString(),
  };
}

/** The encoding that the client prefers; undefined for none. */
function encodingFor(request: Request): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } });
  const best = negotiator.encoding(['br', 'gzip', 'identity']);
  return best === 'br' || best === 'gzip' ? best : undefined;
}

/** The content: bytes of a small file, else a stream, which closes the file. */
async function contentOf(file: OpenFile, slice: Slice, encoding: Encoding | undefined): Promise<Uint8Array | Readable> {
  if (encoding === undefined && slice.end - slice.start <= AT_ONCE) return wholeOf(readSlice(file.handle, slice));
  const content = Readable.from(readSlice(file.handle, slice), { objectMode: false });
  content.once('close', () => void file.handle.close()); // also if nobody has read it
  if (encoding === undefined) return content;
  const compressor = encoding === 'gzip' ? createGzip() : createBrotliCompress(BROTLI);
  return pipeline(content, compressor, () => undefined); // an error destroys the compressor, and so the answer
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
