import { createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileRanges, type ByteRanges } from './container/byte-ranges.js';
import { bounded } from './limits.js';

/**
 * Keeps a stream in a temporary file that only this user can read, for archives that come without random access. The
 * file is gone when the ranges are closed.
 * @throws CrateError ERR_LIMIT
 */
export async function spool(stream: AsyncIterable<Uint8Array>, bound: number, what: string): Promise<ByteRanges> {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-'));
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow); // Ctrl-C ends the process without closing anything
  const remove = async () => {
    process.off('exit', removeNow);
    await rm(folder, { recursive: true, force: true });
  };
  const file = join(folder, 'archive');
  try {
    await pipeline(Readable.from(bounded(stream, bound, what)), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return await fileRanges(file, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}
