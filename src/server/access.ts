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

/** Decides what a request may do (RFC 6750 bearer tokens, Fetch standard section 3.3 for origins). */
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

  /** Whether the request carries the token. */
  mayWrite(request: Request): boolean {
    const [, given] = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '') ?? [];
    return this.#token !== undefined && given !== undefined && timingSafeEqual(this.#token, digest(given));
  }

  mayRead(request: Request): boolean {
    return !this.isPrivate || !this.isWritable || this.mayWrite(request);
  }

  /** The value of `Access-Control-Allow-Origin`; undefined if scripts of the origin may not read the answer. */
  allowedOrigin(request: Request): string | undefined {
    if (!this.isPrivate) return '*';
    const origin = request.headers.get('origin');
    return origin !== null && this.#origins.has(origin) ? origin : undefined;
  }
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
