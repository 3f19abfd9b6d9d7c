import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Bytes with random access: a local file, or a file on a server that supports range requests. */
export interface ByteRanges {
  readonly size: number;
  /** How many bytes to read at once: a request costs more than a read from disk. */
  readonly readAhead: number;
  /** Reads the bytes from `start` up to `end`, exclusive. */
  stream(start: number, end: number): AsyncIterable<Uint8Array>;
  /** Closes connections and deletes temporary files. */
  close(): Promise<void>;
}

/** Opens the byte ranges of a local file. @param dispose called by `close` */
export async function fileRanges(
  path: string,
  dispose: () => Promise<void> = async () => undefined,
): Promise<ByteRanges> {
  const { size } = await stat(path);
  return {
    size,
    readAhead: 1 << 17,
    stream: (start, end) => (end <= start ? emptyStream() : createReadStream(path, { start, end: end - 1 })),
    close: dispose,
  };
}

/** Byte ranges of an archive in memory. */
export function memoryRanges(bytes: Uint8Array): ByteRanges {
  return {
    size: bytes.length,
    readAhead: 1 << 17,
    async *stream(start, end) {
      if (end > start) yield bytes.subarray(start, end);
    },
    close: () => Promise.resolve(),
  };
}

/** Computes the SHA-256 of all bytes, as a stream. */
export async function sha256Of(ranges: ByteRanges): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of ranges.stream(0, ranges.size)) hash.update(chunk);
  return hash.digest();
}

async function* emptyStream(): AsyncGenerator<Uint8Array> {
  yield* [];
}
