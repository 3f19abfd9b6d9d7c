import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import { withOutputError, writeNamedFile, type Chunks } from './write-file.js';

/** A file that was read, and may be replaced by what was made of it. */
export interface ReplaceableFile {
  readonly path: string;
  /** SHA-256 of what was read. */
  readonly sha256: Uint8Array;
}

/**
 * Replaces a file by what was made of its content, whole or not at all. Refuses a file that may not be written, though
 * its folder may, and one that another program has changed since it was read.
 * @throws CrateError ERR_OUTPUT; any CrateError of the content
 */
export async function replaceUnchanged(file: ReplaceableFile, chunks: Chunks): Promise<void> {
  await requireUnchanged(file);
  await writeNamedFile(file.path, chunks);
}

/**
 * Refuses a file that may not be written, or that has changed since it was read.
 * @param hint what to do about a change
 * @throws CrateError ERR_OUTPUT
 */
export async function requireUnchanged(
  { path, sha256 }: ReplaceableFile,
  hint = 'run the command again',
): Promise<void> {
  const now = await withOutputError(path, async () => {
    await access(path, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CrateError('ERR_OUTPUT', `${path} has been deleted meanwhile; nothing was written`, { hint });
    });
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
    return hash.digest();
  });
  if (!now.equals(sha256))
    throw new CrateError('ERR_OUTPUT', `${path} has changed meanwhile; nothing was written to it`, {
      hint,
    });
}
