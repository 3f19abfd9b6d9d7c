import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { CrateError } from '../../base/errors.js';
import { displayAddress } from '../../crate/context/context-address.js';

/** The only IPv6 addresses that are assigned to the public internet (RFC 4291 section 2.5.4, IANA). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Tells whether an IP address is public: not private, loopback, link-local, reserved or a tunnel to one of these. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST));
}

/**
 * Parses an http or https address. Refuses user and password, which are never sent and never shown.
 * @param base resolves a relative reference
 * @throws CrateError ERR_ADDRESS_REFUSED
 */
export function httpUrl(reference: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(reference, base); // `canParse` first would parse twice
  } catch {
    throw notHttp(reference, base);
  }
  return requireHttp(url, base);
}

/** As {@link httpUrl}, for an address that is parsed already. */
export function requireHttp(url: URL, base?: URL): URL {
  if (!/^https?:$/.test(url.protocol)) throw notHttp(url.href, base);
  if (url.username === '' && url.password === '') return url;
  throw refused(base?.href ?? url.href, `${subjectOf(base)} contains a user or password, which are never sent`);
}

function notHttp(reference: string, base: URL | undefined): CrateError {
  return refused(base?.href ?? reference, `${subjectOf(base)} is not an http or https address`);
}

function subjectOf(base: URL | undefined): string {
  return base === undefined ? 'this' : 'the redirect target';
}

/** The same address without its fragment, which is never sent. */
export function withoutFragment(url: URL): URL {
  if (!url.href.includes('#')) return url;
  const copy = new URL(url);
  copy.hash = '';
  return copy;
}

/** Removes query and fragment, which do not name the file and may contain secrets. */
export function withoutQuery(url: URL): string {
  return url.origin + url.pathname;
}

/** Makes the error for an address that may not be requested. */
export function refused(
  address: string,
  reason: string,
  { details, hint }: { readonly details?: Readonly<Record<string, unknown>>; readonly hint?: string } = {},
): CrateError {
  const shown = displayAddress(address);
  return new CrateError('ERR_ADDRESS_REFUSED', `${shown}: ${reason}`, {
    details: { address: shown, reason, ...details },
    ...(hint !== undefined && { hint }),
  });
}

/** Makes the error for an address that `--offline` keeps from being requested. @param subject what is there, if it is known */
export function refusedOffline(address: string, subject?: string): CrateError {
  const reason = '--offline forbids the network';
  return refused(address, subject === undefined ? reason : `${subject} needs the network, and ${reason}`, {
    hint: 'leave --offline out, or name a file or folder',
  });
}

/** Whether private and loopback addresses may be requested: all, none, or those of one origin or of some host names. */
export type PrivateScope = boolean | string | ReadonlySet<string>;

/** Tells whether a URL may lead to an address that is not public. */
export function mayBePrivate(url: URL, scope: PrivateScope): boolean {
  return typeof scope === 'object' ? scope.has(url.hostname) : scope === true || scope === url.origin;
}

/** Checks the host of a URL without resolving names. @throws CrateError ERR_ADDRESS_REFUSED if it is not public */
export function checkLiteralHost(url: URL): void {
  if (isPrivateHost(url)) throw notPublic(url.href, url.hostname.replace(/^\[|\]$/g, ''));
}

/** Tells whether the host of a URL is an IP address that is not public, or `localhost`. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
}

function notPublic(address: string, host: string): CrateError {
  return refused(address, `${host} is not a public address`, { details: { private: true } });
}

/**
 * Makes a `lookup` for connections that returns only public addresses. The connection uses the addresses that were
 * checked, which defeats DNS rebinding.
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
