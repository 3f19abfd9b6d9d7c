import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CrateError } from '../../errors.js';
import { bounded, humanSize, limitExceeded } from '../limits.js';
import type { Answer, HttpClient } from './client.js';
import { httpError } from './failure.js';
import { strongEtag } from './ranges.js';

/** How to download. */
export interface DownloadOptions {
  /** Bytes at most. */
  readonly bound: number;
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

/** What was downloaded. */
export interface Downloaded {
  readonly bytes: number;
  /** Bytes that were there from an earlier attempt. */
  readonly resumed: number;
  readonly url: URL;
}

/** What is kept beside a `.part` file to go on with it later. */
interface PartState {
  readonly url: string;
  readonly validator: string;
}

/**
 * Downloads to a file. What came is kept in `<target>.part`; the next attempt asks for the rest (`Range` with
 * `If-Range`), and starts anew when the file on the server has changed or cannot be continued. The target appears when
 * it is complete.
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_LIMIT, ERR_OUTPUT
 */
export async function download(
  client: HttpClient,
  url: URL,
  target: string,
  options: DownloadOptions,
): Promise<Downloaded> {
  const [part, stateFile] = [`${target}.part`, `${target}.part.json`];
  await mkdir(dirname(target), { recursive: true }).catch((error: unknown) => fail(target, error));
  const known = await readState(stateFile, url);
  const there =
    known === undefined
      ? 0
      : await stat(part).then(
          ({ size }) => size,
          () => 0,
        );
  const answer = await request(client, url, there, known?.validator);
  const resumed = answer.status === 206 ? there : 0;
  const total = totalOf(answer, resumed);
  if (total !== undefined && total > options.bound) {
    answer.cancel();
    throw limitExceeded(target, humanSize(options.bound));
  }
  const validator = strongEtag(answer.headers) ?? answer.headers.get('last-modified');
  if (validator === null) await rm(stateFile, { force: true });
  else
    await writeFile(
      stateFile,
      JSON.stringify({ url: url.href.replace(/\?.*$/s, ''), validator } satisfies PartState),
    ).catch((error: unknown) => fail(target, error));
  let done = resumed;
  const counted = async function* () {
    for await (const chunk of bounded(answer.body, options.bound - resumed, target)) {
      yield chunk;
      done += chunk.byteLength;
      options.onProgress?.(done, total);
    }
  };
  await pipeline(Readable.from(counted()), createWriteStream(part, { flags: resumed > 0 ? 'a' : 'w' })).catch(
    (error: unknown) => fail(target, error),
  );
  if (total !== undefined && done !== total)
    throw httpError(url.href, `${done} of ${total} bytes came`, {
      hint: 'run the same command again: it goes on where it stopped',
    });
  await rename(part, target).catch((error: unknown) => fail(target, error));
  await rm(stateFile, { force: true });
  return { bytes: done, resumed, url: answer.url };
}

async function request(client: HttpClient, url: URL, there: number, validator: string | undefined): Promise<Answer> {
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  const answer = await client.get(url, {
    headers:
      there > 0 && validator !== undefined ? { ...headers, range: `bytes=${there}-`, 'if-range': validator } : headers,
  });
  const continues =
    answer.status === 206 && new RegExp(`^bytes ${there}-`).test(answer.headers.get('content-range') ?? '');
  if (continues || answer.status === 200) return answer;
  answer.cancel();
  if (there > 0 && (answer.status === 416 || answer.status === 206)) return request(client, url, 0, undefined);
  throw httpError(url.href, `the server answered ${answer.status}`, { status: answer.status });
}

function totalOf({ headers }: Answer, resumed: number): number | undefined {
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity') return undefined;
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length) + resumed;
}

async function readState(file: string, url: URL): Promise<PartState | undefined> {
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as Partial<PartState>;
    return state.url === url.href.replace(/\?.*$/s, '') && typeof state.validator === 'string'
      ? (state as PartState)
      : undefined;
  } catch {
    return undefined;
  }
}

function fail(target: string, error: unknown): never {
  if (error instanceof CrateError) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  throw new CrateError('ERR_OUTPUT', `${target} cannot be written: ${code ?? message}`, { cause: error });
}
