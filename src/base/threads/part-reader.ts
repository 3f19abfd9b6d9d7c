/**
 * Reads the parts of an answer, one after the other. They stay in their thread until they are asked for, or until
 * the thread is needed for something else: then the rest of them can be taken out of it.
 */
export class PartReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Parts that were taken out, and the end. */
  readonly #held: Promise<ReadableStreamReadResult<Uint8Array>>[] = [];
  #heldBytes = 0;
  #isHeld = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Bytes of parts that were taken out and are not read yet. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Whether the rest is being taken out, or was. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The next part. @throws the error of an answer that fails later */
  async next(): Promise<ReadableStreamReadResult<Uint8Array>> {
    const held = this.#held.shift();
    if (held === undefined) return this.#reader.read();
    const part = await held;
    this.#heldBytes -= part.value?.length ?? 0;
    return part;
  }

  /** All parts that are left. @throws as {@link next} */
  async rest(): Promise<Uint8Array[]> {
    const parts: Uint8Array[] = [];
    for (let part = await this.next(); !part.done; part = await this.next()) parts.push(part.value);
    return parts;
  }

  /** Takes the rest of the answer out of its thread; an error of it waits for the reader. */
  async hold(): Promise<void> {
    this.#isHeld = true;
    for (;;) {
      const part = this.#reader.read();
      this.#held.push(part);
      const { done, value } = await part.catch(() => END);
      this.#heldBytes += value?.length ?? 0;
      if (done) return;
    }
  }

  /** The reader has gone. */
  async cancel(): Promise<void> {
    this.#held.length = 0;
    this.#heldBytes = 0;
    await this.#reader.cancel().catch(() => undefined); // it has failed already
  }
}

const END = { done: true, value: undefined } as const;
