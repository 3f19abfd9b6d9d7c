import { contextUnavailable } from '../../crate/context/source.js';
import { CrateError } from '../../errors.js';
import { essence, findLink } from './links.js';

/** How much one remote context may cost. */
export interface FetchLimits {
  /** Redirects, steps to an alternate document included. */
  readonly redirects: number;
  /** Milliseconds for all steps together. */
  readonly milliseconds: number;
  /** Bytes of the document, after decompression. */
  readonly bytes: number;
}

/** A JSON document from the network, and where it was in the end. */
export interface RemoteDocument {
  readonly finalUrl: string;
  readonly document: unknown;
}

export const FETCH_LIMITS: FetchLimits = { redirects: 10, milliseconds: 10_000, bytes: 10_000_000 };

const ACCEPT = 'application/ld+json, application/json;q=0.9';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

/**
 * Fetches a JSON document as the JSON-LD 1.1 API asks (section 9.4): redirects are followed, and from an answer that
 * is not JSON the `Link` with `rel=alternate` and `type=application/ld+json`. A wrong media type is tolerated.
 * @param limits what is not given is as in {@link FETCH_LIMITS}
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE
 */
export async function fetchDocument(
  address: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  limits: Partial<FetchLimits> = {},
): Promise<RemoteDocument> {
  const bounds = { ...FETCH_LIMITS, ...limits };
  const signal = AbortSignal.timeout(bounds.milliseconds);
  try {
    return await follow(
      address,
      (url) => fetch(url, { redirect: 'manual', headers: { accept: ACCEPT }, signal }),
      bounds,
    );
  } catch (error) {
    if (error instanceof CrateError) throw error;
    if (signal.aborted) throw contextUnavailable(address, `no answer within ${bounds.milliseconds / 1000} s`);
    throw contextUnavailable(address, `cannot be fetched${networkCode(error)}`, { cause: error });
  }
}

async function follow(
  address: string,
  get: (url: URL) => Promise<Response>,
  limits: FetchLimits,
): Promise<RemoteDocument> {
  let url = httpUrl(address, undefined, address);
  for (let step = 0; step <= limits.redirects; step++) {
    const response = await get(url);
    const next = nextAddress(response, address);
    if (next === undefined) {
      return { finalUrl: url.href, document: await readJson(response, limits.bytes, address) };
    }
    await response.body?.cancel();
    url = httpUrl(next, url, address);
  }
  throw contextUnavailable(address, `more than ${limits.redirects} redirects`);
}

/** Where to go on from this answer, undefined when it is the document itself. */
function nextAddress(response: Response, address: string): string | undefined {
  if (REDIRECTS.has(response.status)) {
    const location = response.headers.get('location');
    if (location === null) throw contextUnavailable(address, `a redirect (${response.status}) without a Location`);
    return location;
  }
  if (!response.ok) {
    void response.body?.cancel();
    throw contextUnavailable(address, `the server answered ${response.status}`);
  }
  if (JSON_TYPE.test(essence(response.headers.get('content-type')))) return undefined;
  return findLink(response.headers.get('link'), 'alternate', 'application/ld+json');
}

/** @throws CrateError for what is no http(s) address or holds a password (fetch would show it in its errors) */
function httpUrl(reference: string, base: URL | undefined, address: string): URL {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined;
  const subject = base === undefined ? 'this' : 'it redirects to what';
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw contextUnavailable(address, `${subject} is not an http or https address`);
  }
  if (url.username !== '' || url.password !== '') {
    throw contextUnavailable(address, `${subject} is an address with user and password, which are not sent`);
  }
  return url;
}

async function readJson(response: Response, limit: number, address: string): Promise<unknown> {
  const bytes = await readBody(response, limit, address);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const type = essence(response.headers.get('content-type')) || 'no media type';
    throw contextUnavailable(address, `the answer is not JSON (${type})`);
  }
}

async function readBody(response: Response, limit: number, address: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = response.body as unknown as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw contextUnavailable(address, `larger than ${limit / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** ` (ECONNREFUSED)` and the like; never the text of the error, which may hold the whole address. */
function networkCode(error: unknown): string {
  const code = (error as { cause?: { code?: unknown } | null } | null)?.cause?.code;
  return typeof code === 'string' ? ` (${code})` : '';
}
