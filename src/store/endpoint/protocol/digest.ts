import { createHash, randomBytes } from 'node:crypto';
import type { Login } from '../../../base/net/credentials.js';
import type { Challenge } from './challenges.js';

/** Hashes of Node by their names in HTTP; the strongest first. */
const HASHES = { 'sha-256': 'sha256', md5: 'md5' } as const;

/** Answers one Digest challenge (RFC 7616), as often as the server takes its nonce. */
export class DigestAnswers {
  readonly #parameters: Readonly<Record<string, string>>;
  readonly #algorithm: keyof typeof HASHES;
  #count = 0;

  /** @param challenge one for which {@link digestStrength} is not 0 */
  constructor({ parameters }: Challenge) {
    this.#parameters = parameters;
    this.#algorithm = algorithmOf(parameters) ?? 'md5';
  }

  /** The `Authorization` header for the next request. @param client a nonce of ours; random by default */
  authorize(method: string, target: string, login: Login, client = randomBytes(16).toString('hex')): string {
    const { realm = '', nonce = '', opaque, qop, algorithm } = this.#parameters;
    const hash = (...parts: string[]) => createHash(HASHES[this.#algorithm]).update(parts.join(':')).digest('hex');
    this.#count += 1;
    const count = this.#count.toString(16).padStart(8, '0');
    const user = hash(login.login, realm, login.password);
    const secret = /-sess$/i.test(algorithm ?? '') ? hash(user, nonce, client) : user;
    const asked = hash(method, target);
    // Without `qop` it is the older Digest of RFC 2069.
    const response = qop === undefined ? hash(secret, nonce, asked) : hash(secret, nonce, count, client, 'auth', asked);
    return `Digest ${[
      usernameField(login.login),
      field('realm', realm),
      field('nonce', nonce),
      field('uri', target),
      ...(algorithm === undefined ? [] : [`algorithm=${algorithm}`]),
      field('response', response),
      ...(opaque === undefined ? [] : [field('opaque', opaque)]),
      ...(qop === undefined ? [] : ['qop=auth', `nc=${count}`, field('cnonce', client)]),
    ].join(', ')}`;
  }
}

/** How strong a Digest challenge is; 0 if it cannot be answered. */
export function digestStrength({ scheme, parameters }: Challenge): number {
  const { nonce, qop = 'auth' } = parameters;
  if (scheme !== 'digest' || nonce === undefined || !/(?:^|[\s,])auth(?:[\s,]|$)/i.test(qop)) return 0;
  const algorithm = algorithmOf(parameters);
  const names = Object.keys(HASHES);
  return algorithm === undefined ? 0 : names.length - names.indexOf(algorithm);
}

function algorithmOf({ algorithm = 'MD5' }: Readonly<Record<string, string>>): keyof typeof HASHES | undefined {
  const name = algorithm.toLowerCase().replace(/-sess$/, '');
  return name in HASHES ? (name as keyof typeof HASHES) : undefined;
}

function field(name: string, value: string): string {
  return `${name}="${value.replace(/["\\]/g, '\\$&')}"`;
}

/** A header has only the characters of ISO 8859-1; other names have a form of their own (RFC 7616, section 3.4). */
function usernameField(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? field('username', name) : `username*=UTF-8''${encodeURIComponent(name)}`;
}
