import { createHash } from 'node:crypto';
import { lstat, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../base/disk/make-folder.js';
import { requireNoStore } from '../../base/disk/no-store.js';
import { temporaryName } from '../../base/disk/temporary-path.js';
import { outputError, withOutputError } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { withoutQuery } from '../../package/http/addresses.js';
import type { HttpClient, HttpTarget } from '../../package/http/http-client.js';
import type { FileOptions, FileSources, Retrieval } from '../../package/http/retrieval.js';

/** A file, and who requests it. */
export interface FileSource extends HttpTarget {
  readonly client: HttpClient;
}

/** How to receive a file, and whether it may have its name. */
export interface IntoOptions extends Pick<FileOptions, 'onBusy' | 'limit'> {
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
  /** Called with the complete file before it becomes the target. If this returns false or fails, it is deleted. */
  readonly accept?: ((file: string) => Promise<boolean>) | undefined;
}

/**
 * Receives a file next to its target, where an interrupted call leaves what can be resumed, and gives it its name when
 * it is complete. It replaces a link, but never a store.
 * @throws CrateError as `Retrieval.receive`; ERR_OUTPUT, also for a folder or device in the place of a file
 */
export async function receiveInto(
  retrieval: Retrieval,
  { client, url, credentialsOrigin }: FileSource,
  target: string,
  { accept, onProgress, ...options }: IntoOptions,
): Promise<void> {
  const partial = partialOf(target, url);
  await withOutputError(target, () => makeFolder(dirname(target)));
  for (const path of [target, partial, `${partial}.state`]) await requireReplaceable(path);
  await requireNoStore(target);
  let size: number | undefined;
  let done = 0;
  const sources: FileSources = {
    addresses: [url.href],
    credentialsOrigin: () => credentialsOrigin,
  };
  await retrieval.receive(client, sources, partial, {
    ...options,
    resume: true,
    onSize: (bytes) => (size = bytes),
    onBytes: (bytes) => onProgress?.((done += bytes), size),
  });
  let isAccepted = false;
  try {
    isAccepted = accept === undefined || (await accept(partial));
    if (isAccepted) await rename(partial, target);
  } catch (error) {
    throw outputError(target, error);
  } finally {
    if (!isAccepted) await rm(partial, { force: true });
  }
}

/** The path of a file while it is not complete. Files of a crate never have such names. */
export function partialOf(target: string, url: URL): string {
  const key = createHash('sha256').update(withoutQuery(url)).update(basename(target)).digest('hex').slice(0, 16);
  return join(dirname(target), temporaryName(key, 'part'));
}

/** Checks that a file can be written here: a folder or device is not replaced. @throws CrateError ERR_OUTPUT */
async function requireReplaceable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${path} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}`, {
      hint: 'remove it, or choose another output',
    });
}
