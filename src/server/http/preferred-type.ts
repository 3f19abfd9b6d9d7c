import Negotiator from 'negotiator';

/** A parameter of a media type, other than its weight. A quoted value may contain commas and semicolons. */
const PARAMETER = /;\s*(?!q\s*=)[^=;,\s"]+(?:\s*=\s*(?:"(?:\\.|[^"\\])*"|[^;,\s]*))?/gi;

/**
 * The media type that a client likes best (RFC 9110, section 12.5.1), the first of those that it likes
 * alike; undefined if it accepts none of them. Parameters such as a charset or a profile make no
 * difference: there is one form of each type.
 */
export function preferredType(accept: string | null, available: readonly string[]): string | undefined {
  return acceptedTypes(accept, available)[0];
}

/** All media types that a client accepts, in the order of {@link preferredType}. */
export function acceptedTypes(accept: string | null, available: readonly string[]): string[] {
  const bare = accept?.replace(PARAMETER, '').trim() ?? '';
  return new Negotiator({ headers: bare === '' ? {} : { accept: bare } }).mediaTypes([...available]);
}
