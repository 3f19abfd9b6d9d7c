import { flattenBatches } from '../../../src/crate/read/quad-stream.js';

async function* batches(closed: () => void, ...all: (readonly number[] | Error)[]): AsyncGenerator<readonly number[]> {
  try {
    for (const batch of all) {
      if (batch instanceof Error) throw batch;
      yield batch;
    }
  } finally {
    closed();
  }
}

describe('flattenBatches', () => {
  let count = 0;
  const closed = () => void (count += 1);
  const collect = async (items: AsyncIterable<number>, most = Infinity) => {
    const seen: number[] = [];
    for await (const item of items) if (seen.push(item) >= most) break;
    return seen;
  };
  beforeEach(() => {
    count = 0;
  });

  it('gives all items in order and skips empty batches', async () => {
    expect(await collect(flattenBatches(batches(closed, [], [1, 2], [], [3], [])))).toEqual([1, 2, 3]);
    expect(await collect(flattenBatches(batches(closed)))).toEqual([]);
    expect(count).toBe(2);
  });

  it('closes its source when the caller stops', async () => {
    const items = flattenBatches(batches(closed, [1, 2], [3]));
    expect(await collect(items, 1)).toEqual([1]);
    expect(count).toBe(1);
    expect(await items.next()).toEqual({ done: true, value: undefined });
  });

  it('fails with the error of its source, after the items before it', async () => {
    const items = flattenBatches(batches(closed, [1], new Error('broken')));
    expect(await items.next()).toEqual({ done: false, value: 1 });
    await expect(items.next()).rejects.toThrow('broken');
  });
});
