import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from './environment.js';
import { isLoopbackHost } from './loopback.js';
import { proxiesOf } from './proxies.js';

/** User and password. */
export interface Login {
  readonly login: string;
  readonly password: string;
}

/**
 * Finds the `Authorization` header for a URL: a token in the environment, or else its login. Plain http gets
 * credentials only on loopback.
 * @returns undefined without credentials
 */
export async function authorizationFor(url: URL, env: Environment): Promise<string | undefined> {
  const token = tokenFor(url, env);
  if (token !== undefined) return `Bearer ${token}`;
  const login = await loginFor(url, env);
  return login === undefined ? undefined : basicAuthorization(login);
}

/** Whether credentials may be sent to a URL: encrypted, or to this machine without a proxy of another one between. */
export function mayGetCredentials(url: URL): boolean {
  return url.protocol === 'https:' || (isLoopbackHost(url.hostname) && !leavesThisMachine(url));
}

/** Whether a request to this machine goes through a proxy that is on another one. */
function leavesThisMachine(url: URL): boolean {
  const proxy = proxiesOf(process.env)(url);
  return proxy !== undefined && !isLoopbackHost(new URL(proxy.origin).hostname);
}

/** The token of the environment for a URL, if it may be sent there. */
export function tokenFor(url: URL, env: Environment): string | undefined {
  const token = mayGetCredentials(url) ? env[tokenVariable(url) ?? ''] : undefined;
  return token === '' ? undefined : token;
}

/**
 * User and password for a URL, if they may be sent there: `CRATEGRAPH_LOGIN_<HOST>=user:password`, or those for exactly
 * this host in the netrc file (`NETRC`, else `~/.netrc`).
 */
export async function loginFor(url: URL, env: Environment): Promise<Login | undefined> {
  if (!mayGetCredentials(url)) return undefined;
  const [, user, password] = /^([^:]*):(.*)$/s.exec(env[loginVariable(url) ?? ''] ?? '') ?? [];
  if (user !== undefined && password !== undefined) return { login: user, password };
  const home = env['HOME'] ?? env['USERPROFILE'];
  const file = env['NETRC'] ?? (home === undefined ? undefined : join(home, '.netrc'));
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '');
  return parseNetrc(text).get(url.hostname.toLowerCase());
}

/** The `Authorization` header of Basic (RFC 7617). */
export function basicAuthorization({ login, password }: Login): string {
  return `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
}

/** The name of the variable with the token for a host; undefined for a host with `_`, which would be ambiguous. */
export function tokenVariable(url: URL): string | undefined {
  return hostVariable('TOKEN', url);
}

/** The name of the variable with user and password for a host; undefined for a host with `_`. */
export function loginVariable(url: URL): string | undefined {
  return hostVariable('LOGIN', url);
}

/**
 * A variable of a host: its name in upper case, with `_` for `.` and `__` for `-`. A port that is not the default
 * follows after `_`: `CRATEGRAPH_TOKEN_DATA_EXAMPLE_ORG`, `CRATEGRAPH_TOKEN_LOCALHOST_8080`.
 */
function hostVariable(kind: 'TOKEN' | 'LOGIN', url: URL): string | undefined {
  if (url.hostname.includes('_')) return undefined;
  const host = url.hostname.replace(/[[\]]/g, '').replaceAll('-', '__').replace(/[.:]/g, '_').toUpperCase();
  return `CRATEGRAPH_${kind}_${host}${url.port === '' ? '' : `_${url.port}`}`;
}

/** Parses a netrc file: logins by host. Ignores `default` entries, which would send a login to any host. */
export function parseNetrc(text: string): ReadonlyMap<string, Login> {
  const logins = new Map<string, { login: string; password: string }>();
  const tokens = text
    .replace(/^macdef[^\n]*\n(?:.+\n)*/gm, '')
    .replace(/(^|\s)#.*$/gm, '$1')
    .split(/\s+/)
    .filter(Boolean);
  let current: { login: string; password: string } | undefined;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    const value = tokens[index + 1] ?? '';
    if (token === 'default') current = undefined;
    if (token === 'default') continue;
    index += 1;
    if (token === 'machine') {
      current = { login: '', password: '' };
      if (!logins.has(value.toLowerCase())) logins.set(value.toLowerCase(), current);
    } else if (current !== undefined && (token === 'login' || token === 'password')) current[token] = value;
  }
  return logins;
}
