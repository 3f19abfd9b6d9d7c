import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';
import { CrateError } from '../../errors.js';
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

/** An entry as `tar-stream` returns it. */
interface TarEntry extends AsyncIterable<Uint8Array> {
  readonly header: Header;
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
    const unpack = this.kind === 'tar.gz' ? [createGunzip(), extract() as never] : [extract() as never];
    let count = 0;
    let unpacked = 0;
    try {
      for await (const entry of through<TarEntry>(source, ...unpack)) {
        count += 1;
        unpacked += entry.header.size ?? 0;
        if (count > this.#limits.entries) throw limitExceeded(this.name, `${this.#limits.entries} entries`);
        if (unpacked > this.#limits.unpackedBytes)
          throw limitExceeded(`${this.name} unpacked`, humanSize(this.#limits.unpackedBytes));
        checkRatio(this.name, this.#ranges.size, unpacked, this.#limits);
        yield entryOf(entry.header, this.#checked(entry));
        entry.resume();
      }
    } catch (cause) {
      throw this.#invalid(cause);
    }
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
