import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unreadable } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { chunksOf, type ByteSource } from '../../crate/json/byte-source.js';
import { humanSize, limitExceeded } from '../limits.js';
import { temporaryFile } from './temporary-file.js';

/** Documents up to this size are held in memory; larger ones are read from a file, window by window. */
const IN_MEMORY = 1 << 24;

/** Closes the file of a document that is garbage-collected: documents have no `close`. */
const registry = new FinalizationRegistry<number>((file) => closeSync(file));

/** The bytes of a metadata document, in memory or in a file that may be larger than memory. */
export class DocumentBytes implements ByteSource {
  readonly length: number;
  readonly #read: ByteSource['read'];
  #sha256: Uint8Array | undefined;

  private constructor(length: number, read: ByteSource['read']) {
    this.length = length;
    this.#read = read;
  }

  static inMemory(bytes: Uint8Array): DocumentBytes {
    return new DocumentBytes(bytes.length, (start, end) => bytes.subarray(start, end));
  }

  /**
   * Opens a local file. Synchronous, because for a small file promises take ten times as long as the read.
   * @param limit in bytes
   * @throws CrateError ERR_NOT_FOUND if it cannot be read, ERR_LIMIT
   */
  static ofFile(path: string, name: string, limit: number): DocumentBytes {
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      const { size } = fstatSync(file);
      if (size > limit) throw limitExceeded(`${name}: the metadata document`, humanSize(limit));
      if (size <= IN_MEMORY) return DocumentBytes.inMemory(readAt(file, name, { start: 0, end: size }));
      const openFile = file;
      file = undefined;
      const document = new DocumentBytes(size, (start, end, into) => readAt(openFile, name, { start, end }, into));
      registry.register(document, openFile);
      return document;
    } catch (error) {
      throw error instanceof CrateError ? error : unreadable(name, error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** Reads a stream, a long one into a temporary file. @throws CrateError ERR_LIMIT */
  static async ofStream(stream: AsyncIterable<Uint8Array>, limit: number, name: string): Promise<DocumentBytes> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const rest = stream[Symbol.asyncIterator]();
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      chunks.push(next.value);
      size += next.value.byteLength;
      if (size > limit) {
        await rest.return?.();
        throw limitExceeded(`${name}: the metadata document`, humanSize(limit));
      }
      if (size > IN_MEMORY) {
        const what = `${name}: the metadata document`;
        const { path, remove } = await temporaryFile(resumed(chunks, rest), limit, what);
        const document = DocumentBytes.ofFile(path, name, limit);
        await remove(); // the open file stays readable
        return document;
      }
    }
    return DocumentBytes.inMemory(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size));
  }

  /** Reads the bytes from `start` up to `end`, exclusive. @throws CrateError ERR_NOT_FOUND if the file has changed */
  read(start: number, end: number, into?: Uint8Array): Uint8Array {
    return this.#read(start, end, into);
  }

  /** All bytes, read into memory. */
  get bytes(): Uint8Array {
    return this.read(0, this.length);
  }

  /** The SHA-256 of the bytes, computed at the first access. */
  get sha256(): Uint8Array {
    if (this.#sha256 === undefined) {
      const hash = createHash('sha256');
      for (const chunk of chunksOf(this)) hash.update(chunk);
      this.#sha256 = hash.digest();
    }
    return this.#sha256;
  }
}

/** A document as files are written. */
export async function* inChunks(document: DocumentBytes): AsyncGenerator<Uint8Array> {
  yield* chunksOf(document);
}

function readAt(
  file: number,
  name: string,
  { start, end }: { start: number; end: number },
  into?: Uint8Array,
): Uint8Array {
  const bytes = into?.subarray(0, end - start) ?? Buffer.allocUnsafe(end - start);
  for (let at = 0; at < bytes.length;) {
    const read = readSync(file, bytes, at, bytes.length - at, start + at);
    if (read === 0) throw new CrateError('ERR_NOT_FOUND', `${name} became shorter while it was read`);
    at += read;
  }
  return bytes;
}

async function* resumed(chunks: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let chunk = chunks.shift(); chunk !== undefined; chunk = chunks.shift()) yield chunk;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
