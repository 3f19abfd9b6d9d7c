import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where credentials may come from. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The `Authorization` header for a URL: a token of the environment, or user and password of the netrc file
 * (`NETRC`, else `~/.netrc`) for this very host. Nothing is sent over plain http except to loopback.
 *
 * The variable is `CRATEGRAPH_TOKEN_` and the host in capitals with `_` for `.` and `__` for `-`, and `_` and the port
 * unless that is the usual one: `CRATEGRAPH_TOKEN_DATA_EXAMPLE_ORG`, `CRATEGRAPH_TOKEN_LOCALHOST_8080`.
 * @returns undefined when there is none
 */
export async function authorizationFor(url: URL, env: Environment): Promise<string | undefined> {
  if (url.protocol !== 'https:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return undefined;
  const variable = tokenVariable(url);
  const token = variable === undefined ? undefined : env[variable];
  if (token !== undefined && token !== '') return `Bearer ${token}`;
  const home = env['HOME'] ?? env['USERPROFILE'];
  const file = env['NETRC'] ?? (home === undefined ? undefined : join(home, '.netrc'));
  const text = file === undefined ? '' : await readFile(file, 'utf8').catch(() => '');
  const login = parseNetrc(text).get(url.hostname.toLowerCase());
  return login === undefined
    ? undefined
    : `Basic ${Buffer.from(`${login.login}:${login.password}`).toString('base64')}`;
}

/** The name of the variable for a host; undefined for hosts that cannot be told apart in it. */
export function tokenVariable(url: URL): string | undefined {
  if (url.hostname.includes('_')) return undefined;
  const host = url.hostname.replace(/[[\]]/g, '').replaceAll('-', '__').replace(/[.:]/g, '_').toUpperCase();
  return `CRATEGRAPH_TOKEN_${host}${url.port === '' ? '' : `_${url.port}`}`;
}

/** Logins by host; a `default` entry is for no host in particular and is left out. */
export function parseNetrc(text: string): ReadonlyMap<string, { login: string; password: string }> {
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
