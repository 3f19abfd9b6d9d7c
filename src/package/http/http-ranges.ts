import { displayAddress } from '../../crate/context/context-address.js';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import type { HttpResponse, HttpClient } from './http-client.js';
import { RequestBudget } from './request-budget.js';
import { httpError } from './http-error.js';
import { ByteBudget } from '../limits.js';
import type { HeaderFields } from './transport.js';

/** A request takes about as long as transferring a megabyte. */
const READ_AHEAD = 1 << 20;

/**
 * Opens byte ranges of the file that a response contains (RFC 9110 section 14). A file that
 * changes meanwhile is an error.
 * @param limit bytes of all ranges together, as for a download
 * @returns undefined if the server does not support ranges
 */
export function httpRanges(response: HttpResponse, client: HttpClient, limit: number): ByteRanges | undefined {
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  const serves = (response.headers.get('accept-ranges') ?? '').toLowerCase().includes('bytes');
  if (!serves || !Number.isSafeInteger(size) || isEncoded(response)) return undefined;
  const validator = validatorOf(response.headers);
  response.cancel();
  const byteBudget = new ByteBudget(`${displayAddress(response.url.href)}: its ranges`, limit);
  const budget = new RequestBudget({ ...client.limits, requests: Number.POSITIVE_INFINITY });
  return {
    size,
    readAhead: READ_AHEAD,
    stream: (start, end) =>
      readRange(response, client, { start, end: Math.min(end, size) }, { validator, byteBudget, budget }),
    close: async () => undefined,
  };
}

/** The state that all ranges of a file share. */
interface RangesState {
  readonly validator: string | null;
  readonly byteBudget: ByteBudget;
  readonly budget: RequestBudget;
}

/** Tells whether the body is encoded, so that its offsets are not those of the file. */
export function isEncoded({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return (headers.get('content-encoding') ?? 'identity') !== 'identity';
}

/**
 * Returns the validator of a file: a strong entity tag, as `If-Range` requires (RFC 9110 section 13.1.5), or the date.
 */
export function validatorOf(headers: HeaderFields): string | null {
  const etag = headers.get('etag');
  return etag === null || etag.startsWith('W/') ? headers.get('last-modified') : etag;
}

async function* readRange(
  { url, credentialsOrigin }: HttpResponse,
  client: HttpClient,
  { start, end }: { readonly start: number; readonly end: number },
  { validator, byteBudget, budget }: RangesState,
): AsyncGenerator<Uint8Array> {
  if (end <= start) return;
  byteBudget.require(end - start);
  const condition: Record<string, string> = validator === null ? {} : { 'if-range': validator };
  const response = await client.get(url, {
    headers: { accept: '*/*', 'accept-encoding': 'identity', range: `bytes=${start}-${end - 1}`, ...condition },
    credentialsOrigin,
    budget,
  });
  const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '') ?? [];
  if (response.status !== 206 || Number(from) !== start || Number(to) !== end - 1) {
    response.cancel();
    throw httpError(
      url.href,
      response.status === 200
        ? 'the file changed while it was read'
        : `the server answered ${response.status} to a range`,
      { status: response.status },
    );
  }
  for await (const chunk of exactly(response, end - start)) {
    byteBudget.take(chunk.byteLength);
    yield chunk;
  }
}

/** Reads a body of exactly `size` bytes. @throws CrateError ERR_HTTP */
async function* exactly({ body, url }: HttpResponse, size: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.byteLength;
    if (received > size) throw httpError(url.href, `the response is longer than the requested range of ${size} bytes`);
    yield chunk;
  }
  if (received < size) throw httpError(url.href, `only ${received} of ${size} bytes of a range were received`);
}
