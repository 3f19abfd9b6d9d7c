import type { CrateError } from '../../../base/errors.js';
import { explainBroken, type IncomingAnswer } from './endpoint-connections.js';
import { endpointError } from './endpoint-error.js';

/** Headers of an answer, by lower-case name. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/** Bytes of an error that are read for its message. */
const ERROR_BYTES = 1 << 14;

/** The headers of an answer. */
export function headersOf({ headers }: Pick<IncomingAnswer, 'headers'>): AnswerHeaders {
  return {
    get: (name) => {
      const value = headers[name];
      return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
    },
  };
}

/**
 * The body of an answer, which fails if it is cut. A body that ends when the connection does could be cut without a
 * sign, so its format must have an end of its own.
 * @throws CrateError ERR_ENDPOINT, or the error of the connection
 */
export async function* checkedBody(sent: IncomingAnswer, url: URL): AsyncGenerator<Uint8Array> {
  const headers = headersOf(sent);
  try {
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (!/^\s*(?:identity)?\s*$/i.test(encoding))
      throw endpointError(url, { code: 'ERR_ENDPOINT', reason: 'the answer is compressed, which was not asked for' });
    const hasEnd = headers.get('content-length') !== null || headers.get('transfer-encoding') !== null;
    const type = headers.get('content-type') ?? '';
    let isEmpty = true;
    for await (const chunk of sent.body as AsyncIterable<Uint8Array>) {
      isEmpty &&= chunk.byteLength === 0;
      if (!isEmpty && !hasEnd && !/[/+](?:json|xml)\b/i.test(type))
        throw endpointError(url, {
          code: 'ERR_ENDPOINT',
          reason: 'the answer has neither a length nor an end, so it may be incomplete',
          hint: 'a proxy before the endpoint may speak HTTP/1.0: give the address of the endpoint itself',
        });
      yield chunk;
    }
  } finally {
    sent.body.destroy();
  }
}

/** A body whose errors are those of {@link failedRead}. */
export async function* explainedBody(
  body: AsyncIterable<Uint8Array>,
  url: URL,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    signal?.throwIfAborted();
    throw failedRead(url, error);
  }
}

/** The error for an answer that cannot be read to its end. Returns a CrateError as it is. */
function failedRead(url: URL, error: unknown): Error {
  if ((error as Partial<CrateError>).name === 'CrateError') return error as CrateError;
  const { reason, hint } = explainBroken(error);
  return endpointError(url, { code: 'ERR_ENDPOINT', reason, hint, cause: error });
}

/** The beginning of a body, for a message, as far as it arrives. */
export async function beginningOf({ body }: IncomingAnswer): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= ERROR_BYTES) break;
    }
  } catch {
    // the status says enough
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, ERROR_BYTES);
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Where to ask instead; undefined if the answer is no redirect.
 * @throws CrateError ERR_ENDPOINT for a redirect that is not followed
 */
export function redirectOf(sent: IncomingAnswer, kind: 'read' | 'write', url: URL): URL | undefined {
  if (!REDIRECTS.has(sent.statusCode)) return undefined;
  const location = headersOf(sent).get('location') ?? '';
  const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (kind === 'read' && next !== undefined && next.origin === url.origin && next.username === '') return next;
  const place = next === undefined ? 'another address' : next.origin + next.pathname;
  throw endpointError(url, {
    code: 'ERR_ENDPOINT',
    reason: `it redirects (${sent.statusCode}) to ${place}, which is not followed`,
    status: sent.statusCode,
    hint: 'give the address that it redirects to, if you trust it',
  });
}
