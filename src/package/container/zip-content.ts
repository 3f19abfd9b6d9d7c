import type { Readable } from 'node:stream';
import { createInflateRaw, crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { CrateError } from '../../errors.js';
import { through } from '../bytes/through.js';

const STORED = 0;

/**
 * Unpacks the bytes of an entry. Checks the size in the central directory, and the CRC-32 at the end.
 * @param refuse makes the error for a reason
 */
export async function* unpackedContent(
  packed: Readable,
  entry: Entry,
  refuse: (why: string, cause?: unknown) => CrateError,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of entry.compressionMethod === STORED ? packed : through(packed, createInflateRaw())) {
      size += chunk.byteLength;
      if (size > entry.uncompressedSize) throw refuse(`unpacks to more than its ${entry.uncompressedSize} bytes`);
      crc = crc32(chunk, crc);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof CrateError
      ? error
      : refuse(`cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`, error);
  }
  if (size < entry.uncompressedSize) throw refuse(`unpacks to ${size} of its ${entry.uncompressedSize} bytes`);
  if (crc !== entry.crc32) throw refuse('does not match its CRC-32');
}
