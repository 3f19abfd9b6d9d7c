import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * What comes out of the last stream of a pipeline, for a loop. An error of any of the streams is thrown by the loop, also
 * one that comes after the last item; all of them are closed when the loop ends, however it ends.
 */
export async function* through<T = Uint8Array>(
  source: Readable,
  ...streams: readonly NodeJS.ReadWriteStream[]
): AsyncGenerator<T> {
  const all = [source, ...streams] as Readable[];
  const done = pipeline(all as never);
  done.catch(() => undefined); // the loop throws it
  try {
    yield* all.at(-1) as AsyncIterable<T>;
    await done;
  } finally {
    for (const stream of all) stream.destroy();
  }
}
