/** Headers of an answer, by lower-case name. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/** One request to an endpoint. */
export interface EndpointRequest {
  /** Whether it changes the endpoint: then no redirect is followed, and a cut leaves the state unknown. */
  readonly kind: 'read' | 'write';
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent whole, with its Content-Length. */
  readonly body?: string | Uint8Array | undefined;
  /** Statuses besides 2xx that are an answer and no error, such as 404. */
  readonly expected?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An answer whose body is still on its way. */
export interface StreamedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Fails with a CrateError if it is cut. Whoever does not read it to the end calls `return`, as `for await` does. */
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

/** Milliseconds of waiting for an endpoint. */
export interface EndpointTimeouts {
  /** Until a connection is open. Default 10 s. */
  readonly connectMs?: number | undefined;
  /** From the end of a request to the first of its answer: an endpoint commits first, so this is long. Default 10 minutes. */
  readonly headersMs?: number | undefined;
  /** Silence in a body. Default 2 minutes. */
  readonly idleMs?: number | undefined;
  /** Before a request is sent again; it grows with each try. Default 500 ms. */
  readonly retryMs?: number | undefined;
}

/** How a client talks to an endpoint. */
export interface SparqlClientOptions {
  /** Variables with credentials: `CRATEGRAPH_TOKEN_<HOST>`, `CRATEGRAPH_LOGIN_<HOST>`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeouts?: EndpointTimeouts | undefined;
  /** Certificates (PEM) to trust besides those of the system. */
  readonly ca?: string | undefined;
  /** Connections at once. Default 8. */
  readonly connections?: number | undefined;
}

/** Sends requests to an endpoint, with credentials, and again where that helps. All requests must be repeatable. */
export class SparqlClient {
  readonly #options: SparqlClientOptions;

  constructor(options: SparqlClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, and returns the whole answer. An answer that is cut is requested again.
   * @param limit of the answer in bytes; default 64 MiB
   * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN for a write that may have arrived, ERR_LIMIT
   */
  async whole(request: EndpointRequest, limit = 1 << 26): Promise<WholeAnswer> {
    await Promise.reject(new Error(`TODO ${request.url.host} ${limit} ${this.#options.connections}`));
    throw new Error();
  }

  /**
   * Sends a request to read, and returns its answer when it begins.
   * @throws CrateError ERR_ENDPOINT, also from the body
   */
  async stream(request: EndpointRequest & { readonly kind: 'read' }): Promise<StreamedAnswer> {
    await Promise.reject(new Error(`TODO ${request.url.host}`));
    throw new Error();
  }

  /** Closes its connections. */
  async close(): Promise<void> {
    await Promise.resolve();
  }
}
