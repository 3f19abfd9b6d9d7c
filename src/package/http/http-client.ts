import { setTimeout as sleep } from 'node:timers/promises';
import { displayAddress } from '../../crate/context/context-address.js';
import { httpLimits, type HttpLimits } from '../limits.js';
import {
  checkLiteralHost,
  httpUrl,
  mayBePrivate,
  refusedOffline,
  requireHttp,
  withoutFragment,
  type PrivateScope,
} from './addresses.js';
import { credentialsHint } from '../../base/net/credentials-hint.js';
import { authorizationFor } from '../../base/net/credentials.js';
import type { Environment } from '../../base/net/environment.js';
import { RequestBudget } from './request-budget.js';
import { asHttpError, httpError } from './http-error.js';
import { retryAfter } from '../../base/net/retry-after.js';
import {
  directTransport,
  fetchTransport,
  type RawResponse,
  type Transport,
  type TransportOptions,
} from './transport.js';

/** Options for network access. */
export interface HttpOptions extends TransportOptions {
  readonly limits?: Partial<HttpLimits> | undefined;
  /** Variables with tokens, see `authorizationFor`. An empty object disables credentials. Default: `process.env`. */
  readonly env?: Environment | undefined;
  /** A mail or web address in the user agent, for the people of a server that is asked often. Default: none. */
  readonly contact?: string | undefined;
  /** Counts requests and bytes. Default: nothing does. */
  readonly traffic?: Traffic | undefined;
  /** Called before each request, also that of a redirect. It may wait, and throw for one that is not to be made. */
  readonly beforeRequest?: ((url: URL) => Promise<void>) | undefined;
  /** Refuse every request. Default: false. */
  readonly offline?: boolean | undefined;
  /** Aborts every request and its body, which then throw the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the connections of Node, with their proxies and certificates. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What was asked of servers, and received. */
export interface Traffic {
  requests: number;
  /** Of bodies, before decoding where that is known. */
  bytes: number;
}

/** One request on the way to a document. */
export interface Hop {
  /** Address without user, query and fragment. */
  readonly url: string;
  readonly status: number;
  /** `redirect`, `retry`, `answer`, or the step of the retrieval that led to the answer. */
  readonly step: string;
}

/** An address, and the origin that gets credentials. */
export interface HttpTarget {
  readonly url: URL;
  /** The only origin that gets credentials; null for none. */
  readonly credentialsOrigin: string | null;
}

/**
 * A response after redirects. `url` is the final address without fragment. `credentialsOrigin` is for requests that
 * follow from this response: null after a redirect to another origin.
 */
export interface HttpResponse extends RawResponse, HttpTarget {
  readonly hops: readonly Hop[];
  /** Whether a redirect led from https to http. */
  readonly downgraded: boolean;
}

/** Options of {@link HttpClient.get}. */
export interface GetOptions {
  /** `HEAD` asks for the headers alone. Default: `GET`. */
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request and its body. */
  readonly signal?: AbortSignal;
  /** Maximum number of redirects. Default: that of the limits. */
  readonly redirects?: number;
  /** Budget that this request shares with others. Default: a budget of its own. */
  readonly budget?: RequestBudget;
  /** The only origin that gets credentials; null for none. Default: that of the address. */
  readonly credentialsOrigin?: string | null | undefined;
  /** Called when a busy server names a time, in milliseconds, before the request waits for it. */
  readonly onBusy?: ((url: URL, wait: number) => void) | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** What we are called in requests, and by `robots.txt`. */
export const USER_AGENT = 'crategraph';
/** Retries of one address whose server is busy. */
const MAX_RETRIES = 5;

/**
 * Sends GET and HEAD requests: follows redirects, enforces limits, checks addresses, and keeps
 * credentials to their origin.
 */
export class HttpClient {
  readonly limits: HttpLimits;
  readonly #transport: Transport;
  readonly #env: Environment;
  readonly #offline: boolean;
  readonly #userAgent: string;
  readonly #traffic: Traffic | undefined;
  readonly #private: PrivateScope;
  readonly #signal: AbortSignal | undefined;
  readonly #beforeRequest: HttpOptions['beforeRequest'];
  /** `Authorization` headers by origin: looked up once, because each lookup reads the netrc file. */
  readonly #authorizations = new Map<string, Promise<string | undefined>>();

  constructor(options: HttpOptions = {}) {
    this.limits = httpLimits(options.limits);
    this.#transport =
      options.fetch === undefined ? directTransport(options, this.limits) : fetchTransport(options.fetch);
    this.#env = options.env ?? process.env;
    this.#offline = options.offline === true;
    this.#userAgent = options.contact === undefined ? USER_AGENT : `${USER_AGENT} (${options.contact})`;
    this.#traffic = options.traffic;
    this.#private = options.allowPrivate ?? true;
    this.#signal = options.signal;
    this.#beforeRequest = options.beforeRequest;
  }

  /**
   * Follows redirects and returns the last response, whatever its status. Retries when a busy server asks for it.
   * Redirects may lead from https to http, as permalinks do. Credentials only go to `credentialsOrigin`, and not
   * after a redirect has left it.
   * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED
   */
  async get(address: string | URL, options: GetOptions = {}): Promise<HttpResponse> {
    const [signal, ...others] = [this.#signal, options.signal].filter((one) => one !== undefined);
    try {
      this.#signal?.throwIfAborted();
      const both = signal === undefined || others.length === 0 ? signal : AbortSignal.any([signal, ...others]);
      return await this.#follow(address, { ...options, ...(both !== undefined && { signal: both }) });
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw error;
    }
  }

  /** As {@link get}, until the signal of the options aborts. */
  async #follow(address: string | URL, options: GetOptions): Promise<HttpResponse> {
    let url = withoutFragment(typeof address === 'string' ? httpUrl(address.trim()) : requireHttp(address));
    if (this.#offline) throw refusedOffline(url.href);
    const {
      credentialsOrigin = url.origin,
      redirects: maxRedirects = this.limits.redirects,
      budget = new RequestBudget(this.limits),
    } = options;
    const hops: Hop[] = [];
    const seen = new Set<string>();
    let sameOrigin = true;
    let downgraded = false;
    for (let step = 0; step <= maxRedirects; step += 1) {
      if (!mayBePrivate(url, this.#private)) checkLiteralHost(url);
      await this.#beforeRequest?.(url);
      sameOrigin &&= url.origin === credentialsOrigin;
      const authorization = sameOrigin ? await this.#authorizationFor(url) : undefined;
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
      if (location === null) throw httpError(url.href, `the server redirects (${response.status}) without a Location`);
      const next = withoutFragment(httpUrl(location, url));
      // We keep no cookies: an address that was asked answers the same again.
      if (seen.add(url.href).has(next.href))
        throw httpError(next.href, 'the redirects lead in a circle', { hint: 'tell who runs the server' });
      downgraded ||= url.protocol === 'https:' && next.protocol === 'http:';
      url = next;
    }
    throw httpError(typeof address === 'string' ? address : address.href, `more than ${maxRedirects} redirects`);
  }

  /** The hint of an error for a status: what a user can do about missing or wrong credentials; nothing for others. */
  async hintFor({ status, url, credentialsOrigin }: HttpResponse): Promise<{ readonly hint?: string }> {
    if (status !== 401 && status !== 403) return {};
    if (credentialsOrigin === url.origin) return { hint: await credentialsHint(url, this.#env) };
    return { hint: `no credentials were sent to ${url.host}: they go only to the origin of the address that you give` };
  }

  #authorizationFor(url: URL): Promise<string | undefined> {
    const known = this.#authorizations.get(url.origin);
    if (known !== undefined) return known;
    const found = authorizationFor(url, this.#env);
    this.#authorizations.set(url.origin, found);
    return found;
  }

  /** Requests one address. Retries after the time that a busy server names, if the budget allows it. */
  async #getWithRetries(url: URL, options: GetOptions, budget: RequestBudget, hops: Hop[]): Promise<RawResponse> {
    for (let retries = 0; ; retries += 1) {
      const response = await this.#send(url, options, budget);
      const wait = retries < MAX_RETRIES ? retryAfter(response) : undefined;
      if (wait === undefined) return response;
      options.onBusy?.(url, wait);
      const { status } = response;
      response.cancel();
      if (wait > budget.left) {
        const seconds = Math.ceil(wait / 1000);
        const reason = `the server answered ${status} and asks to retry in ${seconds} s, which is too late`;
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

  async #send(url: URL, { method = 'GET', headers, signal }: GetOptions, budget: RequestBudget): Promise<RawResponse> {
    budget.request(url);
    if (this.#traffic !== undefined) this.#traffic.requests += 1;
    const { left } = budget;
    const all = { 'accept-encoding': 'gzip, br', 'user-agent': this.#userAgent, ...headers };
    const sent = this.#transport(url, { method, headers: all });
    let isLate = false;
    const late = setTimeout(() => sent.abort((isLate = true)), Math.min(left, this.limits.headersMs));
    const stop = () => sent.abort(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      const response = await budget.wait(sent.response);
      const cancel = () => {
        signal?.removeEventListener('abort', stop);
        response.cancel();
      };
      return { ...response, cancel };
    } catch (error) {
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted === true) throw signal.reason;
      if (!isLate) throw asHttpError(url.href, error);
      if (left < this.limits.headersMs) throw budget.timeoutError(url);
      throw httpError(url.href, `no response within ${this.limits.headersMs / 1000} s`);
    } finally {
      clearTimeout(late);
    }
  }

  /** Reads the body. Gives up if it stalls or takes too long; only the time of waiting for the server counts. */
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
        if (this.#traffic !== undefined) this.#traffic.bytes += now - before;
        before = now;
        yield next.value;
      }
    } catch (error) {
      this.#signal?.throwIfAborted();
      throw asHttpError(url.href, error);
    } finally {
      cancel();
    }
  }
}
