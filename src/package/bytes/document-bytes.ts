import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { unreadable } from '../../disk/read-file.js';
import { CrateError } from '../../errors.js';
import { chunksOf, type ByteSource } from '../../crate/json/byte-source.js';
import { humanSize, limitExceeded } from '../limits.js';
import { temporaryFile } from './temporary-file.js';

/** Documents up to this size are kept in memory; larger ones are read from a file, a window at a time. */
const IN_MEMORY = 1 << 24;

/** Documents are read for as long as somebody holds them, and nobody says when that ends. */
const forgotten = new FinalizationRegistry<number>((file) => closeSync(file));

/** The bytes of a metadata document, in memory or in a file that need not fit into memory. */
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
   * The bytes of a local file. Read without promises: for a small file they take ten times as long as the file itself.
   * @param bound in bytes
   * @throws CrateError ERR_NOT_FOUND when it cannot be read, ERR_LIMIT
   */
  static ofFile(path: string, name: string, bound: number): DocumentBytes {
    let file: number | undefined;
    try {
      file = openSync(path, 'r');
      const { size } = fstatSync(file);
      if (size > bound) throw limitExceeded(`${name}: the metadata document`, humanSize(bound));
      if (size <= IN_MEMORY) return DocumentBytes.inMemory(readAt(file, name, 0, size));
      const held = file;
      file = undefined;
      const document = new DocumentBytes(size, (start, end) => readAt(held, name, start, end));
      forgotten.register(document, held);
      return document;
    } catch (error) {
      throw error instanceof CrateError ? error : unreadable(name, error);
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** The bytes of a stream; of a long one they are kept in a temporary file. @throws CrateError ERR_LIMIT */
  static async ofStream(stream: AsyncIterable<Uint8Array>, bound: number, name: string): Promise<DocumentBytes> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const rest = stream[Symbol.asyncIterator]();
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      chunks.push(next.value);
      size += next.value.byteLength;
      if (size > bound) {
        await rest.return?.();
        throw limitExceeded(`${name}: the metadata document`, humanSize(bound));
      }
      if (size > IN_MEMORY) {
        const what = `${name}: the metadata document`;
        const { path, remove } = await temporaryFile(resumed(chunks, rest), bound, what);
        const document = DocumentBytes.ofFile(path, name, bound);
        remove(); // what is open stays readable
        return document;
      }
    }
    return DocumentBytes.inMemory(chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, size));
  }

  /** The bytes from `start` up to `end`, exclusive. @throws CrateError ERR_NOT_FOUND when the file has changed */
  read(start: number, end: number): Uint8Array {
    return this.#read(start, end);
  }

  /** All bytes, in memory. */
  get bytes(): Uint8Array {
    return this.read(0, this.length);
  }

  /** Their SHA-256, worked out when it is asked for. */
  get sha256(): Uint8Array {
    if (this.#sha256 === undefined) {
      const hash = createHash('sha256');
      for (const piece of chunksOf(this)) hash.update(piece);
      this.#sha256 = hash.digest();
    }
    return this.#sha256;
  }
}

/** A document as files are written. */
export async function* inChunks(document: DocumentBytes): AsyncGenerator<Uint8Array> {
  yield* chunksOf(document);
}

function readAt(file: number, name: string, start: number, end: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(end - start);
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
