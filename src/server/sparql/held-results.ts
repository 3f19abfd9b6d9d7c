/** The results that clients have not fetched yet, and their size. */
export class HeldResults {
  #bytes = 0;

  /** Bytes that wait for their clients. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Holds a result until its stream has been read or cancelled; a chunk is given when the client has room for it. */
  stream(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
    const waiting = [...chunks];
    const release = (some: readonly Uint8Array[]): void => {
      this.#bytes -= byteLengthOf(some);
    };
    this.#bytes += byteLengthOf(chunks);
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
}

/** Bytes in chunks. */
export function byteLengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
