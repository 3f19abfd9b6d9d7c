import { CrateError } from '../../errors.js';
import { displayAddress } from '../../crate/context/address.js';
import { httpUrl, refused } from './addresses.js';
import { authorizationFor, type Environment } from './credentials.js';
import { fetchTransport, nodeTransport, type RawAnswer, type Transport, type TransportOptions } from './transport.js';

/** How much one retrieval may cost in steps and time. */
export interface HttpLimits {
  /** Redirects of one request. */
  readonly redirects: number;
  /** Milliseconds until the headers of each answer. */
  readonly headersMs: number;
  /** Milliseconds without a byte of the body. */
  readonly idleMs: number;
}

/** The bounds where nothing else is said. */
export const HTTP_LIMITS: HttpLimits = { redirects: 10, headersMs: 30_000, idleMs: 30_000 };

/** How to go to the network. */
export interface HttpOptions extends TransportOptions {
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Where tokens are looked up, see `authorizationFor`. Default: `process.env`; an empty object for no credentials. */
  readonly env?: Environment | undefined;
  /** Refuse every request. Default false. */
  readonly offline?: boolean | undefined;
  /** Stands in for the connections of Node. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One step on the way to a document. */
export interface Hop {
  /** Address without user, query and fragment. */
  readonly url: string;
  readonly status: number;
  /** Why the next step was made: a redirect, or what the retrieval tried. */
  readonly step: string;
}

/** An answer after redirects. */
export interface Answer extends RawAnswer {
  /** Final address, without fragment. */
  readonly url: URL;
  readonly hops: readonly Hop[];
  /** Whether the chain went from https to http. */
  readonly downgraded: boolean;
}

/** What a request asks for. */
export interface GetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Stops everything, body included. */
  readonly signal?: AbortSignal;
  /** Redirects that are left. Default: those of the limits. */
  readonly redirects?: number;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** GET requests with redirects by hand, time-outs, checked addresses and credentials for their host only. */
export class HttpClient {
  readonly limits: HttpLimits;
  readonly #transport: Transport;
  readonly #env: Environment;
  readonly #offline: boolean;

  constructor(options: HttpOptions = {}) {
    this.limits = { ...HTTP_LIMITS, ...options.limits };
    this.#transport = options.fetch === undefined ? nodeTransport(options) : fetchTransport(options.fetch);
    this.#env = options.env ?? process.env;
    this.#offline = options.offline === true;
  }

  /**
   * The answer at the end of the redirects, whatever its status. Redirects may go from https to http (permalinks do);
   * credentials never go to another origin than that of the first address.
   * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED
   */
  async get(address: string | URL, options: GetOptions = {}): Promise<Answer> {
    let url = httpUrl(typeof address === 'string' ? address.trim() : address.href);
    url.hash = '';
    if (this.#offline) throw refused(url.href, '--offline forbids the network');
    const { origin } = url;
    const most = options.redirects ?? this.limits.redirects;
    const hops: Hop[] = [];
    let [sameOrigin, downgraded] = [true, false];
    for (let step = 0; step <= most; step += 1) {
      sameOrigin &&= url.origin === origin;
      const authorization = sameOrigin ? await authorizationFor(url, this.#env) : undefined;
      const answer = await this.#send(
        url,
        { ...options.headers, ...(authorization === undefined ? {} : { authorization }) },
        options.signal,
      );
      hops.push({
        url: displayAddress(url.href),
        status: answer.status,
        step: REDIRECTS.has(answer.status) ? 'redirect' : 'answer',
      });
      if (!REDIRECTS.has(answer.status)) return { ...answer, body: this.#watched(answer, url), url, hops, downgraded };
      answer.cancel();
      const location = answer.headers.get('location');
      if (location === null) throw httpError(url.href, `a redirect (${answer.status}) without a Location`);
      const next = httpUrl(location, url);
      next.hash = '';
      downgraded ||= url.protocol === 'https:' && next.protocol === 'http:';
      url = next;
    }
    throw httpError(typeof address === 'string' ? address : address.href, `more than ${most} redirects`);
  }

  async #send(
    url: URL,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<RawAnswer> {
    const abort = new AbortController();
    const late = setTimeout(() => abort.abort(), this.limits.headersMs);
    const all = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
    try {
      return await this.#transport(url, {
        headers: { 'accept-encoding': 'gzip, br', 'user-agent': 'crategraph', ...headers },
        signal: all,
      });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw abort.signal.aborted
        ? httpError(url.href, `no answer within ${this.limits.headersMs / 1000} s`)
        : asHttpError(url.href, error);
    } finally {
      clearTimeout(late);
    }
  }

  /** The body, given up when it stands still. */
  async *#watched({ body, cancel }: RawAnswer, url: URL): AsyncGenerator<Uint8Array> {
    const { idleMs } = this.limits;
    const chunks =
      body[Symbol.asyncIterator] === undefined
        ? (body as unknown as Iterable<Uint8Array>)[Symbol.iterator]()
        : body[Symbol.asyncIterator]();
    try {
      for (;;) {
        let timer: NodeJS.Timeout | undefined;
        const idle = new Promise<never>((_, reject) => {
          timer = setTimeout(() => reject(httpError(url.href, `no data for ${idleMs / 1000} s`)), idleMs);
        });
        const next = await Promise.race([chunks.next(), idle]).finally(() => clearTimeout(timer));
        if (next.done === true) return;
        yield next.value;
      }
    } catch (error) {
      throw asHttpError(url.href, error);
    } finally {
      cancel();
    }
  }
}

/** The error for an address that cannot be retrieved, shown without user, query and fragment. */
export function httpError(
  address: string,
  reason: string,
  options: { readonly cause?: unknown; readonly hint?: string; readonly status?: number } = {},
): CrateError {
  const shown = displayAddress(address);
  const { cause, hint, status } = options;
  return new CrateError('ERR_HTTP', `${shown}: ${reason}`, {
    details: { address: shown, reason, ...(status === undefined ? {} : { status }) },
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** An error of ours wherever it is wrapped; else `cannot be fetched (ECONNREFUSED)`, never text that may hold the whole address. */
function asHttpError(address: string, error: unknown): CrateError {
  if (error instanceof CrateError) return error;
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  if (cause instanceof CrateError) return cause;
  const name = [cause?.code, code].find((one) => typeof one === 'string');
  return httpError(address, `cannot be fetched${name === undefined ? '' : ` (${name as string})`}`, { cause: error });
}
