import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileRanges, type ByteRanges } from './byte-ranges.js';
import { limited } from '../limits.js';

/**
 * Gives random access to a stream: writes it to a temporary file that only this user can read. Closing the ranges deletes
 * the file.
 * @throws CrateError ERR_LIMIT
 */
export async function streamRanges(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): Promise<ByteRanges> {
  const { path, remove } = await temporaryFile(stream, limit, what);
  return fileRanges(path, async () => remove());
}

/** Writes a stream to a temporary file that only this user can read. The caller removes it. @throws CrateError ERR_LIMIT */
export async function temporaryFile(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): Promise<{ readonly path: string; remove(): void }> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-'));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow); // Ctrl-C exits without closing anything
  const remove = () => {
    process.off('exit', removeNow);
    removeNow();
  };
  const path = join(folder, 'content');
  try {
    await pipeline(Readable.from(limited(stream, limit, what)), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
