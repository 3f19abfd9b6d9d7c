import { createHash } from 'node:crypto';
import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';

/** Content up to this size fits into the small window of {@link QUICK_AND_SMALL}. */
const SMALL = 4096;
const QUICK: ZlibOptions = { level: 1 };
/** For tiny content it takes longer to get the usual memory than to pack it. */
const QUICK_AND_SMALL: ZlibOptions = { level: 1, windowBits: 12, memLevel: 5, chunkSize: SMALL };

/** Packed bytes, plain enough to go from thread to thread. */
export interface PackedBytes {
  /** In zlib format (RFC 1950), which has a checksum. */
  readonly packed: Uint8Array;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Bytes that are packed, unpacked and hashed when somebody asks for that, for not every store does. */
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

  /** @throws Error of zlib when what was packed is damaged */
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

  pack(): PackedBytes {
    const { packed, sha256 } = this;
    return { packed, sha256 };
  }
}

function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, bytes.length > SMALL ? QUICK : QUICK_AND_SMALL);
}

/** Bytes that a {@link Packable} has packed. @throws Error of zlib when they are damaged */
export function inflate(packed: Uint8Array): Uint8Array {
  return inflateSync(packed);
}
