import { setTimeout as sleep } from 'node:timers/promises';
import { displayAddress } from '../../crate/context/context-address.js';
import { httpLimits, type HttpLimits } from '../limits.js';
import { checkLiteralHost, httpUrl, mayBePrivate, refused, type PrivateScope } from './addresses.js';
import { authorizationFor, type Environment } from './credentials.js';
import { RequestBudget } from './request-budget.js';
import { asHttpError, httpError } from './http-error.js';
import { fetchTransport, nodeTransport, type RawResponse, type Transport, type TransportOptions } from './transport.js';

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

/** An address, and who gets credentials on the way there. */
export interface HttpTarget {
  readonly url: URL;
  /** The only origin that gets credentials; null for nobody. */
  readonly credentialsOrigin: string | null;
}

/**
 * An response after redirects. Its `url` is the final address, without fragment; its `home` is for what is asked because
 * of it: null once another origin has decided where to go.
 */
export interface HttpResponse extends RawResponse, HttpTarget {
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
  /** What this and other requests may cost together. Default: what one may cost. */
  readonly budget?: RequestBudget;
  /** The only origin that gets credentials, null for nobody. Default: that of the address. */
  readonly credentialsOrigin?: string | null | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** How often an address is asked again because its server was busy. */
const MAX_RETRIES = 5;

/** GET requests with redirects by hand, time-outs, checked addresses and credentials for their host only. */
export class HttpClient {
  readonly limits: HttpLimits;
  readonly #transport: Transport;
  readonly #env: Environment;
  readonly #offline: boolean;
  readonly #private: PrivateScope;

  constructor(options: HttpOptions = {}) {
    this.limits = httpLimits(options.limits);
    this.#transport =
      options.fetch === undefined ? nodeTransport(options, this.limits.ratio) : fetchTransport(options.fetch);
    this.#env = options.env ?? process.env;
    this.#offline = options.offline === true;
    this.#private = options.allowPrivate ?? true;
  }

  /**
   * The response at the end of the redirects, whatever its status; a server that is busy is asked again when it says so.
   * Redirects may go from https to http (permalinks do); credentials never go to another origin than that of the first
   * address.
   * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED
   */
  async get(address: string | URL, options: GetOptions = {}): Promise<HttpResponse> {
    let url = httpUrl(typeof address === 'string' ? address.trim() : address.href);
    url.hash = '';
    if (this.#offline) throw refused(url.href, '--offline forbids the network');
    const {
      credentialsOrigin = url.origin,
      redirects: maxRedirects = this.limits.redirects,
      budget = new RequestBudget(this.limits),
    } = options;
    const hops: Hop[] = [];
    let [sameOrigin, downgraded] = [true, false];
    for (let step = 0; step <= maxRedirects; step += 1) {
      if (!mayBePrivate(url, this.#private)) checkLiteralHost(url);
      sameOrigin &&= url.origin === credentialsOrigin;
      const authorization = sameOrigin ? await authorizationFor(url, this.#env) : undefined;
      const headers = { ...options.headers, ...(authorization === undefined ? {} : { authorization }) };
      const response = await this.#getWithRetries(url, { ...options, headers }, budget, hops);
      hops.push({
        url: displayAddress(url.href),
        status: response.status,
        step: REDIRECTS.has(response.status) ? 'redirect' : 'answer',
      });
      if (!REDIRECTS.has(response.status)) {
        const body = this.#bodyInTime(response, url, budget);
        return { ...response, body, url, hops, downgraded, credentialsOrigin: sameOrigin ? credentialsOrigin : null };
      }
      response.cancel();
      const location = response.headers.get('location');
      if (location === null) throw httpError(url.href, `a redirect (${response.status}) without a Location`);
      const next = httpUrl(location, url);
      next.hash = '';
      downgraded ||= url.protocol === 'https:' && next.protocol === 'http:';
      url = next;
    }
    throw httpError(typeof address === 'string' ? address : address.href, `more than ${maxRedirects} redirects`);
  }

  /** Asks one address, and again after the time that a busy server names, as long as that ends in time. */
  async #getWithRetries(url: URL, options: GetOptions, budget: RequestBudget, hops: Hop[]): Promise<RawResponse> {
    for (let retries = 0; ; retries += 1) {
      const response = await this.#send(url, options, budget);
      const wait = retries < MAX_RETRIES ? retryAfter(response) : undefined;
      if (wait === undefined) return response;
      const { status } = response;
      response.cancel();
      if (wait > budget.left) {
        const seconds = Math.ceil(wait / 1000);
        const reason = `the server answered ${status} and wants to be asked again in ${seconds} s, which is too late`;
        throw httpError(url.href, reason, {
          status,
          hint: 'try again later, or wait longer with --limit duration=<seconds>',
        });
      }
      hops.push({ url: displayAddress(url.href), status, step: 'retry' });
      const { signal } = options;
      await budget.wait(sleep(wait, undefined, signal === undefined ? {} : { signal }));
    }
  }

  async #send(url: URL, { headers, signal }: GetOptions, budget: RequestBudget): Promise<RawResponse> {
    budget.request(url);
    const { left } = budget;
    const abort = new AbortController();
    const late = setTimeout(() => abort.abort(), Math.min(left, this.limits.headersMs));
    const all = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
    try {
      const sent = { 'accept-encoding': 'gzip, br', 'user-agent': 'crategraph', ...headers };
      return await budget.wait(this.#transport(url, { headers: sent, signal: all }));
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (!abort.signal.aborted) throw asHttpError(url.href, error);
      if (left < this.limits.headersMs) throw budget.timeoutError(url);
      throw httpError(url.href, `no response within ${this.limits.headersMs / 1000} s`);
    } finally {
      clearTimeout(late);
    }
  }

  /** The body, given up when it stands still or takes too long; only waiting for the server counts. */
  async *#bodyInTime(
    { body, received, cancel }: RawResponse,
    url: URL,
    budget: RequestBudget,
  ): AsyncGenerator<Uint8Array> {
    const { idleMs } = this.limits;
    const chunks = body[Symbol.asyncIterator]();
    let before = 0;
    try {
      for (;;) {
        const { left } = budget;
        if (left <= 0) throw budget.timeoutError(url);
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          const error = () =>
            left < idleMs ? budget.timeoutError(url) : httpError(url.href, `no data for ${idleMs / 1000} s`);
          timer = setTimeout(() => reject(error()), Math.min(left, idleMs));
        });
        const next = await budget.wait(Promise.race([chunks.next(), late]).finally(() => clearTimeout(timer)));
        if (next.done === true) return;
        const now = received();
        budget.progress(now - before);
        before = now;
        yield next.value;
      }
    } catch (error) {
      throw asHttpError(url.href, error);
    } finally {
      cancel();
    }
  }
}

/** What counts for a number of seconds that is larger (RFC 9111 section 1.2.2). */
const MAX_SECONDS = 2 ** 31;
const BUSY = new Set([429, 503]);

/**
 * Milliseconds after which a server that is busy wants to be asked again (RFC 9110 section 10.2.3).
 * @returns undefined when the response says nothing of that kind
 */
export function retryAfter({
  status,
  headers,
}: {
  readonly status: number;
  readonly headers: Headers;
}): number | undefined {
  const value = BUSY.has(status) ? (headers.get('retry-after')?.trim() ?? '') : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), MAX_SECONDS) * 1000;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
