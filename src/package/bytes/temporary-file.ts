import { tmpdir } from 'node:os';
import { temporaryPath, type TemporaryPath } from '../../base/disk/temporary-path.js';
import { writeNewFile } from '../../base/disk/write-file.js';
import { fileRanges, type ByteRanges } from './byte-ranges.js';
import { limited } from '../limits.js';

/**
 * Gives random access to a stream: writes it to a temporary file that only this user can read. Closing
 * the ranges deletes the file.
 * @throws CrateError ERR_LIMIT
 */
export async function streamRanges(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): Promise<ByteRanges> {
  const { path, remove } = await temporaryFile(stream, limit, what);
  return fileRanges(path, remove);
}

/**
 * Writes a stream to a temporary file that only this user can read. The caller removes it.
 * @throws CrateError ERR_LIMIT
 */
export async function temporaryFile(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): Promise<TemporaryPath> {
  const temporary = temporaryPath(tmpdir());
  try {
    await writeNewFile(temporary.path, limited(stream, limit, what), 0o600);
    return temporary;
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}
