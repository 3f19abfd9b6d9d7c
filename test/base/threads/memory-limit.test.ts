import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../../../src/base/threads/collect-garbage.js';
import { MemoryLimit } from '../../../src/base/threads/memory-limit.js';

const STEPS = 5000;

/** Megabytes for new objects beside those of the test runner. */
function withRoomFor(megabytes: number): MemoryLimit {
  collectGarbage();
  return new MemoryLimit(getHeapStatistics().used_heap_size / 2 ** 20 + megabytes);
}

test('what is garbage does not count', () => {
  const memory = withRoomFor(200);
  for (let step = 0; step < STEPS; step += 1) {
    expect(new Array<number>(20_000).fill(step)).toHaveLength(20_000); // 800 MB in all
    memory.check('the work');
  }
});

test('what is in use does, and is named', () => {
  const memory = withRoomFor(200);
  const kept: number[][] = [];
  const work = (): void => {
    for (let step = 0; step < STEPS; step += 1) {
      kept.push(new Array<number>(20_000).fill(step));
      memory.check('the work');
    }
  };
  expect(work).toThrow('the work needs more memory than it may take');
  expect(kept.length).toBeGreaterThan(500);
  expect(kept.length).toBeLessThan(STEPS);
  kept.length = 0;
  memory.check('the next one');
});
