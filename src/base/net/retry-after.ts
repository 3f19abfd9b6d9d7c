/** Replaces any larger number of seconds (RFC 9111 section 1.2.2). */
const MAX_SECONDS = 2 ** 31;
const BUSY = new Set([429, 503]);

/**
 * Returns the milliseconds after which a busy server asks to retry (RFC 9110 section 10.2.3).
 * @returns undefined without a valid `Retry-After`, or if the server is not busy
 */
export function retryAfter({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
}): number | undefined {
  const value = BUSY.has(status) ? (headers.get('retry-after')?.trim() ?? '') : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
