import {
  basicAuthorization,
  loginFor,
  loginVariable,
  tokenFor,
  tokenVariable,
  type Login,
} from '../../../base/net/credentials.js';
import { withheldHint } from '../../../base/net/credentials-hint.js';
import type { Environment } from '../../../base/net/environment.js';
import { parseChallenges, type Challenge } from './challenges.js';
import { DigestAnswers, digestStrength } from './digest.js';

/** What an endpoint asked for: Basic, or Digest with its nonce. */
type Asked = 'basic' | DigestAnswers;

/**
 * The credentials of an endpoint: a token, or user and password as the endpoint asks for them. From the environment.
 */
export class Authentication {
  readonly #env: Environment;
  /** What was asked for at each address. */
  readonly #asked = new Map<string, Asked>();
  /** By host: a lookup reads the netrc file. */
  readonly #logins = new Map<string, Promise<Login | undefined>>();

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The `Authorization` header of a request, by what the endpoint has asked for so far. */
  async header(method: string, url: URL): Promise<string | undefined> {
    const token = tokenFor(url, this.#env);
    if (token !== undefined) return `Bearer ${token}`;
    const asked = this.#asked.get(placeOf(url));
    const login = asked === undefined ? undefined : await this.#login(url);
    if (asked === undefined || login === undefined) return undefined;
    if (asked === 'basic') return basicAuthorization(login);
    return asked.authorize(method, url.pathname + url.search, login);
  }

  /** Whether a login is there for an address that has not asked for it yet: a long body would be sent in vain. */
  async isUndecided(url: URL): Promise<boolean> {
    if (this.#asked.has(placeOf(url)) || tokenFor(url, this.#env) !== undefined) return false;
    return (await this.#login(url)) !== undefined;
  }

  /**
   * Learns what an answer 401 asks for.
   * @param sent the `Authorization` header that was refused
   * @returns whether the request may now succeed: the challenge is new, or the nonce was too old
   */
  async learn(url: URL, challenges: string, sent: string | undefined): Promise<boolean> {
    if (tokenFor(url, this.#env) !== undefined || (await this.#login(url)) === undefined) return false;
    const parsed = parseChallenges(challenges);
    const digest = strongest(parsed);
    if (digest !== undefined) this.#asked.set(placeOf(url), new DigestAnswers(digest));
    else if (parsed.some(({ scheme }) => scheme === 'basic')) this.#asked.set(placeOf(url), 'basic');
    else return false;
    if (sent === undefined) return true;
    return digest !== undefined && nonceOf(sent) !== digest.parameters['nonce'];
  }

  /** Asks again before the next long body: a server that closes the connection may have wanted another nonce. */
  forget(url: URL): void {
    this.#asked.delete(placeOf(url));
  }

  /** What a user can do about an answer 401. */
  async hint(url: URL): Promise<string> {
    const token = tokenVariable(url);
    const login = loginVariable(url);
    const withheld = withheldHint(url);
    if (withheld !== undefined) return withheld;
    if (tokenFor(url, this.#env) !== undefined) return `the endpoint does not accept the token of ${token}`;
    if (token === undefined) return 'put user and password into the netrc file';
    if ((await this.#login(url)) === undefined)
      return `set the environment variable ${login}=user:password, or ${token} to a token`;
    return `the endpoint does not accept user and password of ${login}, or those of the netrc file`;
  }

  /** What must never be shown. */
  async secrets(url: URL): Promise<string[]> {
    const login = await this.#login(url);
    const own = login === undefined ? [] : [login.password, basicAuthorization(login).slice('Basic '.length)];
    return [tokenFor(url, this.#env), ...own].filter((one) => one !== undefined && one !== '') as string[];
  }

  #login(url: URL): Promise<Login | undefined> {
    const found = this.#logins.get(url.origin) ?? loginFor(url, this.#env);
    this.#logins.set(url.origin, found);
    return found;
  }
}

function placeOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

function strongest(challenges: readonly Challenge[]): Challenge | undefined {
  const [best] = challenges
    .filter((one) => digestStrength(one) > 0)
    .sort((a, b) => digestStrength(b) - digestStrength(a));
  return best;
}

function nonceOf(header: string): string | undefined {
  return parseChallenges(header)[0]?.parameters['nonce'];
}
