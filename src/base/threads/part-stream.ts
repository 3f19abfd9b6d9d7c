/** The parts of an answer on their way to a reader, who gets them in its own time. */
export class PartStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #parts: Uint8Array[] = [];
  readonly #changed: () => void;
  #end: { readonly error?: unknown } | undefined;
  #wake: (() => void) | undefined;

  /**
   * @param taken called for each part that the reader has taken
   * @param cancelled called when the reader wants no more
   * @param changed called when `isWanted` may have changed
   */
  constructor(taken: () => void, cancelled: () => void, changed: () => void) {
    this.#changed = changed;
    this.readable = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (this.#parts.length === 0 && this.#end === undefined) await this.#more();
          const part = this.#parts.shift();
          if (part !== undefined) {
            taken();
            controller.enqueue(part);
          } else if (this.#end !== undefined && 'error' in this.#end) throw this.#end.error;
          else controller.close();
        },
        cancel: () => {
          this.#parts.length = 0;
          this.close();
          cancelled();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Parts that are not taken yet. */
  get waiting(): number {
    return this.#parts.length;
  }

  /** Whether the reader waits for a part. */
  get isWanted(): boolean {
    return this.#wake !== undefined;
  }

  push(part: Uint8Array): void {
    if (this.#end !== undefined) return; // the reader has gone
    this.#parts.push(part);
    this.#woken();
  }

  close(): void {
    this.#end ??= {};
    this.#woken();
  }

  /** The reader gets the parts that are there, and then the error. */
  fail(error: unknown): void {
    this.#end ??= { error };
    this.#woken();
  }

  #more(): Promise<void> {
    return new Promise((wake) => {
      this.#wake = wake;
      this.#changed();
    });
  }

  #woken(): void {
    this.#wake?.();
    this.#wake = undefined;
    this.#changed();
  }
}
