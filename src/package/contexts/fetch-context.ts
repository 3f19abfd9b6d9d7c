import { JSONLD } from '../../base/rdf/syntaxes.js';
import { contextUnavailable } from '../../crate/context/context-source.js';
import { NestingError } from '../../crate/json/nesting.js';
import { readJson } from '../../crate/json/value.js';
import { CrateError, ERROR_CODES } from '../../base/errors.js';
import { HttpClient, type HttpResponse } from '../http/http-client.js';
import { essence } from '../../base/rdf/syntaxes.js';
import { findLink } from '../http/link-header.js';
import { RequestBudget } from '../http/request-budget.js';
import { humanSize, readAll, timerDelay } from '../limits.js';

/** Limits of one remote context. */
export interface FetchLimits {
  /** Redirects, including steps to an alternate document. */
  readonly redirects: number;
  /** Milliseconds for all steps together. */
  readonly milliseconds: number;
  /** Bytes of the document, after decompression. */
  readonly bytes: number;
}

/** A JSON document from the network, and its address after redirects. */
export interface RemoteDocument {
  readonly finalUrl: string;
  readonly document: unknown;
}

/** The default limits of a context. */
export const FETCH_LIMITS: FetchLimits = { redirects: 10, milliseconds: 10_000, bytes: 10_000_000 };

const ACCEPT = `${JSONLD.mediaType}, application/json;q=0.9`;
const PRIVATE_HINT =
  'give a folder of contexts with --contexts, or let documents name private addresses with --allow-private-contexts';
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

/**
 * Fetches a JSON document as the JSON-LD 1.1 API requires (section 9.4). Follows redirects, and in a response that is
 * not JSON the `Link` with `rel=alternate` and `type=application/ld+json`. Tolerates a wrong media type.
 * @param limits defaults: {@link FETCH_LIMITS}
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE
 */
export async function fetchDocument(
  address: string,
  client: HttpClient = new HttpClient(),
  limits: Partial<FetchLimits> = {},
): Promise<RemoteDocument> {
  const allLimits = { ...FETCH_LIMITS, ...limits };
  const signal = AbortSignal.timeout(timerDelay(allLimits.milliseconds));
  try {
    return await followRedirects(address, client, signal, allLimits);
  } catch (error) {
    if (signal.aborted) throw contextUnavailable(address, `no response within ${allLimits.milliseconds / 1000} s`);
    if (!(error instanceof CrateError)) throw error;
    const reason = error.code === 'ERR_LIMIT' ? `larger than ${humanSize(allLimits.bytes)}` : error.details['reason'];
    if (error.code === 'ERR_CONTEXT_UNAVAILABLE') throw error;
    const hint = error.details['private'] === true ? PRIVATE_HINT : connectionHint(error);
    throw contextUnavailable(address, String(reason ?? error.message), {
      cause: error.cause,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

/** What to do about a proxy or a certificate; undefined for other errors, where a folder of contexts helps. */
function connectionHint({ code, hint, details }: CrateError): string | undefined {
  if (code === 'ERR_PROXY') return hint;
  const isUsual = hint === ERROR_CODES.ERR_HTTP.hint || details['status'] !== undefined;
  return code === 'ERR_HTTP' && !isUsual ? hint : undefined;
}

async function followRedirects(
  address: string,
  client: HttpClient,
  signal: AbortSignal,
  limits: FetchLimits,
): Promise<RemoteDocument> {
  let next = address;
  let left = limits.redirects;
  const budget = new RequestBudget(client.limits);
  let credentialsOrigin: string | null | undefined;
  for (;;) {
    const response = await client.get(next, {
      headers: { accept: ACCEPT },
      signal,
      redirects: left,
      budget,
      credentialsOrigin,
    });
    credentialsOrigin = response.credentialsOrigin;
    const alternate = alternateOf(response, address);
    if (alternate === undefined)
      return { finalUrl: response.url.href, document: await jsonOf(response, limits.bytes, address) };
    response.cancel();
    left -= response.hops.length;
    if (left < 0) throw contextUnavailable(address, `more than ${limits.redirects} redirects`);
    if (!URL.canParse(alternate, response.url))
      throw contextUnavailable(address, 'the redirect target is not an http or https address');
    next = new URL(alternate, response.url).href;
  }
}

/** Returns the address of the alternate document; undefined if this response is the document. */
function alternateOf(response: HttpResponse, address: string): string | undefined {
  if (response.status < 200 || response.status > 299) {
    response.cancel();
    throw contextUnavailable(address, `the server answered ${response.status}`);
  }
  if (JSON_TYPE.test(essence(response.headers.get('content-type')))) return undefined;
  return findLink(response.headers.get('link'), 'alternate', JSONLD.mediaType);
}

async function jsonOf(response: HttpResponse, limit: number, address: string): Promise<unknown> {
  const bytes = await readAll(response.body, limit, 'context');
  try {
    return readJson(bytes, { strict: true });
  } catch (error) {
    if (error instanceof NestingError) throw contextUnavailable(address, error.message);
    const type = essence(response.headers.get('content-type')) || 'no media type';
    throw contextUnavailable(address, `the response is not JSON (${type})`);
  }
}
