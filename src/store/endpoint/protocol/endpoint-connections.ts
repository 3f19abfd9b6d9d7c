import type { Agent, Dispatcher } from 'undici';
import { sayIfLate } from '../../../base/net/waiting.js';
import { certificateFault } from '../../../base/net/certificates.js';

/** Milliseconds of waiting for an endpoint. */
export interface EndpointTimeouts {
  /** Until a connection is open. Default 10 s. */
  readonly connectMs?: number | undefined;
  /** From a request to the first of its answer: an endpoint commits before it answers. Default 10 minutes. */
  readonly headersMs?: number | undefined;
  /** Silence in a body. Default 2 minutes. */
  readonly idleMs?: number | undefined;
  /** Before a request is sent again; it doubles with each try. Default 500 ms. */
  readonly retryMs?: number | undefined;
  /** How long a write waits for another store that writes. Default 5 s. */
  readonly lockMs?: number | undefined;
}

/** How connections are made. */
export interface ConnectionOptions {
  readonly timeouts?: EndpointTimeouts | undefined;
  /** Certificates (PEM) to trust besides those of Node. */
  readonly ca?: string | undefined;
  /** Connections at once. Default 8. */
  readonly connections?: number | undefined;
}

/** A request as it goes out. */
export type OutgoingRequest = Pick<Dispatcher.RequestOptions, 'method'> & {
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** The answer to one request, as it comes in. */
export type IncomingAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>;

/** The connections to an endpoint, which are kept for further requests. */
export class EndpointConnections {
  readonly #options: ConnectionOptions;
  #agent: Promise<Agent> | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Sends one request, without following redirects. Its body has a length. */
  async send(url: URL, request: OutgoingRequest): Promise<IncomingAnswer> {
    const agent = await (this.#agent ??= openAgent(this.#options));
    const { body = null, signal, ...rest } = request;
    const answer = agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      body,
      ...rest,
      ...(signal !== undefined && { signal }),
    });
    return sayIfLate(url, answer);
  }

  /** Closes all of them at once. */
  async close(): Promise<void> {
    const agent = this.#agent;
    this.#agent = undefined;
    await (await agent)?.destroy();
  }
}

async function openAgent({ timeouts = {}, ca, connections = 8 }: ConnectionOptions): Promise<Agent> {
  const { connectMs = 10_000, headersMs = 600_000, idleMs = 120_000 } = timeouts;
  const { openWebAgent } = await import('../../../base/net/web-agent.js'); // not before the first request: it takes a while
  return openWebAgent({
    connectMs,
    ca,
    pool: { connections, headersTimeout: headersMs, bodyTimeout: idleMs },
  });
}

/** How far a request came that has no answer. */
export interface BrokenRequest {
  /** Ends a sentence that begins with the address. */
  readonly reason: string;
  readonly hint?: string | undefined;
  /** Whether the endpoint may have got it. */
  readonly mayHaveArrived: boolean;
  /** Whether to send it again: an endpoint that does not run would not answer then either. */
  readonly mayPass: boolean;
}

const REFUSED: Readonly<Record<string, Pick<BrokenRequest, 'reason' | 'hint'>>> = {
  ECONNREFUSED: { reason: 'nothing answers there', hint: 'start the endpoint, or check host and port' },
  ENOTFOUND: { reason: 'there is no host of this name', hint: 'check the name of the host' },
  EAI_AGAIN: { reason: 'the name of the host cannot be looked up', hint: 'check the network' },
  EHOSTUNREACH: { reason: 'the host cannot be reached', hint: 'check the network' },
  ENETUNREACH: { reason: 'the network cannot be reached', hint: 'check the network' },
  UND_ERR_CONNECT_TIMEOUT: {
    reason: 'no connection in time',
    hint: 'check host and port, and whether it is http or https',
  },
};

/** Says what happened to a request by the error of its connection. The system's own text may contain secrets. */
export function explainBroken(error: unknown): BrokenRequest {
  const code = codeOf(error);
  const refused = REFUSED[code];
  if (refused !== undefined) return { ...refused, mayHaveArrived: false, mayPass: false };
  const certificate = certificateFault(code, error);
  if (certificate !== undefined) return { ...certificate, mayHaveArrived: false, mayPass: false };
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return { reason: 'no answer in time', mayHaveArrived: true, mayPass: false };
  if (code === 'UND_ERR_BODY_TIMEOUT')
    return { reason: 'the answer stopped half-way', mayHaveArrived: true, mayPass: true };
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE')
    return { reason: 'it does not speak HTTP', hint: 'check the port', mayHaveArrived: true, mayPass: false };
  return { reason: `the connection was cut${code === '' ? '' : ` (${code})`}`, mayHaveArrived: true, mayPass: true };
}

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly unknown[] };
  return typeof code === 'string' ? code : errors === undefined ? '' : codeOf(errors[0]); // all addresses of a host
}
