import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may read and write, and from which websites. */
export interface AccessOptions {
  /** The token that writing needs; without one nobody may write. */
  readonly token?: string | undefined;
  /** Switch the wildcard origin off, and ask for the token, if there is one, for reading too. Default false. */
  readonly isPrivate?: boolean | undefined;
  /** Origins whose scripts may read answers of a private server, such as `https://example.org`. */
  readonly origins?: readonly string[] | undefined;
}

/**
 * Decides what a request may do: bearer tokens (RFC 6750), the token as a password (RFC 7617), origins (Fetch standard,
 * section 3.3).
 */
export class Access {
  readonly isPrivate: boolean;
  readonly #token: Buffer | undefined;
  readonly #origins: ReadonlySet<string>;

  constructor({ token, isPrivate = false, origins = [] }: AccessOptions = {}) {
    this.isPrivate = isPrivate;
    this.#token = token === undefined ? undefined : digest(token);
    this.#origins = new Set(origins);
  }

  /** Whether anybody can write at all. */
  get isWritable(): boolean {
    return this.#token !== undefined;
  }

  /** Whether the request carries the token, as a script sends it. */
  mayWrite(request: Request): boolean {
    return this.#isToken(credentials(request, 'Bearer'));
  }

  /**
   * A browser asks its user for the token and sends it as the password of any name. That is not enough to write: the
   * browser would also send it with a form of another website.
   */
  mayRead(request: Request): boolean {
    if (!this.isPrivate || !this.isWritable || this.mayWrite(request)) return true;
    const [, password] = /^[^:]*:(.*)$/s.exec(decoded(credentials(request, 'Basic'))) ?? [];
    return this.#isToken(password);
  }

  #isToken(given: string | undefined): boolean {
    return this.#token !== undefined && given !== undefined && timingSafeEqual(this.#token, digest(given));
  }

  /** The value of `Access-Control-Allow-Origin`; undefined if scripts of the origin may not read the answer. */
  allowedOrigin(request: Request): string | undefined {
    if (!this.isPrivate) return '*';
    const origin = request.headers.get('origin');
    return origin !== null && this.#origins.has(origin) ? origin : undefined;
  }
}

/** What the request says for a scheme of authentication (RFC 9110, section 11.4). */
function credentials(request: Request, scheme: string): string | undefined {
  const [, name, given] = /^(\S+) +(\S+) *$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return name?.toLowerCase() === scheme.toLowerCase() ? given : undefined;
}

function decoded(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('utf8');
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
