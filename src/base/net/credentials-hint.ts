import {
  loginFor,
  loginVariable,
  mayGetCredentials,
  tokenFor,
  tokenVariable,
  type Environment,
} from './credentials.js';

/** What a user can do about an answer 401 or 403 of a URL that may get credentials: names the variables of its host. */
export async function credentialsHint(url: URL, env: Environment): Promise<string> {
  const token = tokenVariable(url);
  const login = loginVariable(url);
  if (!mayGetCredentials(url))
    return 'tokens and passwords are sent by https only, or to this machine: give an https address';
  if (tokenFor(url, env) !== undefined) return `the server does not accept the token of ${token}`;
  if (token === undefined) return 'put user and password into the netrc file';
  if ((await loginFor(url, env)) === undefined)
    return `set the environment variable ${token} to a token, or ${login}=user:password`;
  return `the server does not accept user and password of ${login}, or those of the netrc file; ${token} may have a token`;
}
