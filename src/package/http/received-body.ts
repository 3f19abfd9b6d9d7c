/** Bytes that wait for their reader before the server has to wait. */
const HELD = 1 << 17;

/** The body of a response. What arrives before it is read waits here; if that becomes much, the connection pauses. */
export class ReceivedBody implements AsyncIterable<Uint8Array> {
  /** Bytes that arrived so far. */
  bytes = 0;
  readonly #connection: { resume(): void; abort(): void };
  #chunks: Uint8Array[] = [];
  #held = 0;
  #end: 'open' | 'complete' | { readonly error: unknown } = 'open';
  #wake: (() => void) | undefined;

  constructor(connection: { resume(): void; abort(): void }) {
    this.#connection = connection;
  }

  /** Takes a chunk from the connection. @returns false if the connection must pause */
  add(chunk: Uint8Array): boolean {
    this.bytes += chunk.byteLength;
    this.#held += chunk.byteLength;
    this.#chunks.push(chunk);
    this.#wake?.();
    return this.#held < HELD;
  }

  /** The body is complete, or its connection failed. */
  end(failure?: { readonly error: unknown }): void {
    if (this.#end === 'open') this.#end = failure ?? 'complete';
    this.#wake?.();
  }

  /** All chunks, if the body is complete and unread. */
  whole(): readonly Uint8Array[] | undefined {
    return this.#end === 'complete' && this.#held === this.bytes ? this.#take() : undefined;
  }

  /** Closes the connection, unless the body is complete. */
  cancel(): void {
    if (this.#end !== 'open') return;
    this.end({ error: new Error('the body was cancelled') });
    this.#connection.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const end = this.#end; // what arrived before a failure comes first
        yield* this.#take();
        if (end === 'complete') return;
        if (end !== 'open') throw end.error;
        if (this.#chunks.length === 0 && this.#end === 'open')
          await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.cancel();
    }
  }

  #take(): Uint8Array[] {
    const chunks = this.#chunks;
    const isPaused = this.#held >= HELD && this.#end === 'open';
    this.#chunks = [];
    this.#held = 0;
    if (isPaused) this.#connection.resume();
    return chunks;
  }
}
