import type { HeaderFields } from './transport.js';

/** By what a server tells whether a document has changed (RFC 9110, section 8.8). */
export interface HttpValidators {
  /** The address that was requested: the validators mean nothing for another. */
  readonly url: string;
  readonly etag?: string | undefined;
  /** As the server writes it. */
  readonly lastModified?: string | undefined;
}

/** Thrown in place of a crate that has not changed since its validators came. */
export class NotModified extends Error {
  override readonly name = 'NotModified';
}

/** The validators of a response; undefined if it has none. */
export function validatorsOf(url: string, headers: HeaderFields): HttpValidators | undefined {
  const etag = headers.get('etag') ?? undefined;
  const lastModified = headers.get('last-modified') ?? undefined;
  return etag === undefined && lastModified === undefined ? undefined : { url, etag, lastModified };
}

/** The headers that ask for a document only if it has changed; none for another address. */
export function conditionalHeaders(url: string, known: HttpValidators | undefined): Record<string, string> {
  if (known === undefined || known.url !== url) return {};
  return {
    ...(known.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
}
