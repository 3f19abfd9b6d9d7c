import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrateError } from '../../errors.js';
import { displayAddress } from '../../crate/context/address.js';
import { HTTP_LIMITS, type HttpLimits } from '../limits.js';
import { checkLiteralHost, httpUrl, mayBePrivate, refused, type PrivateScope } from './addresses.js';
import { authorizationFor, type Environment } from './credentials.js';
import { asHttpError, httpError } from './failure.js';
import { retryAfter } from './retry-after.js';
import { fetchTransport, nodeTransport, type RawAnswer, type Transport, type TransportOptions } from './transport.js';

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
export interface Target {
  readonly url: URL;
  /** The only origin that gets credentials; null for nobody. */
  readonly home: string | null;
}

/**
 * An answer after redirects. Its `url` is the final address, without fragment; its `home` is for what is asked because
 * of it: null once another origin has decided where to go.
 */
export interface Answer extends RawAnswer, Target {
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
  /** The only origin that gets credentials, null for nobody. Default: that of the address. */
  readonly home?: string | null | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** How often an address is asked again because its server was busy. */
const MOST_RETRIES = 5;
/** Bytes a millisecond that count as progress: a body that comes faster never takes too long. */
const PROGRESS = 20;
/** How a person raises the bound of time. */
const DURATION = '--limit duration=<seconds>';

/** GET requests with redirects by hand, time-outs, checked addresses and credentials for their host only. */
export class HttpClient {
  readonly limits: HttpLimits;
  readonly #transport: Transport;
  readonly #env: Environment;
  readonly #offline: boolean;
  readonly #private: PrivateScope;

  constructor(options: HttpOptions = {}) {
    this.limits = { ...HTTP_LIMITS, ...options.limits };
    this.#transport =
      options.fetch === undefined ? nodeTransport(options, this.limits.ratio) : fetchTransport(options.fetch);
    this.#env = options.env ?? process.env;
    this.#offline = options.offline === true;
    this.#private = options.allowPrivate ?? true;
  }

  /**
   * The answer at the end of the redirects, whatever its status; a server that is busy is asked again when it says so.
   * Redirects may go from https to http (permalinks do); credentials never go to another origin than that of the first
   * address.
   * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED
   */
  async get(address: string | URL, options: GetOptions = {}): Promise<Answer> {
    let url = httpUrl(typeof address === 'string' ? address.trim() : address.href);
    url.hash = '';
    if (this.#offline) throw refused(url.href, '--offline forbids the network');
    const { home = url.origin, redirects: most = this.limits.redirects } = options;
    const deadline = performance.now() + this.limits.totalMs;
    const hops: Hop[] = [];
    let [sameOrigin, downgraded] = [true, false];
    for (let step = 0; step <= most; step += 1) {
      if (!mayBePrivate(url, this.#private)) checkLiteralHost(url);
      sameOrigin &&= url.origin === home;
      const authorization = sameOrigin ? await authorizationFor(url, this.#env) : undefined;
      const headers = { ...options.headers, ...(authorization === undefined ? {} : { authorization }) };
      const answer = await this.#patiently(url, { ...options, headers }, deadline, hops);
      hops.push({
        url: displayAddress(url.href),
        status: answer.status,
        step: REDIRECTS.has(answer.status) ? 'redirect' : 'answer',
      });
      if (!REDIRECTS.has(answer.status)) {
        const body = this.#watched(answer, url, deadline - performance.now());
        return { ...answer, body, url, hops, downgraded, home: sameOrigin ? home : null };
      }
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

  /** Asks one address, and again after the time that a busy server names, as long as that ends in time. */
  async #patiently(url: URL, options: GetOptions, deadline: number, hops: Hop[]): Promise<RawAnswer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await this.#send(url, options, deadline);
      const wait = retries < MOST_RETRIES ? retryAfter(answer) : undefined;
      if (wait === undefined) return answer;
      const { status } = answer;
      answer.cancel();
      if (performance.now() + wait > deadline) {
        const seconds = Math.ceil(wait / 1000);
        const reason = `the server answered ${status} and wants to be asked again in ${seconds} s, which is too late`;
        throw httpError(url.href, reason, { status, hint: `try again later, or wait longer with ${DURATION}` });
      }
      hops.push({ url: displayAddress(url.href), status, step: 'retry' });
      await sleep(wait, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }

  async #send(url: URL, { headers, signal }: GetOptions, deadline: number): Promise<RawAnswer> {
    const left = deadline - performance.now();
    if (left <= 0) throw this.#tooLong(url);
    const abort = new AbortController();
    const late = setTimeout(() => abort.abort(), Math.min(left, this.limits.headersMs));
    const all = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
    try {
      return await this.#transport(url, {
        headers: { 'accept-encoding': 'gzip, br', 'user-agent': 'crategraph', ...headers },
        signal: all,
      });
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (!abort.signal.aborted) throw asHttpError(url.href, error);
      if (left < this.limits.headersMs) throw this.#tooLong(url);
      throw httpError(url.href, `no answer within ${this.limits.headersMs / 1000} s`);
    } finally {
      clearTimeout(late);
    }
  }

  /** The body, given up when it stands still or takes too long; only waiting for the server counts. @param left in ms */
  async *#watched({ body, cancel }: RawAnswer, url: URL, left: number): AsyncGenerator<Uint8Array> {
    const { idleMs, totalMs } = this.limits;
    const chunks =
      body[Symbol.asyncIterator] === undefined
        ? (body as unknown as Iterable<Uint8Array>)[Symbol.iterator]()
        : body[Symbol.asyncIterator]();
    try {
      for (;;) {
        if (left <= 0) throw this.#tooLong(url);
        const since = performance.now();
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          const error = () =>
            left < idleMs ? this.#tooLong(url) : httpError(url.href, `no data for ${idleMs / 1000} s`);
          timer = setTimeout(() => reject(error()), Math.min(left, idleMs));
        });
        const next = await Promise.race([chunks.next(), late]).finally(() => clearTimeout(timer));
        if (next.done === true) return;
        left = Math.min(totalMs, left - (performance.now() - since) + next.value.byteLength / PROGRESS);
        yield next.value;
      }
    } catch (error) {
      throw asHttpError(url.href, error);
    } finally {
      cancel();
    }
  }

  #tooLong(url: URL): CrateError {
    const hint = `wait longer with ${DURATION}; a download that is repeated goes on where it stopped`;
    return httpError(url.href, `not done after ${this.limits.totalMs / 1000} s`, { hint });
  }
}
