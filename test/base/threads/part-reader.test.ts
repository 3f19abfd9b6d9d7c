import { PartReader } from '../../../src/base/threads/part-reader.js';
import { streamOf } from '../../../src/base/threads/stream-of.js';

/** An answer of parts 0 to 9 that are made when somebody asks; then it fails, if it is to. */
function parts(failing = false): { reader: PartReader; made: () => number; left: () => boolean } {
  let [made, isLeft] = [0, false];
  const answer = (function* () {
    try {
      for (; made < 10; made += 1) yield Buffer.from([made]);
      if (failing) throw new Error('failed');
    } finally {
      isLeft = true;
    }
  })();
  return { reader: new PartReader(streamOf(answer)), made: () => made, left: () => isLeft };
}

const ALL = Array.from({ length: 10 }, (_, n) => n);
const numbers = (read: readonly Uint8Array[]): (number | undefined)[] => read.map(([first]) => first);

it('has no part made before the first request for it', async () => {
  const { reader, made } = parts();
  expect((await reader.next()).value).toEqual(Buffer.from([0]));
  expect(made()).toBeLessThanOrEqual(1);
  expect(numbers(await reader.rest())).toEqual(ALL.slice(1));
  expect(await reader.next()).toMatchObject({ done: true });
});

it('takes the rest out, counts it, and still gives all parts in their order', async () => {
  const { reader, left } = parts();
  await reader.next();
  expect([reader.isHeld, reader.heldBytes]).toEqual([false, 0]);
  await reader.hold();
  expect([reader.isHeld, reader.heldBytes, left()]).toEqual([true, 9, true]);
  await reader.next();
  expect(reader.heldBytes).toBe(8);
  await reader.hold(); // nothing is left to take
  expect(numbers(await reader.rest())).toEqual(ALL.slice(2));
  expect(reader.heldBytes).toBe(0);
});

it('gives all parts in their order to somebody who reads while they are taken out', async () => {
  const { reader } = parts();
  const holding = [reader.hold(), reader.hold()];
  expect(numbers(await reader.rest())).toEqual(ALL);
  await Promise.all(holding);
  expect(reader.heldBytes).toBe(0);
});

it('keeps an error for its reader', async () => {
  const { reader } = parts(true);
  await reader.hold();
  await expect(reader.rest()).rejects.toThrow('failed');
  await reader.cancel();
});

it('ends the answer when nobody reads on', async () => {
  const { reader, left } = parts();
  await reader.next();
  await reader.cancel();
  expect(left()).toBe(true);
  expect(await reader.next()).toMatchObject({ done: true });
});
