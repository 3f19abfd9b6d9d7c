const LINE_FEED = 0x0a;

/**
 * The text of a result with one line end after it, in chunks. The first one is there, so the query has been answered.
 */
export async function resultText(chunks: AsyncIterable<Uint8Array>): Promise<AsyncIterable<string>> {
  const texts = decoded(chunks);
  const first = await texts.next();
  return {
    async *[Symbol.asyncIterator]() {
      if (first.done !== true) yield first.value;
      yield* texts;
    },
  };
}

async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let space = ''; // white space that may be the end
  for await (const chunk of chunks) {
    const text = space + decoder.decode(chunk, { stream: true });
    const trimmed = text.trimEnd();
    space = text.slice(trimmed.length);
    yield trimmed;
  }
  yield `${decoder.decode()}\n`;
}

/** The number of line feeds in a text. */
export async function lineFeeds(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0;
  for await (const chunk of chunks)
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
