import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { checkLiteralHost, publicLookup } from './addresses.js';

/** One answer, redirects not followed, content decoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** Lets go of the connection. */
  cancel(): void;
}

/** Sends one GET request. */
export type Transport = (
  url: URL,
  request: { readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal },
) => Promise<RawAnswer>;

/** How connections are made. */
export interface TransportOptions {
  /** Whether private and loopback addresses may be asked. Default true. */
  readonly allowPrivate?: boolean | undefined;
  /** Certificates (PEM) to trust beside those of the system. */
  readonly ca?: string | undefined;
  /** Resolves host names when private addresses are refused. Default: that of the system, checked. */
  readonly lookup?: LookupFunction | undefined;
}

/** Requests through `node:http` and `node:https`, which can check the address that they connect to. */
export function nodeTransport({ allowPrivate = true, ca, lookup }: TransportOptions = {}): Transport {
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) }),
  };
  const checkedLookup = allowPrivate ? lookup : (lookup ?? publicLookup());
  return async (url, { headers, signal }) => {
    if (!allowPrivate) checkLiteralHost(url);
    const secure = url.protocol === 'https:';
    const options = {
      method: 'GET',
      headers,
      signal,
      agent: secure ? agents.https : agents.http,
      ...(checkedLookup === undefined ? {} : { lookup: checkedLookup }),
    };
    const request = secure ? httpsRequest(url, options) : httpRequest(url, options);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    request.on('error', () => undefined); // what happens later comes out of the body
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: decoded(response),
      cancel: () => void response.destroy(),
    };
  };
}

/** Requests through a `fetch`, for those who bring their own. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async (url, { headers, signal }) => {
    const response = await fetch(url, { redirect: 'manual', headers, signal });
    const body = (response.body ?? []) as unknown as AsyncIterable<Uint8Array>;
    return {
      status: response.status,
      headers: response.headers,
      body,
      cancel: () => void response.body?.cancel().catch(() => undefined),
    };
  };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    try {
      headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
    } catch {
      continue; // a header that is none, which node tolerates
    }
  }
  return headers;
}

/** The body without its content encodings (RFC 9110 section 8.4). */
async function* decoded(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const encodings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const decoders = encodings.reverse().map((encoding) => {
    if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
    if (encoding === 'br') return createBrotliDecompress();
    if (encoding === 'deflate') return createInflate();
    throw new Error(`content encoding ${encoding} has no reader`);
  });
  const last = decoders.at(-1);
  if (last === undefined) return yield* response;
  const done = pipeline([response, ...decoders] as never);
  done.catch(() => undefined); // the error comes out of the loop
  try {
    yield* last as AsyncIterable<Uint8Array>;
    await done;
  } finally {
    response.destroy();
  }
}
