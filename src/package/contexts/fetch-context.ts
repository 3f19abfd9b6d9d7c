import { contextUnavailable } from '../../crate/context/context-source.js';
import { readJson } from '../../crate/json/value.js';
import { CrateError } from '../../errors.js';
import { HttpClient, type Answer } from '../http/http-client.js';
import { essence, findLink } from '../http/link-header.js';
import { Effort } from '../http/request-budget.js';
import { humanSize, readAll, waitable } from '../limits.js';

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

/** The bounds where nothing else is said. */
export const FETCH_LIMITS: FetchLimits = { redirects: 10, milliseconds: 10_000, bytes: 10_000_000 };

const ACCEPT = 'application/ld+json, application/json;q=0.9';
const PRIVATE_HINT =
  'give a folder of contexts with --contexts, or let documents name private addresses with --allow-private-contexts';
const JSON_TYPE = /^application\/(?:.+\+)?json$/;

/**
 * Fetches a JSON document as the JSON-LD 1.1 API asks (section 9.4): redirects are followed, and from an answer that
 * is not JSON the `Link` with `rel=alternate` and `type=application/ld+json`. A wrong media type is tolerated.
 * @param limits what is not given is as in {@link FETCH_LIMITS}
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE
 */
export async function fetchDocument(
  address: string,
  client: HttpClient = new HttpClient(),
  limits: Partial<FetchLimits> = {},
): Promise<RemoteDocument> {
  const bounds = { ...FETCH_LIMITS, ...limits };
  const signal = AbortSignal.timeout(waitable(bounds.milliseconds));
  try {
    return await follow(address, client, signal, bounds);
  } catch (error) {
    if (signal.aborted) throw contextUnavailable(address, `no answer within ${bounds.milliseconds / 1000} s`);
    if (!(error instanceof CrateError)) throw error;
    const reason = error.code === 'ERR_LIMIT' ? `larger than ${humanSize(bounds.bytes)}` : error.details['reason'];
    if (error.code === 'ERR_CONTEXT_UNAVAILABLE') throw error;
    const hint = error.details['private'] === true ? PRIVATE_HINT : undefined;
    throw contextUnavailable(address, String(reason ?? error.message), {
      cause: error.cause,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

async function follow(
  address: string,
  client: HttpClient,
  signal: AbortSignal,
  limits: FetchLimits,
): Promise<RemoteDocument> {
  let [next, left] = [address, limits.redirects];
  const effort = new Effort(client.limits);
  let home: string | null | undefined;
  for (;;) {
    const answer = await client.get(next, { headers: { accept: ACCEPT }, signal, redirects: left, effort, home });
    home = answer.home;
    const alternate = alternateOf(answer, address);
    if (alternate === undefined)
      return { finalUrl: answer.url.href, document: await jsonOf(answer, limits.bytes, address) };
    answer.cancel();
    left -= answer.hops.length;
    if (left < 0) throw contextUnavailable(address, `more than ${limits.redirects} redirects`);
    if (!URL.canParse(alternate, answer.url))
      throw contextUnavailable(address, 'it redirects to what is not an http or https address');
    next = new URL(alternate, answer.url).href;
  }
}

/** Where to go on from this answer, undefined when it is the document itself. */
function alternateOf(answer: Answer, address: string): string | undefined {
  if (answer.status < 200 || answer.status > 299) {
    answer.cancel();
    throw contextUnavailable(address, `the server answered ${answer.status}`);
  }
  if (JSON_TYPE.test(essence(answer.headers.get('content-type')))) return undefined;
  return findLink(answer.headers.get('link'), 'alternate', 'application/ld+json');
}

async function jsonOf(answer: Answer, limit: number, address: string): Promise<unknown> {
  const bytes = await readAll(answer.body, limit, 'context');
  try {
    return readJson(bytes, { strict: true });
  } catch {
    const type = essence(answer.headers.get('content-type')) || 'no media type';
    throw contextUnavailable(address, `the answer is not JSON (${type})`);
  }
}
