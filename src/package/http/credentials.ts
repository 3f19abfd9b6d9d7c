import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Environment variables, for tokens and the netrc file. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the `Authorization` header for a URL: a token in the environment, or user and password for exactly this host in the
 * netrc file (`NETRC`, else `~/.netrc`). Plain http gets credentials only on loopback.
 *
 * The variable is `CRATEGRAPH_TOKEN_` and the host in upper case, with `_` for `.` and `__` for `-`. A port that is not the
 * default follows after `_`: `CRATEGRAPH_TOKEN_DATA_EXAMPLE_ORG`, `CRATEGRAPH_TOKEN_LOCALHOST_8080`.
 * @returns undefined without credentials
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

/** Returns the name of the variable for a host; undefined for a host with `_`, whose variable would be ambiguous. */
export function tokenVariable(url: URL): string | undefined {
  if (url.hostname.includes('_')) return undefined;
  const host = url.hostname.replace(/[[\]]/g, '').replaceAll('-', '__').replace(/[.:]/g, '_').toUpperCase();
  return `CRATEGRAPH_TOKEN_${host}${url.port === '' ? '' : `_${url.port}`}`;
}

/** Parses a netrc file: logins by host. Ignores `default` entries, which would send a login to any host. */
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
