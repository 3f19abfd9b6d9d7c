import { createHash } from 'node:crypto';
import { kMaxLength } from 'node:buffer';
import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { nativeCall } from '../base/threads/native-call.js';

/** Takes half the time of the default level, for an eighth more bytes. */
const QUICK: ZlibOptions = { level: 1 };
/** Does not compress. */
const AS_IT_IS: ZlibOptions = { level: 0 };

/** Packed bytes as a plain object, which can be posted to another thread. */
export interface PackedBytes {
  /** In zlib format (RFC 1950), which has a checksum. */
  readonly packed: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Bytes that are packed, unpacked and hashed on demand, because not every store needs all of that. */
export class Packable {
  readonly #bytes: Uint8Array | undefined;
  #packed: Uint8Array | undefined;
  #sha256: string | undefined;

  private constructor(bytes: Uint8Array | undefined, packed?: PackedBytes) {
    this.#bytes = bytes;
    this.#packed = packed?.packed;
    this.#sha256 = packed?.sha256;
  }

  static of(bytes: Uint8Array): Packable {
    return new Packable(bytes);
  }

  static packed(packed: PackedBytes): Packable {
    return new Packable(undefined, packed);
  }

  /** The unpacked bytes. @throws Error of zlib if the packed bytes are damaged */
  get bytes(): Uint8Array {
    return this.#bytes ?? inflate(this.#packed as Uint8Array);
  }

  get packed(): Uint8Array {
    return (this.#packed ??= deflate(this.bytes));
  }

  /** SHA-256 of the bytes, in hexadecimal. */
  get sha256(): string {
    return (this.#sha256 ??= createHash('sha256').update(this.bytes).digest('hex'));
  }

  /** Number of bytes in memory, packed or not. */
  get held(): number {
    return (this.#bytes ?? this.#packed)?.length ?? 0;
  }

  pack(): PackedBytes {
    const { packed, sha256 } = this;
    return { packed, sha256 };
  }
}

/** What packed bytes may become: 64 MB, or so many times their size; the same limits as for an archive. */
const UNPACKED = { bytes: 64_000_000, ratio: 250 };

/** Bytes of each chunk in which a store keeps a file, but the last. */
export const FILE_CHUNK = 4 * 1024 * 1024;

/** A file in the chunks in which a store keeps it. */
export function* fileChunks(file: {
  readonly length: number;
  read(start: number, end: number): Uint8Array;
}): Generator<Packable> {
  for (let at = 0; at === 0 || at < file.length; at += FILE_CHUNK)
    yield Packable.of(file.read(at, Math.min(at + FILE_CHUNK, file.length)));
}

/**
 * Unpacks the bytes of {@link PackedBytes}. They may come from anywhere, so their size is limited.
 * @throws Error of zlib if they are damaged, or become too many
 */
export function inflate(packed: Uint8Array, most = mostUnpacked(packed.length)): Uint8Array {
  return nativeCall(() => inflateSync(packed, { maxOutputLength: Math.min(most, kMaxLength) }));
}

/** Packs bytes (zlib, RFC 1950), but only as tightly as {@link inflate} unpacks them. */
export function deflate(bytes: Uint8Array): Uint8Array {
  const packed = nativeCall(() => deflateSync(bytes, QUICK));
  return bytes.length > mostUnpacked(packed.length) ? nativeCall(() => deflateSync(bytes, AS_IT_IS)) : packed;
}

/** How many bytes can become of so many packed ones, in one part or in several: our writers pack no tighter. */
export function mostUnpacked(packed: number): number {
  return Math.max(UNPACKED.bytes, UNPACKED.ratio * packed);
}
