import { BlockList, isIP } from 'node:net';
import { CrateError } from '../errors.js';
import type { Environment } from './environment.js';

/** A proxy that a variable of the environment names. */
export interface WebProxy {
  /** Scheme, host and port, for requests and for messages: without user and password. */
  readonly origin: string;
  /** The variable, as it is spelt. */
  readonly variable: string;
  /** What the address has of user and password. */
  readonly login?: { readonly login: string; readonly password: string };
}

/** Chooses the proxy for a URL; undefined for a direct connection. */
export type ProxyChoice = (url: URL) => WebProxy | undefined;

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, each in lower case first: a variable that is set to nothing
 * names no proxy, and each of the two is for the addresses of its own scheme. curl does the same, but knows no
 * `HTTP_PROXY` in upper case, which in CGI a client could set.
 * @throws CrateError ERR_PROXY for a variable that names no http or https proxy
 */
export function proxiesOf(env: Environment): ProxyChoice {
  const exceptions = (variableOf(env, 'NO_PROXY').value.match(/[^\s,]+/g) ?? []).map(exceptionOf);
  if (exceptions.includes(EVERYWHERE)) return () => undefined;
  const proxies = new Map([
    ['http:', proxyOf(env, 'HTTP_PROXY')],
    ['https:', proxyOf(env, 'HTTPS_PROXY')],
  ]);
  return (url) => (exceptions.some((matches) => matches(url)) ? undefined : proxies.get(url.protocol));
}

function variableOf(env: Environment, name: string): { readonly variable: string; readonly value: string } {
  const lower = env[name.toLowerCase()];
  const variable = lower === undefined ? name : name.toLowerCase();
  return { variable, value: (lower ?? env[name] ?? '').trim() };
}

function proxyOf(env: Environment, name: string): WebProxy | undefined {
  const { variable, value } = variableOf(env, name);
  if (value === '') return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) throw notProxy(variable, 'is not the address of a proxy');
  const { protocol, origin, username, password } = new URL(text);
  if (!/^https?:$/.test(protocol))
    throw notProxy(variable, `names a ${protocol.slice(0, -1)} proxy, and only http and https proxies are supported`);
  if (username === '') return { origin, variable };
  try {
    const login = { login: decodeURIComponent(username), password: decodeURIComponent(password) };
    return { origin, variable, login };
  } catch {
    throw notProxy(variable, 'has a user or password with a % that begins no %XX');
  }
}

/** The error for a variable. Its value is not shown, because it may have a password in it. */
function notProxy(variable: string, what: string): CrateError {
  const reason = `${variable} ${what}`;
  return new CrateError('ERR_PROXY', reason, {
    hint: 'set it to http://host:port or http://user:password@host:port (reserved characters as %XX), or unset it',
    details: { variable, reason },
  });
}

/** Whether an entry of `NO_PROXY` is for a URL. */
type Exception = (url: URL) => boolean;

const EVERYWHERE: Exception = () => true;

/**
 * An entry of `NO_PROXY`: `*`, a host with its subdomains (`example.org`, `.example.org`, `*.example.org`), an IP
 * address or a range of them (`10.0.0.0/8`); a host or address may have a port (`example.org:8080`).
 */
function exceptionOf(entry: string): Exception {
  if (entry === '*') return EVERYWHERE;
  const [, name = entry, port] = /^([^:]*|\[[^\]]*\]):(\d+)$/.exec(entry) ?? [];
  const hostMatches = addressesOf(name) ?? suffixOf(name);
  return (url) => (port === undefined || port === portOf(url)) && hostMatches(hostOf(url.hostname));
}

/** The port of a URL, also the usual one of its scheme. */
export function portOf({ port, protocol }: URL): string {
  return port !== '' ? port : protocol === 'https:' ? '443' : '80';
}

function addressesOf(name: string): ((host: string) => boolean) | undefined {
  const [address = '', bits] = hostOf(name).split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = bits === undefined ? most : Number(bits);
  if (most === 0 || !/^\d*$/.test(bits ?? '') || length > most) return undefined;
  const range = new BlockList();
  range.addSubnet(address, length, familyOf(address));
  return (host) => isIP(host) !== 0 && range.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function suffixOf(name: string): (host: string) => boolean {
  const suffix = hostOf(name).replace(/^\*?\./, '');
  return (host) => host === suffix || host.endsWith(`.${suffix}`);
}

/** A host to compare: without brackets and final dot. */
function hostOf(name: string): string {
  return name.toLowerCase().replace(/^\[|\]$|\.$/g, '');
}
