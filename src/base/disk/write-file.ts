import { open, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../errors.js';
import { writeStream } from './file-streams.js';
import { requireNoStore } from './no-store.js';
import { temporaryPath } from './temporary-path.js';

/** Content in chunks of text or of UTF-8 bytes. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes the file that the user named. Follows links, and keeps permissions. Writes into anything that is not a regular
 * file, such as `/dev/stdout` or a pipe, instead of replacing it.
 * @throws CrateError ERR_OUTPUT; any CrateError of the content
 */
export async function writeNamedFile(target: string, chunks: Chunks): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  // A path that has no file, or whose file disappears meanwhile, is written as it is named.
  if (found?.isFile() ?? true)
    return replaceFile(await realpath(target).catch(() => target), chunks, found && found.mode & 0o777);
  await withOutputError(target, async () => pipeline(Readable.from(chunks), await writeStream(target)));
}

/**
 * Writes a file atomically: writes a temporary file in the same folder and renames it. After a failure the previous
 * file is still there. Replaces a link at this path, but never a store.
 * @param mode permissions of the file; default: what the process gives to new files
 * @throws CrateError ERR_OUTPUT; any CrateError of the content
 */
export async function replaceFile(path: string, chunks: Chunks, mode?: number): Promise<void> {
  await requireNoStore(path);
  const temporary = temporaryPath(dirname(path));
  try {
    await withOutputError(path, async () => {
      await writeNewFile(temporary.path, chunks, mode);
      await rename(temporary.path, path);
    });
  } finally {
    await temporary.remove();
  }
}

/**
 * Writes a new file. Opens it before reading the content: a stream that opens its own file may do so after a failure,
 * when the temporary file has already been deleted.
 */
export async function writeNewFile(path: string, chunks: Chunks, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  if (mode !== undefined && ((await file.stat()).mode & 0o777) !== mode) await file.chmod(mode); // the umask reduced it
  await pipeline(Readable.from(chunks), file.createWriteStream());
}

/** Runs a step of writing `path`. @throws CrateError ERR_OUTPUT that names `path`; any CrateError of the step */
export async function withOutputError<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw outputError(path, error);
  }
}

/** Turns a system error into ERR_OUTPUT for `path`. Returns a CrateError unchanged. */
export function outputError(path: string, error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [reason, hint] = REASONS[code] ?? [code === '' ? message : code];
  return new CrateError('ERR_OUTPUT', `${path} cannot be written: ${reason}`, {
    ...(hint !== undefined && { hint }),
    cause: error,
  });
}

const FULL = 'make room on the disk, or choose another output; then run the command again';
const PERMISSION = 'get permission to write there, or choose another output';

/** What system errors mean for an output, and what to do. */
const REASONS: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  ENOSPC: ['the disk is full (ENOSPC)', FULL],
  EDQUOT: ['the quota of the disk is used up (EDQUOT)', FULL],
  EFBIG: ['the file would become too large (EFBIG)', FULL],
  ENOENT: ['its folder does not exist (ENOENT)', 'create the folder first, or choose another output'],
  ENOTDIR: ['a part of its path is a file, not a folder (ENOTDIR)', 'choose another output'],
  EISDIR: ['it is a folder (EISDIR)', 'give the name of a file'],
  EACCES: ['permission denied (EACCES)', PERMISSION],
  EPERM: ['permission denied (EPERM)', PERMISSION],
  EROFS: ['the file system is read-only (EROFS)', 'choose another output'],
  ENAMETOOLONG: ['its name is too long (ENAMETOOLONG)', 'choose a shorter name'],
};
