import { lstat } from 'node:fs/promises';
import type { GetOptions, HttpClient, HttpResponse, HttpTarget } from './http-client.js';
import { httpError } from './http-error.js';
import { isEncoded, validatorOf } from './http-ranges.js';

/** What is there of a file, and how to request the rest. */
export interface RestOptions extends Pick<GetOptions, 'budget' | 'signal' | 'onBusy'> {
  /** Bytes that are there. */
  readonly existing: number;
  /** The validator of the file that they belong to; undefined if it is not known. */
  readonly validator: string | undefined;
}

/**
 * Requests the rest of a file (`Range` with `If-Range`), or all of it if the server cannot do
 * that or has another file now.
 * @throws CrateError ERR_HTTP, also for any other status than 200 and 206
 */
export async function requestRest(client: HttpClient, from: HttpTarget, rest: RestOptions): Promise<HttpResponse> {
  const { existing, validator, ...options } = rest;
  const { url, credentialsOrigin } = from;
  const headers: Record<string, string> = { accept: '*/*', 'accept-encoding': 'identity' };
  const response = await client.get(url, {
    headers:
      existing > 0 && validator !== undefined
        ? { ...headers, range: `bytes=${existing}-`, 'if-range': validator }
        : headers,
    credentialsOrigin,
    ...options,
  });
  const { start, end, total } = extentOf(response);
  const fits = start === existing && end !== undefined && end > start && total !== undefined && end <= total;
  const isSame = [null, validator].includes(validatorOf(response.headers));
  if (response.status === 200 || (response.status === 206 && fits && isSame)) return response;
  response.cancel();
  if (existing > 0 && (response.status === 416 || response.status === 206))
    return requestRest(client, from, { ...rest, existing: 0, validator: undefined });
  const { status } = response;
  throw httpError(url.href, `the server answered ${status}`, { status, ...(await client.hintFor(response)) });
}

/** The bytes of the file that a response declares; unknown if its content is encoded. */
export interface Extent {
  readonly start: number;
  /** Exclusive. */
  readonly end?: number;
  readonly total?: number;
}

/** Reads which bytes of the file a response contains. */
export function extentOf(response: HttpResponse): Extent {
  const { status, headers } = response;
  if (isEncoded(response)) return { start: 0 };
  if (status === 206) {
    const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
    return from === undefined ? { start: 0 } : { start: Number(from), end: Number(to) + 1, total: Number(total) };
  }
  const length = headers.get('content-length');
  return length === null ? { start: 0 } : { start: 0, end: Number(length), total: Number(length) };
}

/** Returns the size of a file; 0 for a link or hard link, which an attacker may have planted. */
export async function sizeOfOwnFile(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && found.nlink === 1 ? found.size : 0;
}
