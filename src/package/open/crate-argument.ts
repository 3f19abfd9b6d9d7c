import { fileURLToPath } from 'node:url';
import { CrateError } from '../../base/errors.js';
import type { JsonObject, JsonValue } from '../../crate/json/value.js';
import { abortable } from '../abortable.js';

/** Bytes that arrive one chunk after the other: a Node stream, a web stream, or any async iterable. Text is UTF-8. */
export type ByteStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>;

/** A metadata document that is parsed already; an array is expanded JSON-LD. */
export type JsonDocument = JsonObject | readonly JsonValue[];

/**
 * A crate, wherever it is:
 * - text: a path, an http(s) address, a `file:` URL, or `-` for standard input. Text that begins like JSON (`{"`, `[{`)
 *   is a metadata document;
 * - a `URL` (http, https or file);
 * - bytes of a metadata document or of an archive: `Uint8Array` and other views, `ArrayBuffer`, `Blob`, `File`, a Node
 *   stream, a web stream, or any async iterable. A stream is read once, and closed;
 * - a parsed document.
 */
export type CrateArgument = string | URL | ArrayBufferView | ArrayBuffer | Blob | ByteStream | JsonDocument;

/** A crate of a list with a base of its own. */
export class CrateWithBase {
  /** @param base IRI of the crate root, or of its metadata file: see `checkBaseOptions` */
  constructor(
    readonly crate: CrateArgument,
    readonly base: string,
  ) {}
}

/**
 * Gives a crate of a list a base of its own.
 * @example
 * const store = await openStore('memory:');
 * const folder = 'data/crates/rainfall-survey';
 * await loadCrates(store, [withBase(folder, 'https://example.org/1/'), withBase(folder, 'https://example.org/2/')]);
 * @throws CrateError ERR_BASE_IRI_INVALID, when the crate is read
 */
export function withBase(crate: CrateArgument, base: string): CrateWithBase {
  return new CrateWithBase(crate, base);
}

/** A crate that has no place: its bytes, or how to read them. */
export interface CrateContent {
  /** For messages. */
  readonly name: string;
  /** Name of the file, if it has one. */
  readonly file: string | undefined;
  readonly bytes: Uint8Array | undefined;
  /** Reads bytes that are not in memory. */
  chunks(signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * Tells what an argument is.
 * @returns a path, an http(s) address or `-`; or the content itself
 * @throws CrateError ERR_USAGE for any other value
 */
export function placeOrContent(argument: CrateArgument): string | CrateContent {
  if (typeof argument === 'string') return isJsonText(argument) ? inMemory(encode(argument)) : placeOf(argument);
  if (ArrayBuffer.isView(argument))
    return inMemory(new Uint8Array(argument.buffer, argument.byteOffset, argument.byteLength));
  if (argument === null || typeof argument !== 'object') throw notACrate(argument === null ? 'null' : typeof argument);
  if (isUrl(argument)) return placeOf(argument.href);
  if (tagOf(argument) === 'ArrayBuffer') return inMemory(new Uint8Array(argument as ArrayBuffer));
  if ('stream' in argument && typeof argument.stream === 'function') return blobContent(argument as Blob);
  if (Symbol.asyncIterator in argument || 'getReader' in argument) return streamContent(argument as ByteStream);
  const json = Array.isArray(argument) || ['Object', 'Array'].includes(tagOf(argument));
  if (!json) throw notACrate(`a ${tagOf(argument)}`);
  return inMemory(encode(JSON.stringify(argument)));
}

/** A list of crates; one crate counts as a list of one. */
export function listOfCrates<T extends CrateArgument | CrateWithBase>(crates: T | Iterable<T>): Iterable<T> {
  const isList =
    typeof crates === 'object' && crates !== null && Symbol.iterator in crates && !ArrayBuffer.isView(crates);
  return isList ? (crates as Iterable<T>) : [crates as T];
}

/** Whether a text begins like JSON. A folder may be named `{2024}` or `[old]`, but hardly `{"old"}`. */
function isJsonText(text: string): boolean {
  return /^\ufeff?\s*(?:\{\s*["}]|\[\s*[[{"\]])/.test(text);
}

function placeOf(text: string): string {
  if (text === '')
    // as a path it would be the current folder
    throw new CrateError('ERR_USAGE', 'the name of the crate is empty', { hint: 'the current folder is `.`' });
  if (!/^\s*file:/i.test(text)) return text;
  try {
    return fileURLToPath(text.trim());
  } catch (cause) {
    throw new CrateError('ERR_USAGE', `${text} is not the URL of a local file`, {
      hint: 'a local file has a URL such as file:///folder/my-crate/',
      cause,
    });
  }
}

function isUrl(value: object): value is URL {
  return tagOf(value) === 'URL';
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function notACrate(what: string): CrateError {
  return new CrateError('ERR_USAGE', `a crate cannot be ${what}`, {
    hint: 'give a path, a URL, JSON, bytes, a Blob or a stream',
  });
}

function inMemory(bytes: Uint8Array): CrateContent {
  return { name: 'the given document', file: undefined, bytes, chunks: () => one(bytes) };
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function blobContent(blob: Blob): CrateContent {
  const file = 'name' in blob && typeof blob.name === 'string' && blob.name !== '' ? blob.name : undefined;
  const name = file ?? 'the given Blob';
  return { name, file, bytes: undefined, chunks: (signal) => webChunks(blob.stream(), name, signal) };
}

function streamContent(stream: ByteStream): CrateContent {
  const name = 'the given stream';
  const chunks = (signal?: AbortSignal) =>
    'getReader' in stream ? webChunks(stream, name, signal) : iterated(stream, name, signal);
  return { name, file: undefined, bytes: undefined, chunks };
}

/** Reads a web stream. A signal cancels it, even while it waits for data. */
async function* webChunks(
  stream: ReadableStream<unknown>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = readerOf(stream, name);
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      yield bytesOf(value, name);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel(); // has no effect on a stream that has ended
  }
}

function readerOf(stream: ReadableStream<unknown>, name: string): ReadableStreamDefaultReader<unknown> {
  try {
    return stream.getReader();
  } catch (cause) {
    throw new CrateError('ERR_USAGE', `${name} is being read already`, { hint: 'give a new stream', cause });
  }
}

async function* iterated(
  stream: AsyncIterable<unknown>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  if ((stream as { readonly destroyed?: boolean; readonly readableEnded?: boolean }).readableEnded === true)
    throw new CrateError('ERR_USAGE', `${name} was read before`, { hint: 'a stream can be read once: give a new one' });
  for await (const chunk of abortable(stream, signal)) yield bytesOf(chunk, name);
}

function bytesOf(chunk: unknown, name: string): Uint8Array {
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  if (typeof chunk === 'string') return encode(chunk);
  throw new CrateError('ERR_USAGE', `${name} contains ${typeof chunk}s instead of bytes`);
}
