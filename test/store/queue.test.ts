import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Queue } from '../../src/store/queue.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('runs jobs in order, also after one that failed', async () => {
  const queue = new Queue();
  const seen: string[] = [];
  const slow = queue.run(async () => {
    await wait(5);
    seen.push('slow');
  });
  const wrong = queue.run(() => Promise.reject(new Error('wrong')));
  const quick = queue.run(async () => seen.push('quick'));
  await expect(wrong).rejects.toThrow('wrong');
  await Promise.all([slow, quick]);
  expect(seen).toEqual(['slow', 'quick']);
});

it('a job that gives up waiting does not let the next one start early', async () => {
  const queue = new Queue();
  let end = (): void => undefined;
  let isOver = false;
  const first = queue.run(() => new Promise<void>((resolve) => (end = resolve)));
  const gone = queue.run(async () => 'run', AbortSignal.abort(new Error('given up')));
  const next = queue.run(async () => isOver);
  await expect(gone).rejects.toThrow('given up');
  isOver = true;
  end();
  await first;
  expect(await next).toBe(true);
});

it('keeps nothing of what its jobs gave', async () => {
  const queue = new Queue();
  const given: WeakRef<object>[] = [];
  for (let index = 0; index < 20; index += 1) given.push(new WeakRef(await queue.run(async () => ({ index }))));
  // A reference that was made in this turn of the event loop lives until its end.
  await wait(1);
  collectGarbage();
  // What the machine holds of the last one is not the queue's.
  expect(given.filter((reference) => reference.deref() !== undefined).length).toBeLessThan(3);
});
