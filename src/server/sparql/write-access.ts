import type { Access } from '../access.js';
import { tooSlow } from './query-errors.js';
import { orGone, refusal } from './refusal.js';

/** Makes sure that a request may write. @throws HTTPException 401, or 403 if the server takes no writes */
export function requireWriteAccess(access: Access, request: Request): void {
  if (!access.isWritable)
    throw refusal(403, 'This server is read-only: it was started without a token for those who may write.');
  if (access.mayWrite(request)) return;
  const isWrong = /^bearer\b/i.test(request.headers.get('authorization') ?? '');
  const challenge = `Bearer realm="crategraph"${isWrong ? ', error="invalid_token"' : ''}`;
  throw refusal(
    401,
    isWrong ? 'The token is invalid.' : 'Writing needs the token, as in "Authorization: Bearer TOKEN".',
    { 'www-authenticate': challenge },
  );
}

/**
 * Runs a write that ends at the time limit.
 * @param signal of the request: what its client no longer waits for is not committed
 */
export async function withTimeLimit<T>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(tooSlow('update', seconds)), seconds * 1000);
  try {
    return await work(AbortSignal.any([limit.signal, signal]));
  } catch (error) {
    throw orGone(error);
  } finally {
    clearTimeout(timer);
  }
}
