import { loginFor, loginVariable, mayGetCredentials, tokenFor, tokenVariable } from './credentials.js';
import type { Environment } from './environment.js';
import { isLoopbackHost } from './loopback.js';

/** What a user can do about an answer 401 or 403 of a URL that may get credentials: names the variables of its host. */
export async function credentialsHint(url: URL, env: Environment): Promise<string> {
  const token = tokenVariable(url);
  const login = loginVariable(url);
  const withheld = withheldHint(url);
  if (withheld !== undefined) return withheld;
  if (tokenFor(url, env) !== undefined) return `the server does not accept the token of ${token}`;
  if (token === undefined) return 'put user and password into the netrc file';
  if ((await loginFor(url, env)) === undefined)
    return `set the environment variable ${token} to a token, or ${login}=user:password`;
  return `the server does not accept user and password of ${login}, or those of the netrc file; ${token} may have a token`;
}

/** What a user can do about a URL that gets no credentials, whatever the environment has; undefined if it may get some. */
export function withheldHint(url: URL): string | undefined {
  if (mayGetCredentials(url)) return undefined;
  if (!isLoopbackHost(url.hostname))
    return 'tokens and passwords are sent by https only, or to this machine: give an https address';
  return `a proxy on another machine gets no tokens and passwords: name ${url.hostname} in NO_PROXY`;
}
