import { CrateError } from '../errors.js';
import { certificateFault } from './certificates.js';
import { basicAuthorization } from './credentials.js';
import type { WebProxy } from './proxies.js';

/** The header with user and password of a proxy, if its address has them. */
export function proxyAuthorization({ login }: WebProxy): Record<string, string> {
  return login === undefined ? {} : { 'proxy-authorization': basicAuthorization(login) };
}

/**
 * Checks the status of an answer, of which only 407 is certainly one of the proxy.
 * @param headers names and values in turns
 * @throws CrateError ERR_PROXY
 */
export function requireAuthorized(target: URL, proxy: WebProxy, status: number, headers: readonly string[]): void {
  if (status !== 407) return;
  const schemes = headers.flatMap((name, at) => {
    const isChallenge = at % 2 === 0 && name.toLowerCase() === 'proxy-authenticate';
    return isChallenge ? [/^[\w-]*/.exec(headers[at + 1] ?? '')?.[0] ?? ''] : [];
  });
  if (!schemes.some((scheme) => scheme === '' || /^basic$/i.test(scheme)) && schemes.length > 0)
    throw proxyError(target, proxy, `asks for ${schemes.join(' or ')}`, {
      hint: 'crategraph knows Basic only: ask for such an access, or name a local proxy that logs in there',
    });
  if (proxy.login === undefined)
    throw proxyError(target, proxy, 'asks for user and password', {
      hint: `write them into ${proxy.variable}: http://user:password@host:port, reserved characters as %XX`,
    });
  throw proxyError(target, proxy, 'does not accept user and password', {
    hint: `correct them in ${proxy.variable}; reserved characters are written as %XX`,
  });
}

/** The error for a proxy that makes no connection to a host, by the status of its answer. */
export function notConnected(target: URL, proxy: WebProxy, status: number): CrateError {
  const isForbidden = status < 500;
  return proxyError(target, proxy, `does not connect to ${target.host}: it answered ${status}`, {
    hint: isForbidden
      ? `ask those who run the proxy to allow it, or name ${target.hostname} in NO_PROXY`
      : `check the address; NO_PROXY names hosts that the proxy cannot reach`,
  });
}

const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'does not run',
  ENOTFOUND: 'is on a host that is not known',
  EAI_AGAIN: 'is on a host that cannot be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'gives no connection in time',
  ETIMEDOUT: 'gives no answer in time',
};

/** The error for a proxy that cannot be reached, or cuts the connection. The system's own text may have secrets in it. */
export function proxyUnreachable(target: URL, proxy: WebProxy, error: unknown): CrateError {
  const { code: own, errors } = error as { code?: unknown; errors?: readonly { readonly code?: unknown }[] };
  const code = String(own ?? errors?.[0]?.code ?? '');
  const certificate = certificateFault(code, error);
  if (certificate !== undefined)
    return proxyError(target, proxy, `gives no connection: ${certificate.reason}`, certificate);
  return proxyError(target, proxy, `${UNREACHED[code] ?? 'cuts the connection'}${code === '' ? '' : ` (${code})`}`);
}

/** The proxies of errors. They are not on the errors, which people print: the address may have a password in it. */
const PROXIES = new WeakMap<object, WebProxy>();

/** Remembers for the error of a request that it went through a proxy, which may be what failed. */
export function sentThrough(proxy: WebProxy, error: Error): Error {
  PROXIES.set(error, proxy);
  return error;
}

/** The proxy that the request of an error, or of its cause, went through, in words, and what to do. */
export function proxyOfError(error: unknown): { readonly through: string; readonly hint: string } | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const proxy = PROXIES.get(error);
  if (proxy === undefined) return proxyOfError((error as { readonly cause?: unknown }).cause);
  return { through: `through the proxy ${proxy.origin} of ${proxy.variable}`, hint: checkVariable(proxy) };
}

function checkVariable({ variable }: WebProxy): string {
  return `check ${variable}; NO_PROXY names hosts that need no proxy`;
}

function proxyError(
  target: URL,
  proxy: WebProxy,
  what: string,
  { hint = checkVariable(proxy) }: { readonly hint?: string } = {},
): CrateError {
  const { origin, variable } = proxy;
  const reason = `the proxy ${origin} of ${variable} ${what}`;
  return new CrateError('ERR_PROXY', reason, {
    hint,
    details: { address: target.origin, reason, proxy: origin, variable },
  });
}
