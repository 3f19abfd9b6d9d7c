/**
 * A response whose content is in memory. The standard class makes a stream of each content, which costs more than all
 * the rest of a small answer; this one does so only for a reader that needs it, and `sendResponse` does not.
 */
export class ContentResponse extends Response {
  readonly #content: Uint8Array<ArrayBuffer> | string;
  #streamed: Response | undefined;

  /** @param init with the content type */
  constructor(content: Uint8Array<ArrayBuffer> | string, init: ResponseInit) {
    super(null, init);
    this.#content = content;
    this.headers.set('content-length', String(Buffer.byteLength(content)));
  }

  /** The content; undefined if it is read in another way. */
  get content(): Uint8Array<ArrayBuffer> | string | undefined {
    return this.#streamed === undefined ? this.#content : undefined;
  }

  get #standard(): Response {
    return (this.#streamed ??= new Response(this.#content, { headers: this.headers }));
  }

  override get body(): Response['body'] {
    return this.#standard.body;
  }

  override get bodyUsed(): boolean {
    return this.#streamed?.bodyUsed ?? false;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#standard.arrayBuffer();
  }

  override blob(): ReturnType<Response['blob']> {
    return this.#standard.blob();
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#standard.formData();
  }

  override json(): Promise<unknown> {
    return this.#standard.json();
  }

  override text(): Promise<string> {
    return this.#standard.text();
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#standard.bytes(); // Node 20 has no such method, in either class
  }

  override clone(): Response {
    const { status, statusText, headers } = this;
    return new Response(this.#standard.clone().body, { status, statusText, headers });
  }
}

/**
 * The response for any host: one that looks into a response, past its methods, finds nothing in a `ContentResponse`.
 */
export function standardResponse(response: Response): Response {
  if (!(response instanceof ContentResponse) || response.content === undefined) return response;
  const { status, statusText, headers, content } = response;
  return new Response(content, { status, statusText, headers });
}
