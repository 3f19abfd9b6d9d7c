import Negotiator from 'negotiator';

/** The media type that a client likes best (RFC 9110, section 12.5.1); undefined if it accepts none of them. */
export function preferredType(accept: string | null, available: readonly string[]): string | undefined {
  // A parameter such as charset=utf-8 would match no type.
  const bare = accept?.replaceAll(/;(?!\s*q\s*=)[^,;]*/gi, '');
  const headers = bare === undefined || bare.trim() === '' ? {} : { accept: bare };
  return new Negotiator({ headers }).mediaType([...available]);
}
