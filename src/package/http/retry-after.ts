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
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
