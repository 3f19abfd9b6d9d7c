import { deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';

/** Content up to this size fits into the small window of {@link QUICK_AND_SMALL}. */
const SMALL = 4096;
const QUICK: ZlibOptions = { level: 1 };
/** For tiny content it takes longer to get the usual memory than to pack it. */
const QUICK_AND_SMALL: ZlibOptions = { level: 1, windowBits: 12, memLevel: 5, chunkSize: SMALL };

/** Bytes as the file keeps them: zlib (RFC 1950), which has a checksum. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, bytes.length > SMALL ? QUICK : QUICK_AND_SMALL);
}

/** The bytes again. @throws Error of zlib when they are damaged */
export function inflate(packed: Uint8Array): Uint8Array {
  return inflateSync(packed);
}
