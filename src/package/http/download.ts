import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../../errors.js';
import type { ByteBudget } from '../limits.js';
import { outputError, replaceFile, withOutputError } from '../../disk/write-file.js';
import { requireNoStore } from '../../disk/no-store.js';
import { temporaryName } from '../../disk/temporary-path.js';
import { withoutQuery } from './addresses.js';
import type { HttpResponse, HttpClient, HttpTarget } from './http-client.js';
import { httpError } from './http-error.js';
import { isEncoded, validatorOf } from './http-ranges.js';

/** How to download. */
export interface DownloadOptions {
  /** Bytes at most, of this download or of several. */
  readonly byteBudget: ByteBudget;
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/** What was downloaded. */
export interface Downloaded {
  readonly bytes: number;
  /** Bytes that were there from an earlier attempt. */
  readonly resumed: number;
  readonly url: URL;
}

/** What is kept beside a part to go on with it later. */
interface ResumeState {
  readonly url: string;
  readonly validator: string;
}

/** Opens nothing behind a link, where the system knows how. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Downloads to a file. What came is kept beside it in a file of our own; the next attempt asks for the rest (`Range`
 * with `If-Range`), and starts anew when the file on the server has changed. What cannot be continued is not kept. The
 * target appears when it is complete; a link in its place is replaced, a store never.
 * @param from what to download, with credentials for its home only
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_OUTPUT
 */
export async function download(
  client: HttpClient,
  from: HttpTarget,
  target: string,
  { byteBudget, onProgress }: DownloadOptions,
): Promise<Downloaded> {
  const { url } = from;
  const { partialFile, stateFile } = partialDownload(target, url);
  await withOutputError(target, () => mkdir(dirname(target), { recursive: true }));
  for (const place of [target, partialFile, stateFile]) await requireReplaceable(place);
  await requireNoStore(target);
  const known = await readState(stateFile, url);
  const existing = known === undefined ? 0 : await sizeOfOwnFile(partialFile);
  const response = await request(client, from, existing, known?.validator);
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
        throw httpError(url.href, `more came than the ${end - resumed} bytes it said`);
      yield chunk;
      onProgress?.(done, total);
    }
  };
  try {
    await pipeline(Readable.from(counted()), file.createWriteStream());
    if (total !== undefined && done !== total)
      throw httpError(url.href, `${done} of ${total} bytes came`, {
        hint: 'run the same command again: it goes on where it stopped',
      });
  } catch (error) {
    if (validator === null) await rm(partialFile, { force: true }).catch(() => undefined);
    throw outputError(target, error);
  }
  // Not `replaceFile`: the part outlives a failure, so that the next attempt can go on with it.
  await withOutputError(target, () => rename(partialFile, target));
  await withOutputError(stateFile, () => rm(stateFile, { force: true }));
  return { bytes: done, resumed, url: response.url };
}

/** Where the beginning of a download is kept, and what is known of it: under names that no file of a crate has. */
export function partialDownload(
  target: string,
  url: URL,
): { readonly partialFile: string; readonly stateFile: string } {
  const key = createHash('sha256').update(withoutQuery(url)).update(basename(target)).digest('hex').slice(0, 16);
  const place = (kind: 'part' | 'part.json') => join(dirname(target), temporaryName(key, kind));
  return { partialFile: place('part'), stateFile: place('part.json') };
}

async function request(
  client: HttpClient,
  from: HttpTarget,
  existing: number,
  validator: string | undefined,
): Promise<HttpResponse> {
  const { url, credentialsOrigin } = from;
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  const response = await client.get(url, {
    headers:
      existing > 0 && validator !== undefined
        ? { ...headers, range: `bytes=${existing}-`, 'if-range': validator }
        : headers,
    credentialsOrigin,
  });
  const { start, end, total } = extentOf(response);
  const fits = start === existing && end !== undefined && end > start && total !== undefined && end <= total;
  const isSame = [null, validator].includes(validatorOf(response.headers));
  if (response.status === 200 || (response.status === 206 && fits && isSame)) return response;
  response.cancel();
  if (existing > 0 && (response.status === 416 || response.status === 206)) return request(client, from, 0, undefined);
  throw httpError(url.href, `the server answered ${response.status}`, { status: response.status });
}

/** Which bytes of the file an response says to hold; unknown where its content is encoded. */
interface Extent {
  readonly start: number;
  /** Exclusive. */
  readonly end?: number;
  readonly total?: number;
}

function extentOf(response: HttpResponse): Extent {
  const { status, headers } = response;
  if (isEncoded(response)) return { start: 0 };
  if (status === 206) {
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    return from === undefined ? { start: 0 } : { start: Number(from), end: Number(to) + 1, total: Number(total) };
  }
  const length = headers.get('content-length');
  return length === null ? { start: 0 } : { start: 0, end: Number(length), total: Number(length) };
}

/** What is at the target is replaced at the end; a folder or a device is not. @throws CrateError ERR_OUTPUT */
async function requireReplaceable(target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found !== undefined && !found.isFile() && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${target} is ${found.isDirectory() ? 'a folder' : 'no regular file'}`, {
      hint: 'take it away, or choose another output',
    });
}

/** Size of a file that is only here: no link, and no second name of another file, which somebody may have put here. */
async function sizeOfOwnFile(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && found.nlink === 1 ? found.size : 0;
}

async function openPartialFile(part: string, goOn: boolean) {
  if (goOn) return open(part, constants.O_WRONLY | constants.O_APPEND | NO_LINK);
  await rm(part, { force: true });
  return open(part, 'wx');
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
