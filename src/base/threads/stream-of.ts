/** A stream that has the next part made when it is asked for. */
export function streamOf(parts: Iterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: (controller) => {
        const { done, value } = parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void parts.return?.(),
    },
    { highWaterMark: 0 },
  );
}
