import { makeFolder } from '../../disk/make-folder.js';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../../errors.js';
import type { ByteBudget } from '../limits.js';
import { outputError, replaceFile, withOutputError } from '../../disk/write-file.js';
import { requireNoStore } from '../../disk/no-store.js';
import { temporaryName } from '../../disk/temporary-path.js';
import { withoutQuery } from './addresses.js';
import type { HttpClient, HttpTarget } from './http-client.js';
import { httpError } from './http-error.js';
import { isEncoded, validatorOf } from './http-ranges.js';
import { extentOf, requestRest, sizeOfOwnFile } from './partial-content.js';

/** Options of {@link download}. */
export interface DownloadOptions {
  /** The budget of this download, or of several together. */
  readonly byteBudget: ByteBudget;
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
  /**
   * Called with the complete file before it becomes the target. If this returns false or fails, the file is deleted.
   */
  readonly accept?: ((file: string) => Promise<boolean>) | undefined;
}

/** The result of {@link download}. */
export interface Downloaded {
  readonly bytes: number;
  /** Bytes that an earlier attempt had downloaded. */
  readonly resumed: number;
  readonly url: URL;
}

/** What the state file stores, to resume a download. */
interface ResumeState {
  readonly url: string;
  readonly validator: string;
}

/** Open flag that refuses links, on systems that have it. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Downloads to a file. A partial download stays next to it if it can be resumed: the next attempt requests the rest
 * (`Range` with `If-Range`), or starts over if the file on the server has changed. The target
 * appears when it is complete.
 * It replaces a link, but never a store.
 * @param from what to download, and the only origin that gets credentials
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_OUTPUT
 */
export async function download(
  client: HttpClient,
  from: HttpTarget,
  target: string,
  { byteBudget, onProgress, accept }: DownloadOptions,
): Promise<Downloaded> {
  const { url } = from;
  const { partialFile, stateFile } = partialDownload(target, url);
  await withOutputError(target, () => makeFolder(dirname(target)));
  for (const path of [target, partialFile, stateFile]) await requireReplaceable(path);
  await requireNoStore(target);
  const known = await readState(stateFile, url);
  const existing = known === undefined ? 0 : await sizeOfOwnFile(partialFile);
  const response = await requestRest(client, from, { existing, validator: known?.validator });
  const { start: resumed, end, total } = extentOf(response);
  try {
    byteBudget.require(total ?? resumed);
    byteBudget.take(resumed);
  } catch (error) {
    response.cancel();
    throw error;
  }
  const validator = isEncoded(response) ? null : validatorOf(response.headers);
  const begin = async () => {
    if (validator === null) await rm(stateFile, { force: true });
    else await replaceFile(stateFile, [JSON.stringify({ url: withoutQuery(url), validator } satisfies ResumeState)]);
    return openPartialFile(partialFile, resumed > 0);
  };
  const file = await begin().catch((error: unknown) => {
    response.cancel();
    throw outputError(target, error);
  });
  let done = resumed;
  const counted = async function* () {
    for await (const chunk of response.body) {
      done += chunk.byteLength;
      byteBudget.take(chunk.byteLength);
      if (end !== undefined && done > end)
        throw httpError(url.href, `the response is longer than its declared ${end - resumed} bytes`);
      yield chunk;
      onProgress?.(done, total);
    }
  };
  try {
    await pipeline(Readable.from(counted()), file.createWriteStream());
    if (total !== undefined && done !== total)
      throw httpError(url.href, `only ${done} of ${total} bytes were received`, {
        hint: 'run the same command again to resume the download',
      });
  } catch (error) {
    if (validator === null) await rm(partialFile, { force: true }).catch(() => undefined);
    throw outputError(target, error);
  }
  let isAccepted = false;
  try {
    isAccepted = accept === undefined || (await accept(partialFile));
  } catch (error) {
    throw outputError(target, error);
  } finally {
    if (!isAccepted) for (const path of [partialFile, stateFile]) await rm(path, { force: true });
  }
  if (!isAccepted) return { bytes: done, resumed, url: response.url };
  // Not `replaceFile`: the partial file must survive a failure, so that the next attempt can resume.
  await withOutputError(target, () => rename(partialFile, target));
  await withOutputError(stateFile, () => rm(stateFile, { force: true }));
  return { bytes: done, resumed, url: response.url };
}

/** Names the partial file and the state file of a download. Files of a crate never have such names. */
export function partialDownload(
  target: string,
  url: URL,
): { readonly partialFile: string; readonly stateFile: string } {
  const key = createHash('sha256').update(withoutQuery(url)).update(basename(target)).digest('hex').slice(0, 16);
  const pathOf = (kind: 'part' | 'part.json') => join(dirname(target), temporaryName(key, kind));
  return { partialFile: pathOf('part'), stateFile: pathOf('part.json') };
}

/** Checks that a file can be written here: a folder or device is not replaced. @throws CrateError ERR_OUTPUT */
async function requireReplaceable(target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${target} is ${found.isDirectory() ? 'a folder' : 'not a regular file'}`, {
      hint: 'remove it, or choose another output',
    });
}

async function openPartialFile(partialFile: string, resume: boolean) {
  if (resume) return open(partialFile, constants.O_WRONLY | constants.O_APPEND | NO_LINK);
  await rm(partialFile, { force: true });
  return open(partialFile, 'wx');
}

async function readState(file: string, url: URL): Promise<ResumeState | undefined> {
  if ((await sizeOfOwnFile(file)) === 0) return undefined;
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as Partial<ResumeState>;
    return state.url === withoutQuery(url) && typeof state.validator === 'string' ? (state as ResumeState) : undefined;
  } catch {
    return undefined;
  }
}
