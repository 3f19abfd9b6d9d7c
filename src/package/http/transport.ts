import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent, buildConnector } from 'undici';
import { displayAddress } from '../../crate/context/context-address.js';
import { through } from '../bytes/through.js';
import { checkRatio, type HttpLimits } from '../limits.js';
import { isPrivateHost, isPublicAddress, mayBePrivate, publicLookup, type PrivateScope } from './addresses.js';
import { httpError } from './http-error.js';
import { ReceivedBody } from './received-body.js';

/** The response to one request, without following redirects. Its content is decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body, if it is small enough to have arrived with the headers, and nobody has read of it. */
  whole?(): readonly Uint8Array[] | undefined;
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
 * Makes a transport over undici, which can check the address that it connects to, and costs half as much as `node:http`.
 * @param limits `ratio` of the decoded to the received size of a response; `headersMs` for a connection
 */
export function directTransport(options: TransportOptions, limits: Pick<HttpLimits, 'ratio' | 'headersMs'>): Transport {
  const lastPrivate = new Map<string, boolean>();
  let agent: Promise<Agent> | undefined;
  return async (url, request) => {
    const dispatcher = await (agent ??= agentFor(options, limits.headersMs, lastPrivate));
    return new Promise((resolve, reject) => {
      let body: ReceivedBody | undefined;
      let abort: (reason?: Error) => void = () => undefined;
      const stop = (reason: unknown) => {
        reject(reason as Error); // also while it is connecting
        abort(reason as Error);
      };
      const { signal, method, headers } = request;
      const onAbort = () => stop(signal.reason);
      const end = (failure?: { readonly error: unknown }) => {
        signal.removeEventListener('abort', onAbort);
        body?.end(failure);
        if (body === undefined) reject(failure?.error as Error);
      };
      signal.addEventListener('abort', onAbort);
      dispatcher.dispatch(
        { origin: url.origin, path: url.pathname + url.search, method, headers },
        {
          onConnect: (abortRequest) => {
            abort = abortRequest;
            if (signal.aborted) abort(signal.reason as Error);
          },
          onHeaders: (status, rawHeaders, resume) => {
            if (status < 200) return true;
            const received = new ReceivedBody({ resume, abort: () => abort() });
            body = received;
            const answer = { status, headers: headersOf(rawHeaders) };
            const isEncoded = encodingsOf(answer.headers).length > 0;
            resolve({
              ...answer,
              body: isEncoded ? decoded(answer.headers, received, url, limits.ratio) : received,
              whole: () => (isEncoded ? undefined : received.whole()),
              received: () => received.bytes,
              fromPrivate: lastPrivate.get(url.origin) === true,
              cancel: () => received.cancel(),
            });
            return true;
          },
          onData: (chunk) => body?.add(chunk) ?? true,
          onComplete: () => end(),
          onError: (error) => end({ error: asSystemError(error) }),
        },
      );
    });
  };
}

/** @param lastPrivate gets for each origin whether the last connection led to an address that is not public */
async function agentFor(
  { allowPrivate = true, ca, lookup }: TransportOptions,
  timeout: number,
  lastPrivate: Map<string, boolean>,
): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici'); // not before the first request: it takes a while
  const connector = (used: LookupFunction | undefined) =>
    buildConnector({ timeout, ...(ca !== undefined && { ca }), ...(used !== undefined && { lookup: used }) });
  const [open, checked] = [connector(lookup), connector(lookup ?? publicLookup())];
  const connect: buildConnector.connector = (options, callback) => {
    const { origin, href } = new URL(`${options.protocol}//${options.host}`);
    const connectTo = mayBePrivate(new URL(href), allowPrivate) ? open : checked;
    connectTo(options, (...result) => {
      const address = result[1]?.remoteAddress;
      result[1]?.on('error', markReset);
      lastPrivate.set(origin, address !== undefined && !isPublicAddress(address));
      callback(...result);
    });
  };
  return new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 }); // HttpClient has its own
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

/** The codes of undici that have a name in the system. */
const SYSTEM_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
};

function asSystemError(error: NodeJS.ErrnoException): Error {
  const code = SYSTEM_CODES[error.code ?? ''];
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code });
}

/** Of a body without a length, undici takes a reset for the end, which would lose the rest without a word. */
function markReset(error: NodeJS.ErrnoException): void {
  if (error.code === 'ECONNRESET') error.code = 'UND_ERR_SOCKET';
}

function headersOf(rawHeaders: readonly Buffer[]): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name, value] = rawHeaders.slice(index, index + 2).map((text) => text.toString('latin1'));
    try {
      headers.append(name as string, value as string);
    } catch {
      continue; // servers send invalid headers, which `Headers` refuses
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

function encodingsOf(headers: Headers): string[] {
  return (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
}

/** Decodes a body (RFC 9110 section 8.4). @throws CrateError ERR_HTTP, ERR_LIMIT */
async function* decoded(headers: Headers, sent: ReceivedBody, url: URL, ratio: number): AsyncGenerator<Uint8Array> {
  const encodings = encodingsOf(headers);
  try {
    if (encodings.length > MAX_ENCODINGS) throw httpError(url.href, `${encodings.length} content encodings at once`);
    const decoders = encodings.reverse().map((encoding) => {
      if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
      if (encoding === 'br') return createBrotliDecompress();
      if (encoding === 'deflate') return createInflate();
      throw httpError(url.href, `content encoding ${encoding.slice(0, 40)} is not supported`);
    });
    let size = 0;
    for await (const chunk of through(Readable.from(sent), ...decoders)) {
      size += chunk.byteLength;
      checkRatio(`${displayAddress(url.href)}: the response`, sent.bytes, size, { ratio });
      yield chunk;
    }
  } finally {
    sent.cancel();
  }
}
