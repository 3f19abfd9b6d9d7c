/** Headers that scripts of other websites may read (format document, section 4). */
export const EXPOSED_HEADERS = 'Content-Length,Content-Range,Content-Type';

/** Headers that scripts may send when they read. */
const READING_HEADERS =
  'Accept, Authorization, If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range';

/** Says in an answer which websites may read it. @param origin `*`, one origin, or undefined: none but our own */
export function allowOrigin(headers: Headers, origin: string | undefined): void {
  if (origin !== undefined) headers.set('access-control-allow-origin', origin);
  else headers.delete('access-control-allow-origin');
  if (origin !== '*') addVary(headers, 'Origin'); // another website may get another answer
}

/** Adds a request header to `Vary`. */
export function addVary(headers: Headers, name: string): void {
  const names = (headers.get('vary') ?? '').split(/\s*,\s*/).filter((one) => one !== '');
  if (names.some((one) => one === '*' || one.toLowerCase() === name.toLowerCase())) return;
  headers.set('vary', [...names, name].join(', '));
}

/** Headers that scripts may send when they also write. */
const WRITING_HEADERS = 'Accept, Authorization, Content-Type, If-Match, If-None-Match';

/** Methods of what can only be read. */
export const READING_METHODS = 'GET, HEAD, OPTIONS';

/** The answer to a preflight request (Fetch standard, section 3.3). @param methods of the address, with OPTIONS */
export function preflight(methods: string): Response {
  const isReading = methods === READING_METHODS;
  const headers = {
    allow: methods,
    'access-control-allow-methods': isReading ? 'GET, HEAD' : methods,
    'access-control-allow-headers': isReading ? READING_HEADERS : WRITING_HEADERS,
    'access-control-max-age': '86400',
  };
  return new Response(null, { status: 204, headers });
}
