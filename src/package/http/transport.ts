import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { displayAddress } from '../../crate/context/context-address.js';
import { through } from '../bytes/through.js';
import { checkRatio } from '../limits.js';
import { isPrivateHost, isPublicAddress, mayBePrivate, publicLookup, type PrivateScope } from './addresses.js';
import { httpError } from './http-error.js';

/** The response to one request, without following redirects. Its content is decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** Bytes of the body that were received so far, before decoding where that is known. */
  received(): number;
  /** Whether it came from an address that is known not to be public. */
  readonly fromPrivate: boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** Sends one request. */
export type Transport = (
  url: URL,
  request: {
    readonly method: 'GET' | 'HEAD';
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
) => Promise<RawResponse>;

/** Options for connections. */
export interface TransportOptions {
  /** Whether private and loopback addresses may be requested: true, false, or only this origin. Default: true. */
  readonly allowPrivate?: PrivateScope | undefined;
  /** Certificates (PEM) to trust in addition to those of the system. */
  readonly ca?: string | undefined;
  /** Resolves host names. Default: the system's lookup, which is checked if private addresses are refused. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Makes a transport over `node:http` and `node:https`, which can check the address that they connect to.
 * @param ratio limit of the decoded to the received size of a response
 */
export function nodeTransport({ allowPrivate = true, ca, lookup }: TransportOptions, ratio: number): Transport {
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ...(ca === undefined ? {} : { ca }) }),
  };
  const checkedLookup = lookup ?? publicLookup();
  return async (url, { method, headers, signal }) => {
    const usedLookup = mayBePrivate(url, allowPrivate) ? lookup : checkedLookup;
    const secure = url.protocol === 'https:';
    const options = {
      method,
      headers,
      signal,
      agent: secure ? agents.https : agents.http,
      ...(usedLookup === undefined ? {} : { lookup: usedLookup }),
    };
    const request = secure ? httpsRequest(url, options) : httpRequest(url, options);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { remoteAddress } = response.socket;
    request.on('error', () => undefined); // a later error surfaces in the body
    const sent = counted(response);
    return {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: decoded(response, sent, url, ratio),
      received: sent.bytes,
      fromPrivate: remoteAddress !== undefined && !isPublicAddress(remoteAddress),
      cancel: () => void response.destroy(),
    };
  };
}

/** Makes a transport over a `fetch` of the caller. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return async (url, { method, headers, signal }) => {
    const response = await fetch(url, { method, redirect: 'manual', headers, signal });
    const sent = counted((response.body ?? []) as unknown as AsyncIterable<Uint8Array>);
    return {
      status: response.status,
      headers: response.headers,
      body: sent.chunks,
      received: sent.bytes,
      fromPrivate: isPrivateHost(url),
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
      continue; // Node tolerates invalid headers, `Headers` does not
    }
  }
  return headers;
}

/** A body that counts its bytes. */
interface Counted {
  readonly chunks: AsyncGenerator<Uint8Array>;
  bytes(): number;
}

function counted(body: AsyncIterable<Uint8Array>): Counted {
  let bytes = 0;
  const chunks = (async function* () {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      yield chunk;
    }
  })();
  return { chunks, bytes: () => bytes };
}

/** More than one encoding is rare, and many are an attack on memory. */
const MAX_ENCODINGS = 2;

/** Decodes a body (RFC 9110 section 8.4). @throws CrateError ERR_HTTP, ERR_LIMIT */
async function* decoded(response: IncomingMessage, sent: Counted, url: URL, ratio: number): AsyncGenerator<Uint8Array> {
  const encodings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  if (encodings.length === 0) return yield* sent.chunks;
  if (encodings.length > MAX_ENCODINGS) throw httpError(url.href, `${encodings.length} content encodings at once`);
  const decoders = encodings.reverse().map((encoding) => {
    if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
    if (encoding === 'br') return createBrotliDecompress();
    if (encoding === 'deflate') return createInflate();
    throw httpError(url.href, `content encoding ${encoding.slice(0, 40)} is not supported`);
  });
  let size = 0;
  try {
    for await (const chunk of through(Readable.from(sent.chunks), ...decoders)) {
      size += chunk.byteLength;
      checkRatio(`${displayAddress(url.href)}: the response`, sent.bytes(), size, { ratio });
      yield chunk;
    }
  } finally {
    response.destroy();
  }
}
