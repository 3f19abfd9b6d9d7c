import { createWriteStream } from 'node:fs';
import { open, realpath, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../errors.js';
import { requireNoStore } from './no-store.js';
import { unfinished } from './unfinished.js';

/** Content in chunks of text, or of UTF-8. */
export type Chunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/**
 * Writes the file that the user named. Follows a link. Anything but a regular file, such as `/dev/stdout` or a pipe, is
 * written to and not replaced.
 * @throws CrateError ERR_OUTPUT, and the CrateErrors of the content
 */
export async function writeNamedFile(target: string, chunks: Chunks): Promise<void> {
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) return replaceFile(target, chunks);
  if (found.isFile()) return replaceFile(await realpath(target), chunks);
  await withOutputError(target, () => pipeline(Readable.from(chunks), createWriteStream(target)));
}

/**
 * Lets a file appear when it is complete: it is written beside its place and renamed. A failure leaves nothing, and
 * what was there before; a link in its place is replaced, a store never.
 * @param mode permissions of the file, less those that the process takes away from all (umask)
 * @throws CrateError ERR_OUTPUT, and CrateErrors of the content as they are
 */
export async function replaceFile(place: string, chunks: Chunks, mode?: number): Promise<void> {
  await requireNoStore(place);
  const temporary = unfinished(dirname(place));
  try {
    await withOutputError(place, async () => {
      await writeNewFile(temporary.path, chunks, mode);
      await rename(temporary.path, place);
    });
  } finally {
    await temporary.remove();
  }
}

/**
 * Writes a new file. Opens it before reading the content: a stream that opens its file itself may do so after a
 * failure, when the temporary file has already been deleted.
 */
export async function writeNewFile(path: string, chunks: Chunks, mode?: number): Promise<void> {
  const file = await open(path, 'wx', mode);
  await pipeline(Readable.from(chunks), file.createWriteStream());
}

/** Does a step of writing a place. @throws CrateError ERR_OUTPUT with that place, and CrateErrors of the step as they are */
export async function withOutputError<T>(place: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw outputError(place, error);
  }
}

/** What went wrong while a place was written, as ERR_OUTPUT; a CrateError stays as it is. */
export function outputError(place: string, error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new CrateError('ERR_OUTPUT', `${place} cannot be written: ${code ?? message}`, { cause: error });
}
