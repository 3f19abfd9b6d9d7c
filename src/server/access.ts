import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may read and write, and from which websites. */
export interface AccessOptions {
  /** The token that writing needs; without one all writing is refused. */
  readonly token?: string | undefined;
  /**
   * Let no website read but those of `origins`, and ask for the token, if there is one, for reading too. Default false.
   */
  readonly isPrivate?: boolean | undefined;
  /**
   * Origins whose scripts may read what is not open to all, such as `https://example.org`; `*`: those of every website.
   */
  readonly origins?: readonly string[] | undefined;
}

/** What is served: whether it is there for everybody. */
export interface AccessPlace {
  /** The server has an address that only its own computer knows. Default false. */
  readonly isLocal?: boolean;
}

/**
 * Decides what a request may do: bearer tokens (RFC 6750), the token as a password (RFC 7617), origins (Fetch standard,
 * section 3.3).
 *
 * Which websites may read, that is, what scripts of any page that a user visits may fetch here:
 * - of a server with a public address: all of it. Who visits a page could read it anyway.
 * - of a server on loopback: the files of served folders, their metadata documents among them, because the format asks
 * for
 *   it. The rest is what a person works with on this computer: pages, SPARQL and the crates of a store are for the
 *   websites of `origins` only.
 * - of a private server: nothing but for the websites of `origins`.
 */
export class Access {
  readonly isPrivate: boolean;
  readonly #token: Buffer | undefined;
  readonly #origins: ReadonlySet<string>;
  readonly #isLocal: boolean;

  constructor({ token, isPrivate = false, origins = [] }: AccessOptions = {}, { isLocal = false }: AccessPlace = {}) {
    this.isPrivate = isPrivate;
    this.#isLocal = isLocal;
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
    const [, password] = /^[^:]*:(.*)$/s.exec(decodedCredentials(credentials(request, 'Basic'))) ?? [];
    return this.#isToken(password);
  }

  #isToken(given: string | undefined): boolean {
    return this.#token !== undefined && given !== undefined && timingSafeEqual(this.#token, digest(given));
  }

  /**
   * The value of `Access-Control-Allow-Origin`; undefined if scripts of the origin may not read the answer.
   * @param isShared whether the request is for a file of a served folder, or what leads to one
   */
  allowedOrigin(request: Request, isShared: boolean): string | undefined {
    if (this.#origins.has('*') || (!this.isPrivate && (isShared || !this.#isLocal))) return '*';
    const origin = request.headers.get('origin');
    return origin !== null && this.#origins.has(origin) ? origin : undefined;
  }
}

/** What the request says for a scheme of authentication (RFC 9110, section 11.4). */
function credentials(request: Request, scheme: string): string | undefined {
  const [, name, given] = /^(\S+) +(\S+) *$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return name?.toLowerCase() === scheme.toLowerCase() ? given : undefined;
}

function decodedCredentials(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('utf8');
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
