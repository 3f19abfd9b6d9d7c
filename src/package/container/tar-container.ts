import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { CrateError } from '../../base/errors.js';
import { checkRatio, humanSize, limitExceeded, type PackageLimits } from '../limits.js';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import { through } from '../bytes/through.js';
import type { Container, ContainerEntry } from './container.js';

const TYPES: Readonly<Partial<Record<string, ContainerEntry['type']>>> = {
  file: 'file',
  'contiguous-file': 'file',
  directory: 'folder',
  link: 'link',
  symlink: 'link',
};

/** The unit of a tar archive: a header has one, content is filled up to whole ones, and zeros in one are its end. */
const BLOCK = 512;

/** An entry as `tar-stream` returns it. */
interface TarEntry extends AsyncIterable<Uint8Array> {
  /** `byteOffset`: where its content begins. */
  readonly header: Header & { readonly byteOffset?: number };
  resume(): unknown;
}

/** A tar archive (POSIX pax, GNU), optionally compressed with gzip. Each listing reads it from start to end. */
export class TarContainer implements Container {
  readonly kind: 'tar' | 'tar.gz';
  readonly randomAccess = false;
  readonly name: string;
  readonly size: number;
  readonly #ranges: ByteRanges;
  readonly #limits: PackageLimits;
  #digest: Promise<Uint8Array> | undefined;

  constructor(name: string, ranges: ByteRanges, gzipped: boolean, limits: PackageLimits) {
    this.kind = gzipped ? 'tar.gz' : 'tar';
    this.name = name;
    this.size = ranges.size;
    this.#ranges = ranges;
    this.#limits = limits;
  }

  async *entries(): AsyncGenerator<ContainerEntry> {
    const hash = this.#digest === undefined ? createHash('sha256') : undefined;
    const progress = { packed: 0 };
    const source = Readable.from(
      this.#bytes((chunk) => {
        progress.packed += chunk.byteLength;
        hash?.update(chunk);
      }),
    );
    const tail = new Tail();
    const gunzip = this.kind === 'tar.gz' ? [createGunzip()] : [];
    const unpack = [...gunzip, tail, extract() as never];
    let count = 0;
    let end = 0;
    let unpacked = 0;
    try {
      for await (const entry of through<TarEntry>(source, ...unpack)) {
        count += 1;
        unpacked += entry.header.size ?? 0;
        if (count > this.#limits.entries) throw limitExceeded(this.name, `${this.#limits.entries} entries`);
        if (unpacked > this.#limits.unpackedBytes)
          throw limitExceeded(`${this.name} unpacked`, humanSize(this.#limits.unpackedBytes));
        checkRatio(this.name, this.#ranges.size, unpacked, this.#limits);
        end = endOf(entry.header);
        yield entryOf(entry.header, this.#checked(entry));
        entry.resume();
      }
    } catch (cause) {
      throw this.#invalid(cause);
    }
    // An archive that is cut between two entries looks whole but for this mark.
    if (!tail.isZero || tail.size - end < BLOCK) throw this.#invalid('it has no end');
    if (hash !== undefined && progress.packed === this.#ranges.size) this.#digest = Promise.resolve(hash.digest());
  }

  async digest(): Promise<Uint8Array> {
    this.#digest ??= this.#hash();
    return this.#digest;
  }

  close(): Promise<void> {
    return this.#ranges.close();
  }

  async *#bytes(onChunk: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#ranges.stream(0, this.#ranges.size)) {
      onChunk(chunk);
      yield chunk;
    }
  }

  async #hash(): Promise<Uint8Array> {
    const hash = createHash('sha256');
    for await (const _ of this.#bytes((chunk) => void hash.update(chunk)));
    return hash.digest();
  }

  /** The content of an entry: its reader gets the errors of the archive, which the listing then does not see. */
  async *#checked(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (cause) {
      throw this.#invalid(cause);
    }
  }

  #invalid(cause: unknown): CrateError {
    if (cause instanceof CrateError) return cause;
    return new CrateError(
      'ERR_ARCHIVE_INVALID',
      `${this.name} is not a complete ${this.kind} archive: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** Where the blocks of an entry end; only a folder may state a size that it does not have. */
function endOf({ byteOffset = 0, size, type }: TarEntry['header']): number {
  return byteOffset + (type === 'directory' ? 0 : Math.ceil((size ?? 0) / BLOCK) * BLOCK);
}

/** Passes bytes on, and knows how many they were and what the last block was. */
class Tail extends Transform {
  size = 0;
  #last: Buffer = Buffer.alloc(0);

  /** Whether they end with a block of zeros. */
  get isZero(): boolean {
    return this.#last.length === BLOCK && this.#last.every((byte) => byte === 0);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.size += chunk.length;
    this.#last = chunk.length >= BLOCK ? chunk.subarray(-BLOCK) : Buffer.concat([this.#last, chunk]).subarray(-BLOCK);
    done(null, chunk);
  }
}

function entryOf(header: Header, stream: AsyncIterable<Uint8Array>): ContainerEntry {
  const type = TYPES[header.type ?? 'file'] ?? 'other';
  const name = header.name.replaceAll('\\', '/').replace(/^(?:\.\/)+(?=.)/, '');
  const size = header.size ?? 0;
  return {
    path: type === 'folder' && !name.endsWith('/') ? `${name}/` : name,
    type,
    size,
    packed: size,
    content: () => stream,
  };
}
