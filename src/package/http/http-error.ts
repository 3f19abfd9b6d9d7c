import { CrateError } from '../../base/errors.js';
import { certificateFault } from '../../base/net/certificates.js';
import { proxyOfError } from '../../base/net/proxy-error.js';
import { displayAddress } from '../../crate/context/context-address.js';

/** Makes the error for an address that cannot be retrieved. Shows it without user, query and fragment. */
export function httpError(
  address: string,
  reason: string,
  options: { readonly cause?: unknown; readonly hint?: string; readonly status?: number } = {},
): CrateError {
  const shown = displayAddress(address);
  const { cause, hint, status } = options;
  return new CrateError('ERR_HTTP', `${shown}: ${reason}`, {
    details: { address: shown, reason, ...(status === undefined ? {} : { status }) },
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/**
 * Returns a CrateError, even a wrapped one. Otherwise makes one without the system's text, which may contain secrets.
 */
export function asHttpError(address: string, error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  if (cause instanceof CrateError) return cause;
  const name = [cause?.code, code].find((one) => typeof one === 'string');
  const what = name === undefined ? '' : ` (${String(name)})`;
  const certificate = certificateFault(String(name), error);
  if (certificate !== undefined)
    return httpError(address, certificate.reason, { hint: certificate.hint, cause: error });
  const proxy = proxyOfError(error);
  const through = proxy === undefined ? '' : ` ${proxy.through}`;
  return httpError(address, `cannot be fetched${through}${what}`, {
    cause: error,
    ...(proxy !== undefined && { hint: proxy.hint }),
  });
}
