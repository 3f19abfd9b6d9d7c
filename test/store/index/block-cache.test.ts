import { BlockCache } from '../../../src/store/index/block-cache.js';

test('blocks that are used stay, others go when the cache is full', () => {
  const shelf = new BlockCache(1000).shelf<string>();
  shelf.keep(0, 'used', 100);
  for (let number = 1; number < 100; number += 1) {
    shelf.keep(number, `block ${number}`, 100);
    expect(shelf.get(0)).toBe('used');
  }
  const kept = Array.from({ length: 100 }, (_, number) => shelf.get(number)).filter((block) => block !== undefined);
  expect(kept.length).toBeLessThanOrEqual(10);
  expect(shelf.get(99)).toBe('block 99');
  expect(shelf.get(1)).toBeUndefined();
});

test('shelves share the bytes, and one that is removed keeps its own blocks only', () => {
  const cache = new BlockCache(1000);
  const [one, other] = [cache.shelf<number>(), cache.shelf<number>()];
  one.keep(1, 11, 100);
  other.keep(1, 21, 100);
  expect([one.get(1), other.get(1)]).toEqual([11, 21]);
  one.remove();
  for (let number = 2; number < 50; number += 1) other.keep(number, number, 100);
  expect(other.get(1)).toBeUndefined();
  expect(one.get(1)).toBe(11); // whoever still reads it may go on
});
