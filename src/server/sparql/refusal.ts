import { HTTPException } from 'hono/http-exception';
import { CrateError, type CrateErrorCode } from '../../base/errors.js';
import { ContentResponse } from '../http/content-response.js';
import { preferredType } from '../http/preferred-type.js';

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 406 | 409 | 412 | 413 | 415;

/** A request that is refused. @param message a sentence for the client */
export function refusal(
  status: RefusalStatus,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HTTPException {
  return new HTTPException(status, { message, cause: headers });
}

/** An error, or what stands for it if the HTTP server aborts the request of a client that has gone with a mere text. */
export function orGone(error: unknown): Error {
  return error instanceof Error ? error : new CrateError('ERR_INTERRUPTED', 'the client has gone away');
}

/** The status of each error that a request can cause. Others are faults of the server. */
const STATUSES: Partial<Record<CrateErrorCode, number>> = {
  ERR_QUERY_SYNTAX: 400,
  ERR_RDF_SYNTAX: 400,
  ERR_JSON_SYNTAX: 400,
  ERR_JSONLD_INVALID: 400,
  ERR_GRAPH_MISSING: 400,
  ERR_ROOT_NOT_FOUND: 400,
  ERR_ROOT_AMBIGUOUS: 400,
  ERR_BASE_IRI_INVALID: 400,
  ERR_CONTEXT_INVALID: 400,
  ERR_CONTEXT_UNAVAILABLE: 400,
  ERR_UNSUPPORTED: 400,
  ERR_USAGE: 400,
  ERR_GRAPH_NOT_FOUND: 404,
  ERR_QUERY_FORMAT: 406,
  ERR_GRAPH_EXISTS: 409,
  ERR_LIMIT: 422,
  ERR_INTERRUPTED: 503,
  ERR_STORE_LOCKED: 503,
  ERR_TIMEOUT: 504,
};

/** A hint for the command line, which a client of a server cannot follow. */
const COMMAND_LINE = /(?:^|[^\w-])--[a-z]|\bcrategraph [a-z]/;

/** What a client can do instead. */
const HINTS: Partial<Record<CrateErrorCode, string>> = {
  ERR_GRAPH_MISSING: 'write GRAPH <crate> { ... } around the triples, or ?crate for all crates',
  ERR_ROOT_AMBIGUOUS: 'send the document of one crate',
  ERR_BASE_IRI_INVALID: 'give an absolute IRI, as in ?graph=https://example.org/my-crate/',
  ERR_CONTEXT_UNAVAILABLE: 'write the terms of the context into the document, or send the graph in another RDF format',
  ERR_GRAPH_NOT_FOUND: 'the list of crates is at / of this server',
  ERR_QUERY_FORMAT: 'ask for another format, as in ?format=json',
  ERR_GRAPH_EXISTS: 'replace the graph with PUT, or add to it with POST',
  ERR_LIMIT: 'send or ask for less in one request',
  ERR_TIMEOUT: 'ask for less: name the crate, the entities or the types that you want',
};

function hintFor({ code, hint }: CrateError): string | undefined {
  if (!COMMAND_LINE.test(hint)) return hint;
  const others = hint.split(', or ').filter((way) => !COMMAND_LINE.test(way));
  return HINTS[code] ?? (others.length === 0 ? undefined : others.join(', or '));
}

/**
 * The answer to a request that failed, as text, or as JSON for a client that prefers it.
 * @throws the error itself if it is a fault of the server
 */
export function failedAnswer(error: unknown, request: Request): Response {
  if (request.signal.aborted) return new Response(null, { status: 499 }); // as nginx logs it; the client has gone
  if (error instanceof HTTPException) {
    if (error.res !== undefined) return error.getResponse();
    const headers = error.cause as Readonly<Record<string, string>>;
    return written(error.status, { message: error.message }, { request, headers });
  }
  if (!(error instanceof CrateError)) throw error;
  const isBusy = error.details['busy'] === true;
  const status = isBusy ? 503 : STATUSES[error.code];
  if (status === undefined) throw error;
  const { code, details } = error;
  const message = shortened(error.message);
  const { line, column, excerpt, caret, limit, graph } = details;
  const facts = { code, message, hint: hintFor(error), line, column, excerpt, caret, limit, graph };
  return written(status, facts, { request, headers: status === 503 ? { 'retry-after': '1' } : {} });
}

/** Letters of a message that a client gets: that of a parser may repeat all of what it could not read. */
const LONGEST_MESSAGE = 2000;

function shortened(message: string): string {
  return message.length <= LONGEST_MESSAGE ? message : `${message.slice(0, LONGEST_MESSAGE)}…`;
}

interface Facts {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly excerpt?: unknown;
  readonly caret?: unknown;
}

function written(
  status: number,
  facts: Facts,
  { request, headers }: { readonly request: Request; readonly headers: Readonly<Record<string, string>> },
): Response {
  const type = preferredType(request.headers.get('accept'), ['text/plain', 'application/json']) ?? 'text/plain';
  const all = { ...headers, 'content-type': `${type}; charset=utf-8`, vary: 'Accept', 'cache-control': 'no-store' };
  const { message, hint, excerpt, caret } = facts;
  const place = typeof excerpt === 'string' ? [`  ${excerpt}`, `  ${' '.repeat(Number(caret))}^`] : [];
  const text = [message, ...place, ...(hint ? [hint] : [])].join('\n');
  return new ContentResponse(type === 'text/plain' ? `${text}\n` : `${JSON.stringify({ error: facts })}\n`, {
    status,
    headers: all,
  });
}
