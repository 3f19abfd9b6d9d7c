import { CrateError, type CrateErrorCode } from '../../../base/errors.js';
import { hintForRefusal } from './engines.js';

/** Characters of an endpoint's own text that a message has. */
const MAX_TEXT = 300;

/** What is known about a request that failed. */
export interface EndpointFailure {
  readonly code: Extract<CrateErrorCode, 'ERR_ENDPOINT' | 'ERR_STATE_UNKNOWN' | 'ERR_LIMIT'>;
  /** Ends the sentence that begins with the address. */
  readonly reason: string;
  readonly status?: number | undefined;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** Makes the error for a request to an endpoint. Shows the address without its query. */
export function endpointError(url: URL, { code, reason, status, hint, cause }: EndpointFailure): CrateError {
  const address = shownAddress(url);
  return new CrateError(code, `${address}: ${reason}`, {
    details: { address, reason, ...(status !== undefined && { status }) },
    ...(hint !== undefined && { hint }),
    ...(cause !== undefined && { cause }),
  });
}

/** An address for messages: without user, password, query and fragment. */
export function shownAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** What to do about a status. */
const HINTS: Readonly<Record<number, string>> = {
  403: 'the endpoint does not allow this to the user: change its permissions, or use another login',
  404: 'check the address, with the name of its dataset; --query-url, --update-url and --graph-url name each address',
  405: 'check the address, with the name of its dataset; --query-url, --update-url and --graph-url name each address',
  413: 'the endpoint, or a proxy before it, limits the size of a request: raise its limit to 16 MB (nginx: client_max_body_size)',
  415: 'the address does not take this kind of data: check --graph-url and --update-url',
  500: 'look into the log of the endpoint',
};

/** What to do about a status where queries may be answered, and changes are not. */
const HINTS_FOR_WRITES: typeof HINTS = {
  403: 'the endpoint, or a proxy before it, takes no changes from this user, as one that is read-only: change its permissions, or use another login',
};

/**
 * What a user can do about a status, with what the endpoint says of it; undefined for the usual hint.
 * @param kind of the request
 */
export function hintForStatus(status: number, text: string, kind: 'read' | 'write'): string | undefined {
  const hint = status === 400 || status === 500 ? hintForRefusal(text) : undefined;
  if (hint !== undefined) return hint;
  if (status === 429 || [502, 503, 504].includes(status)) return 'try again later: the endpoint is busy or starts';
  return (kind === 'write' ? HINTS_FOR_WRITES[status] : undefined) ?? HINTS[status];
}

/**
 * The text of an endpoint's error, made safe for a message: one line of plain text, without what may be secret.
 * @param type the media type of the text
 */
export function errorText(bytes: Uint8Array, type: string, secrets: readonly string[] = []): string {
  const text = readableText(bytes, type);
  const plain = /html/i.test(type) || /^\s*<(?:!doctype|html)\b/i.test(text) ? textOfHtml(text) : text;
  const shown = secrets
    .reduce((rest, secret) => rest.replaceAll(secret, '***'), plain)
    .replace(/\b(https?:\/\/)[^\s/@"'<>]*@/gi, '$1')
    .replace(/\b(https?:\/\/[^\s?"'<>]*)\?[^\s"'<>]*/gi, '$1')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/(?<=\S) SPARQL query: .*$/, '') // Virtuoso repeats the whole query
    .trim();
  return shown.length <= MAX_TEXT ? shown : `${shown.slice(0, MAX_TEXT - 4).replace(/[\ud800-\udbff]$/, '')} ...`;
}

function readableText(bytes: Uint8Array, type: string): string {
  try {
    return new TextDecoder(/charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // a character set that Node does not know
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', amp: '&' }),
);

/** The words of a page. */
function textOfHtml(html: string): string {
  return html
    .replace(/<!--[^]*?(?:-->|$)|<(script|style|head)\b[^]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, number?: string, name?: string) => {
      if (number === undefined) return ENTITIES.get(name ?? '') ?? whole;
      return Number(number) <= 0x10ffff ? String.fromCodePoint(Number(number)) : whole;
    });
}
