import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileRanges, type ByteRanges } from './byte-ranges.js';
import { limited } from '../limits.js';

/**
 * Keeps a stream in a temporary file that only this user can read, for archives that come without random access. The
 * file is gone when the ranges are closed.
 * @throws CrateError ERR_LIMIT
 */
export async function streamRanges(
  stream: AsyncIterable<Uint8Array>,
  bound: number,
  what: string,
): Promise<ByteRanges> {
  const { path, remove } = await temporaryFile(stream, bound, what);
  return fileRanges(path, async () => remove());
}

/** Writes a stream to a temporary file that only this user can read, to be removed after use. @throws CrateError ERR_LIMIT */
export async function temporaryFile(
  stream: AsyncIterable<Uint8Array>,
  bound: number,
  what: string,
): Promise<{ readonly path: string; remove(): void }> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-'));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow); // Ctrl-C ends the process without closing anything
  const remove = () => {
    process.off('exit', removeNow);
    removeNow();
  };
  const path = join(folder, 'content');
  try {
    await pipeline(Readable.from(limited(stream, bound, what)), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
