import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Iterates over the output of a pipeline. The loop throws the error of any stream, even one that occurs after the last
 * item. All streams are closed when the loop ends for any reason.
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
