import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent } from 'undici';
import { displayAddress } from '../../crate/context/context-address.js';
import { through } from '../bytes/through.js';
import { checkRatio, type HttpLimits } from '../limits.js';
import { isPrivateHost, isPublicAddress, mayBePrivate, publicLookup, type PrivateScope } from './addresses.js';
import { httpError } from './http-error.js';
import { ReceivedBody } from './received-body.js';

/** The response to one request, without following redirects. Its content is decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body, if it is small enough to have arrived with the headers, and unread. */
  whole?(): readonly Uint8Array[] | undefined;
  /** Bytes of the body that were received so far, before decoding where that is known. */
  received(): number;
  /** Whether it came from an address that is known not to be public. */
  readonly fromPrivate: boolean;
  /** Closes the connection. */
  cancel(): void;
}

/** The headers of a response. */
export type HeaderFields = Pick<Headers, 'get'>;

/** A request on its way. */
export interface SentRequest {
  readonly response: Promise<RawResponse>;
  /** Ends the request and its body, which then throw the reason. Cheaper than a signal for each request. */
  abort(reason: unknown): void;
}

/** Sends one request. */
export type Transport = (
  url: URL,
  request: { readonly method: 'GET' | 'HEAD'; readonly headers: Readonly<Record<string, string>> },
) => SentRequest;

/** Options for connections. */
export interface TransportOptions {
  /** Whether private and loopback addresses may be requested: true, false, or only this origin. Default: true. */
  readonly allowPrivate?: PrivateScope | undefined;
  /** Certificates (PEM) to trust in addition to those of the system. */
  readonly ca?: string | undefined;
  /** Connections to one host at once; further requests wait. Default: as many as there are requests. */
  readonly connections?: number | undefined;
  /** Resolves host names. Default: the system's lookup, which is checked if private addresses are refused. */
  readonly lookup?: LookupFunction | undefined;
}

/**
 * Makes a transport over undici, which can check the address that it connects to, and costs
 * half as much as `node:http`.
 * @param limits `ratio` of the decoded to the received size of a response; `headersMs` for a connection
 */
export function directTransport(options: TransportOptions, limits: Pick<HttpLimits, 'ratio' | 'headersMs'>): Transport {
  const lastPrivate = new Map<string, boolean>();
  let agent: Promise<Agent> | undefined;
  return (url, request) => {
    let stopped: { readonly reason: unknown } | undefined;
    let body: ReceivedBody | undefined = undefined;
    let close: (reason?: Error) => void = () => undefined;
    let fail: (error: unknown) => void = () => undefined;
    const answer = async (dispatcher: Agent) =>
      new Promise<RawResponse>((resolve, reject) => {
        fail = reject;
        if (stopped !== undefined) return reject(stopped.reason as Error);
        dispatcher.dispatch(
          { origin: url.origin, path: url.pathname + url.search, ...request },
          {
            onConnect: (abortRequest) => {
              close = abortRequest;
              if (stopped !== undefined) close(stopped.reason as Error);
            },
            onHeaders: (status, rawHeaders, resume) => {
              if (status < 200) return true;
              body = new ReceivedBody({ resume, abort: () => close() });
              const headers = headersOf(rawHeaders);
              const fromPrivate = lastPrivate.get(url.origin) === true;
              resolve({ status, headers, fromPrivate, ...contentOf(body, headers, url, limits.ratio) });
              return true;
            },
            onData: (chunk) => body?.add(chunk) ?? true,
            onComplete: () => body?.end(),
            onError: (failure) => {
              const error = asSystemError(failure);
              reject(error);
              body?.end({ error });
            },
          },
        );
      });
    agent ??= agentFor(options, limits.headersMs, lastPrivate);
    return {
      response: agent.then(answer),
      abort: (reason) => {
        stopped = { reason };
        fail(reason); // also while it is connecting
        close(reason as Error);
      },
    };
  };
}

/** @param lastPrivate gets for each origin whether the last connection led to an address that is not public */
async function agentFor(
  { allowPrivate = true, ca, connections, lookup }: TransportOptions,
  timeout: number,
  lastPrivate: Map<string, boolean>,
): Promise<Agent> {
  const { openWebAgent } = await import('../../base/net/web-agent.js'); // not before the first request: it takes a while
  const checked = lookup ?? publicLookup();
  return openWebAgent({
    connectMs: timeout,
    ca,
    lookupFor: (url) => (mayBePrivate(url, allowPrivate) ? lookup : checked),
    onOpen: (origin, socket, isProxied) => {
      socket.on('error', markReset);
      const address = socket.remoteAddress; // of the proxy, if there is one: it alone knows that of the host
      const isPrivate = isProxied ? isPrivateHost(origin) : address !== undefined && !isPublicAddress(address);
      lastPrivate.set(origin.origin, isPrivate);
    },
    // undici opens a new connection after each request that is aborted, so connections without work end soon.
    // HttpClient has timeouts of its own.
    pool: { connections: connections ?? null, keepAliveTimeout: 1000, headersTimeout: 0, bodyTimeout: 0 },
  });
}

/** Makes a transport over a `fetch` of the caller. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return (url, request) => {
    const stop = new AbortController();
    const answer = async (): Promise<RawResponse> => {
      const response = await fetch(url, { ...request, redirect: 'manual', signal: stop.signal });
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
    return { response: answer(), abort: (reason) => stop.abort(reason) };
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

/** Reads headers as they came: a `Headers` object costs more, and refuses what some servers send. */
function headersOf(raw: readonly Buffer[]): HeaderFields {
  const texts = raw.map((bytes) => bytes.toString('latin1').trim());
  const get = (name: string) => {
    const values = texts.filter((_, at) => at % 2 === 1 && texts[at - 1]?.toLowerCase() === name);
    return values.length === 0 ? null : values.join(', ');
  };
  return { get };
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

/** What a response contains, decoded. */
function contentOf(
  sent: ReceivedBody,
  headers: HeaderFields,
  url: URL,
  ratio: number,
): Pick<RawResponse, 'body' | 'whole' | 'received' | 'cancel'> {
  const encodings = encodingsOf(headers);
  const isPlain = encodings.length === 0;
  return {
    body: isPlain ? sent : decoded(encodings, sent, url, ratio),
    whole: () => (isPlain ? sent.whole() : undefined),
    received: () => sent.bytes,
    cancel: () => sent.cancel(),
  };
}

function encodingsOf(headers: HeaderFields): string[] {
  return (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
}

/** Decodes a body (RFC 9110 section 8.4). @throws CrateError ERR_HTTP, ERR_LIMIT */
async function* decoded(encodings: string[], sent: ReceivedBody, url: URL, ratio: number): AsyncGenerator<Uint8Array> {
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
