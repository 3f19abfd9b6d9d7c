import { setTimeout as sleep } from 'node:timers/promises';
import { CrateError, ERROR_CODES } from '../../../base/errors.js';
import type { Environment } from '../../../base/net/environment.js';
import { sayWaiting } from '../../../base/net/waiting.js';
import { retryAfter } from '../../../base/net/retry-after.js';
import { beginningOf, checkedBody, explainedBody, headersOf, redirectOf, type AnswerHeaders } from './answer-body.js';
import { Authentication } from './authentication.js';
import {
  EndpointConnections,
  explainBroken,
  type ConnectionOptions,
  type IncomingAnswer,
} from './endpoint-connections.js';
import { endpointError, errorText, hintForStatus } from './endpoint-error.js';

/** One request to an endpoint. */
export interface EndpointRequest {
  /** Whether it changes the endpoint: then no redirect is followed, and a cut leaves the state unknown. */
  readonly kind: 'read' | 'write';
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent whole, with its Content-Length. */
  readonly body?: string | Uint8Array | undefined;
  /** Statuses besides 2xx that are an answer and no error, such as 404; `any` for all but redirects. */
  readonly expected?: readonly number[] | 'any' | undefined;
  /** The media type of an answer that is worth reading; of any other, only the beginning is read. Default: all are. */
  readonly answerType?: RegExp | undefined;
  /** It is not sent again, whatever happens: a failure says something, too. */
  readonly once?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body is still on its way. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Fails with a CrateError if it is cut. A reader that stops before the end calls `return`, as `for await` does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** An answer that has arrived whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly bytes: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
}

/** How a client talks to an endpoint. */
export interface SparqlClientOptions extends ConnectionOptions {
  /** Variables with credentials: `CRATEGRAPH_TOKEN_<HOST>`, `CRATEGRAPH_LOGIN_<HOST>`. */
  readonly env: Environment;
}

/** How often a request is sent. */
const TRIES = 5;
/** The longest wait that an endpoint may ask for, in milliseconds. */
const MAX_WAIT = 60_000;
const MAX_REDIRECTS = 5;
/** A wait that is worth a word, in milliseconds. */
const WORD = 1000;
const BUSY = new Set([429, 502, 503, 504]);

const NEVER = new Promise<never>(() => undefined);

/**
 * An answer that came; and the failure of one that did not, with the error to throw if it does not help to try again.
 */
type Outcome<T> = { readonly answer: T } | { readonly failure: CrateError; readonly wait?: number | undefined };

/** Sends requests to an endpoint, with credentials, and again where that helps. All requests must be repeatable. */
export class SparqlClient {
  readonly #options: SparqlClientOptions;
  readonly #connections: EndpointConnections;
  readonly #authentication: Authentication;
  readonly #retryMs: number;
  /** How long a write waits for another store, in milliseconds. */
  readonly lockMs: number;
  /** The endpoint was there: if it is not for a moment, it may come back. */
  #hasAnswered = false;
  /** How far its clock is before ours, in milliseconds. */
  #clockAhead = 0;
  #isAbandoned = false;
  /** For each change that is on its way: whether it is known, when it has ended, what the endpoint has done. */
  readonly #changes = new Set<Promise<boolean>>();

  constructor(options: SparqlClientOptions) {
    this.#options = options;
    this.#connections = new EndpointConnections(options);
    this.#authentication = new Authentication(options.env);
    this.#retryMs = options.timeouts?.retryMs ?? 500;
    this.lockMs = options.timeouts?.lockMs ?? 5000;
  }

  /**
   * Sends a request, and returns the whole answer. An answer that is cut is requested again.
   * @param limit of the answer in bytes; default 64 MiB
   * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN for a write that may have arrived, ERR_LIMIT
   */
  async whole(request: EndpointRequest, limit = 1 << 26): Promise<WholeAnswer> {
    return this.#retried(request, async (sent, url) => {
      const head = headOf(sent);
      const isRead = request.answerType?.test(head.headers.get('content-type') ?? '') ?? true;
      const bytes = isRead ? await bytesOf(sent, url, limit) : await beginningOf(sent);
      return { ...head, bytes, text: () => new TextDecoder().decode(bytes) };
    });
  }

  /**
   * Sends a request to read, and returns its answer when it begins.
   * @throws CrateError ERR_ENDPOINT, also from the body
   */
  async stream(request: EndpointRequest & { readonly kind: 'read' }): Promise<StreamedAnswer> {
    return this.#retried(request, async (sent, url) => {
      const body = explainedBody(checkedBody(sent, url), url, request.signal);
      return Promise.resolve({ ...headOf(sent), body });
    });
  }

  /** The error for an answer whose status is no success. */
  async refusal(
    url: URL,
    { status, headers, bytes }: Pick<WholeAnswer, 'status' | 'headers' | 'bytes'>,
    kind: EndpointRequest['kind'] = 'read',
  ): Promise<CrateError> {
    const secrets = [...(await this.#authentication.secrets(url)), url.search.slice(1)].filter((one) => one !== '');
    const text = errorText(bytes, headers.get('content-type') ?? '', secrets);
    const wait = retryAfter({ status, headers }) ?? 0;
    const late = wait > MAX_WAIT ? ` and asks to wait for ${Math.ceil(wait / 1000)} s` : '';
    return endpointError(url, {
      code: codeFor({ kind }, status >= 500),
      reason: `it answered ${status}${late}${text === '' ? '' : `: ${text}`}`,
      status,
      hint: status === 401 ? await this.#authentication.hint(url) : hintForStatus(status, text, kind),
    });
  }

  /** The time of the endpoint by the `Date` of its last answer; ours if it has none (RFC 9110, section 6.6.1). */
  now(): number {
    return Date.now() + this.#clockAhead;
  }

  /**
   * Sends nothing more, for a process that is about to end, and waits for the changes that are on their way: whoever has
   * asked for them hears nothing of it.
   * @returns a client for the last requests; undefined if a change may still be carried out
   */
  async abandon(): Promise<SparqlClient | undefined> {
    this.#isAbandoned = true;
    const known = await Promise.all(this.#changes);
    return known.includes(false) ? undefined : new SparqlClient(this.#options);
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await this.#connections.close();
  }

  /** Sends a request until its answer can be read. */
  async #retried<T>(request: EndpointRequest, read: (sent: IncomingAnswer, url: URL) => Promise<T>): Promise<T> {
    let mayHaveArrived = false;
    for (let tries = 1; ; tries += 1) {
      request.signal?.throwIfAborted();
      const outcome = await this.#unlessAbandoned(request.kind, () => this.#try(request, read));
      if ('answer' in outcome) return outcome.answer;
      mayHaveArrived ||= outcome.failure.code === 'ERR_STATE_UNKNOWN';
      const { wait } = outcome;
      if (wait === undefined || tries === TRIES || request.once === true || wait > MAX_WAIT)
        throw mayHaveArrived ? asUnknown(outcome.failure) : outcome.failure;
      const { signal } = request;
      const pause = Math.max(wait, this.#retryMs * 2 ** (tries - 1));
      if (pause >= WORD) sayWaiting(`${outcome.failure.message}; trying again in ${Math.ceil(pause / 1000)} s`);
      await sleep(pause, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  /** Sends a request, and keeps it to itself where nobody should go on. */
  async #unlessAbandoned<T>(kind: EndpointRequest['kind'], send: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (this.#isAbandoned) return NEVER;
    const sent = send();
    const isKnown = sent.then(
      (outcome) => 'answer' in outcome || outcome.failure.code !== 'ERR_STATE_UNKNOWN',
      () => false,
    );
    if (kind === 'write') this.#changes.add(isKnown);
    await isKnown;
    this.#changes.delete(isKnown);
    return this.#isAbandoned ? NEVER : sent;
  }

  /** Sends a request once, but for redirects and credentials. */
  async #try<T>(request: EndpointRequest, read: (sent: IncomingAnswer, url: URL) => Promise<T>): Promise<Outcome<T>> {
    let { url } = request;
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
        const sent = await this.#authorized(request, url);
        this.#hasAnswered = true;
        const date = Date.parse(headersOf(sent).get('date') ?? '');
        if (!Number.isNaN(date)) this.#clockAhead = date - Date.now();
        const next = isExpected(sent.statusCode, request) ? undefined : redirectOf(sent, request.kind, url);
        if (next === undefined)
          return isExpected(sent.statusCode, request)
            ? { answer: await read(sent, url) }
            : await this.#refused(sent, request, url);
        await sent.body.dump();
        url = next;
      }
      throw endpointError(url, { code: 'ERR_ENDPOINT', reason: `more than ${MAX_REDIRECTS} redirects` });
    } catch (error) {
      request.signal?.throwIfAborted();
      if (error instanceof CrateError) return { failure: error };
      const { reason, hint, mayHaveArrived, mayPass } = explainBroken(error);
      if (request.kind === 'write' && mayHaveArrived) this.#authentication.forget(url);
      const failure = endpointError(url, { code: codeFor(request, mayHaveArrived), reason, hint, cause: error });
      return { failure, ...((mayPass || (this.#hasAnswered && !mayHaveArrived)) && { wait: 0 }) };
    }
  }

  /**
   * Sends a request with the credentials that the endpoint asks for. A login is tried without the body of a write
   * first: some servers close the connection over a long body that comes without the right one.
   */
  async #authorized(request: EndpointRequest, url: URL): Promise<IncomingAnswer> {
    if (request.kind === 'write' && (await this.#authentication.isUndecided(url))) {
      const trial = await this.#challenged({ method: 'HEAD', url, signal: request.signal }, new URL(url.pathname, url));
      const bytes = await beginningOf(trial);
      if (trial.statusCode === 401) throw await this.refusal(url, { ...headOf(trial), bytes });
    }
    return this.#challenged(request, url);
  }

  /** Sends a request, and again if the endpoint asks for credentials. */
  async #challenged(request: Omit<EndpointRequest, 'kind'>, url: URL): Promise<IncomingAnswer> {
    for (let refusals = 0; ; refusals += 1) {
      const authorization = await this.#authentication.header(request.method, url);
      const sent = await this.#connections.send(url, {
        method: request.method,
        headers: {
          'user-agent': 'crategraph',
          'accept-encoding': 'identity',
          ...request.headers,
          ...(authorization !== undefined && { authorization }),
        },
        body: request.body,
        signal: request.signal,
      });
      if (sent.statusCode !== 401 || refusals === 2) return sent;
      const challenges = headersOf(sent).get('www-authenticate') ?? '';
      if (!(await this.#authentication.learn(url, challenges, authorization))) return sent;
      await sent.body.dump();
    }
  }

  /** What an answer whose status is no success leads to. */
  async #refused(sent: IncomingAnswer, request: EndpointRequest, url: URL): Promise<Outcome<never>> {
    const head = headOf(sent);
    const wait = BUSY.has(head.status) ? (retryAfter(head) ?? 0) : undefined;
    const failure = await this.refusal(url, { ...head, bytes: await beginningOf(sent) }, request.kind);
    return { failure, wait };
  }
}

/** The bytes of an answer. @throws CrateError ERR_LIMIT, as soon as they are known to be too many */
async function bytesOf(sent: IncomingAnswer, url: URL, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const announced = Number(headersOf(sent).get('content-length') ?? 0);
  for await (const chunk of checkedBody(sent, url)) {
    size += chunk.byteLength;
    if (Math.max(size, announced) > limit)
      throw endpointError(url, { code: 'ERR_LIMIT', reason: `the answer is larger than ${limit} bytes` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether a status is an answer. A busy endpoint has none yet. */
function isExpected(status: number, { expected }: EndpointRequest): boolean {
  if (BUSY.has(status)) return false;
  if (expected === 'any') return status < 300 || status >= 400;
  return (status >= 200 && status < 300) || expected?.includes(status) === true;
}

function codeFor(
  { kind }: Pick<EndpointRequest, 'kind'>,
  mayHaveArrived: boolean,
): 'ERR_ENDPOINT' | 'ERR_STATE_UNKNOWN' {
  return kind === 'write' && mayHaveArrived ? 'ERR_STATE_UNKNOWN' : 'ERR_ENDPOINT';
}

/** The last failure of a write of which a try may have arrived. */
function asUnknown({ message, details, cause, hint }: CrateError): CrateError {
  const again = ERROR_CODES.ERR_STATE_UNKNOWN.hint;
  const isUsual = hint === again || hint === ERROR_CODES.ERR_ENDPOINT.hint;
  return new CrateError('ERR_STATE_UNKNOWN', message, {
    hint: isUsual ? again : `${hint}; then ${again}`,
    details,
    cause,
  });
}

function headOf(sent: IncomingAnswer): Pick<WholeAnswer, 'status' | 'headers'> {
  return { status: sent.statusCode, headers: headersOf(sent) };
}
