import type { PartReader } from '../../base/threads/part-reader.js';

/** The chunks of a result, or the reader of those that are still in their thread. */
export type ThreadResult = readonly Uint8Array[] | PartReader;

/** The result of a query: the bytes, as the client can take them. */
export interface ThreadAnswer {
  /** Bytes; undefined for a long one, which leaves its thread as it is read. */
  readonly size: number | undefined;
  /** All of a short one, which needs no reading and no cancelling; undefined for any other. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
  /** To be read or cancelled, but for a short one. */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * The results that have left their thread and that clients have not fetched yet, and their size. What several clients
 * share counts once.
 */
export class HeldResults {
  #bytes = 0;
  /** How many streams still have a chunk to give. */
  readonly #users = new Map<Uint8Array, number>();
  readonly #readers = new Set<PartReader>();

  /** Bytes that wait for their clients. */
  get bytes(): number {
    return [...this.#readers].reduce((sum, { heldBytes }) => sum + heldBytes, this.#bytes);
  }

  /** The answer for one client. A short one is in its hands at once, and is not held. */
  answer(result: ThreadResult): ThreadAnswer {
    const stream = (): ReadableStream<Uint8Array> => this.#stream(result);
    if ('next' in result) return { size: undefined, content: undefined, body: stream() };
    const size = result.reduce((sum, { length }) => sum + length, 0);
    if (result.length > 1) return { size, content: undefined, body: stream() };
    const content = (result[0] ?? new Uint8Array()) as Uint8Array<ArrayBuffer>; // its thread has moved it here
    return {
      size,
      content,
      get body() {
        return stream();
      },
    };
  }

  /** A result for one client, until that has read or cancelled it; a chunk is given when the client has room for it. */
  #stream(result: ThreadResult): ReadableStream<Uint8Array> {
    return 'next' in result ? this.#streamOf(result) : this.#streamOfChunks(result);
  }

  #streamOf(reader: PartReader): ReadableStream<Uint8Array> {
    this.#readers.add(reader);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await reader.next();
          if (!done) return controller.enqueue(value);
          this.#readers.delete(reader);
          controller.close();
        },
        cancel: () => {
          this.#readers.delete(reader);
          return reader.cancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  #streamOfChunks(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
    const waiting = [...chunks];
    const release = (some: readonly Uint8Array[]): void => {
      for (const chunk of some) this.#use(chunk, -1);
    };
    for (const chunk of chunks) this.#use(chunk, 1);
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const chunk = waiting.shift();
          if (chunk === undefined) return controller.close();
          release([chunk]);
          controller.enqueue(chunk);
        },
        cancel: () => release(waiting.splice(0)),
      },
      { highWaterMark: 0 },
    );
  }

  #use(chunk: Uint8Array, change: 1 | -1): void {
    const before = this.#users.get(chunk) ?? 0;
    if (before + change === 0) this.#users.delete(chunk);
    else this.#users.set(chunk, before + change);
    if (before + change === 0) this.#bytes -= chunk.length;
    else if (before === 0) this.#bytes += chunk.length;
  }
}
