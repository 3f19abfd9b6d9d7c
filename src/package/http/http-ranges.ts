import { displayAddress } from '../../crate/context/context-address.js';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import type { HttpResponse, HttpClient } from './http-client.js';
import { RequestBudget } from './request-budget.js';
import { httpError } from './http-error.js';
import { ByteBudget } from '../limits.js';

/** A request costs as much time as a megabyte. */
const READ_AHEAD = 1 << 20;

/**
 * Byte ranges of what an response is the whole of (RFC 9110 section 14), when the server says that it serves them;
 * `undefined` otherwise. A file that changes while it is read is an error, not a mixture.
 * @param limit bytes of all ranges together: more is as good as a download
 */
export function httpRanges(response: HttpResponse, client: HttpClient, limit: number): ByteRanges | undefined {
  const size = Number(response.headers.get('content-length') ?? Number.NaN);
  const serves = (response.headers.get('accept-ranges') ?? '').toLowerCase().includes('bytes');
  if (!serves || !Number.isSafeInteger(size) || isEncoded(response)) return undefined;
  const validator = validatorOf(response.headers);
  response.cancel();
  const byteBudget = new ByteBudget(`${displayAddress(response.url.href)}: what is read of it`, limit);
  const budget = new RequestBudget({ ...client.limits, requests: Number.POSITIVE_INFINITY });
  return {
    size,
    readAhead: READ_AHEAD,
    stream: (start, end) =>
      readRange(response, client, { start, end: Math.min(end, size) }, { validator, byteBudget, budget }),
    close: async () => undefined,
  };
}

/** What all ranges of a file share. */
interface RangesState {
  readonly validator: string | null;
  readonly byteBudget: ByteBudget;
  readonly budget: RequestBudget;
}

/** Whether places in the body are not those in the file. */
export function isEncoded({ headers }: Pick<HttpResponse, 'headers'>): boolean {
  return (headers.get('content-encoding') ?? 'identity') !== 'identity';
}

/** What names this version of a file: the entity tag, which `If-Range` wants strong (RFC 9110 section 13.1.5), or the date. */
export function validatorOf(headers: Headers): string | null {
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
      response.status === 200 ? 'it changed while it was read' : `the server answered ${response.status} to a range`,
      { status: response.status },
    );
  }
  for await (const chunk of exactly(response, end - start)) {
    byteBudget.take(chunk.byteLength);
    yield chunk;
  }
}

/** The body of an response that says to hold so many bytes, and not one more is read. @throws CrateError ERR_HTTP */
async function* exactly({ body, url }: HttpResponse, size: number): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.byteLength;
    if (received > size) throw httpError(url.href, `more came than the range of ${size} bytes that was asked for`);
    yield chunk;
  }
  if (received < size) throw httpError(url.href, `${received} of ${size} bytes of a range came`);
}
