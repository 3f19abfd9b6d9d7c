import { createWriteStream } from 'node:fs';
import { open, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../errors.js';
import { requireNoStore } from './no-store.js';
import { temporaryPath } from './temporary-path.js';

/** Content in chunks of text or of UTF-8 bytes. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes the file that the user named. Follows links. Writes into anything that is not a regular file, such as
 * `/dev/stdout` or a pipe, instead of replacing it.
 * @throws CrateError ERR_OUTPUT; any CrateError of the content
 */
export async function writeNamedFile(target: string, chunks: Chunks): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  // A path that has no file, or whose file disappears meanwhile, is written as it is named.
  if (found?.isFile() ?? true) return replaceFile(await realpath(target).catch(() => target), chunks);
  await withOutputError(target, () => pipeline(Readable.from(chunks), createWriteStream(target)));
}

/**
 * Writes a file atomically: writes a temporary file in the same folder and renames it. After a failure the previous file
 * is still there. Replaces a link at this path, but never a store.
 * @param mode permissions of the file, reduced by the umask of the process
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
  const { code, message } = error as NodeJS.ErrnoException;
  return new CrateError('ERR_OUTPUT', `${path} cannot be written: ${code ?? message}`, { cause: error });
}
