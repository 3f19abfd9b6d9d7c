/** What counts for a number of seconds that is larger (RFC 9111 section 1.2.2). */
const MOST_SECONDS = 2 ** 31;
const BUSY = new Set([429, 503]);

/**
 * Milliseconds after which a server that is busy wants to be asked again (RFC 9110 section 10.2.3).
 * @returns undefined when the answer says nothing of that kind
 */
export function retryAfter({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Headers;
}): number | undefined {
  const value = BUSY.has(status) ? (headers.get('retry-after')?.trim() ?? '') : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MOST_SECONDS) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
