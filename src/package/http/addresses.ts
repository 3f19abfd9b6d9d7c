import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CrateError } from '../../errors.js';
import { displayAddress } from '../../crate/context/context-address.js';

/** The only addresses of IPv6 that are given out for the internet (RFC 4291 section 2.5.4, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is one of the public internet: not private, loopback, link-local, reserved or a tunnel to such. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST));
}

/**
 * An http or https address without user and password (these are never sent, and never shown).
 * @param base resolves a relative reference
 * @throws CrateError ERR_ADDRESS_REFUSED
 */
export function httpUrl(reference: string, base?: URL): URL {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : undefined;
  const subject = base === undefined ? 'this' : 'it redirects to what';
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refused(base?.href ?? reference, `${subject} is not an http or https address`);
  if (url.username !== '' || url.password !== '')
    throw refused(base?.href ?? reference, `${subject} is an address with user and password, which are not sent`);
  return url;
}

/** An address without query and fragment: they say what is asked, and are often a secret; they do not name the file. */
export function withoutQuery(url: URL): string {
  return url.origin + url.pathname;
}

/** The error for an address that may not be asked. */
export function refused(address: string, reason: string, details: Readonly<Record<string, unknown>> = {}): CrateError {
  const shown = displayAddress(address);
  return new CrateError('ERR_ADDRESS_REFUSED', `${shown}: ${reason}`, {
    details: { address: shown, reason, ...details },
  });
}

/** Who may be asked at a private or loopback address: all, nobody, or one origin. */
export type PrivateScope = boolean | string;

/** Whether the server of a URL may have an address that is not public. */
export function mayBePrivate(url: URL, scope: PrivateScope): boolean {
  return scope === true || scope === url.origin;
}

/** @throws CrateError ERR_ADDRESS_REFUSED for a URL whose host is written as an address that is not public */
export function checkLiteralHost(url: URL): void {
  if (isPrivateHost(url)) throw notPublic(url.href, url.hostname.replace(/^\[|\]$/g, ''));
}

/** Whether the host of a URL is written as an address that is not public, or as `localhost`. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
}

function notPublic(address: string, host: string): CrateError {
  return refused(address, `${host} is not a public address`, { private: true });
}

/**
 * A `lookup` for connections that only gives public addresses. The connection is made to the very addresses that were
 * checked, so that a name that changes between check and use (DNS rebinding) gains nothing.
 */
export function publicLookup(resolve: typeof systemLookup = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const addresses = found as unknown as LookupAddress[];
      const wrong = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (wrong !== undefined || first === undefined) return callback(notPublic(`//${hostname}`, hostname), '', 0);
      if (options.all === true)
        return (callback as unknown as (error: null, all: LookupAddress[]) => void)(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}
