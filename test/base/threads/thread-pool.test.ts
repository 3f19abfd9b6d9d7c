import { pathToFileURL } from 'node:url';
import { ThreadPool, type ThreadPoolOptions } from '../../../src/base/threads/thread-pool.js';

type Act = { readonly act: string } & Record<string, unknown>;

const CODE = pathToFileURL('test/base/threads/helpers/acting-thread.mjs');

const started: ThreadPool<Act, string>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((pool) => pool.close()));
});

function pool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<Act, string> {
  const made = new ThreadPool<Act, string>({ code: CODE, ...options });
  started.push(made);
  return made;
}

const say = (text: string): Act => ({ act: 'say', text });
const settled = async (asked: readonly Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(asked)).map((one) =>
    one.status === 'fulfilled' ? one.value : String((one.reason as { code?: string }).code),
  );

describe('a pool of threads', () => {
  it('answers more requests than it has threads', async () => {
    const threads = pool({ threads: 2, atOnce: 3 });
    const words = Array.from({ length: 50 }, (_, n) => String(n));
    expect(await settled(words.map((word) => threads.ask(say(word))))).toEqual(words);
  });

  it.each([
    ['crash', 'ERR_INTERNAL'],
    ['exit', 'ERR_INTERNAL'],
    ['spin', 'ERR_TIMEOUT'],
  ])('fails a request that kills its thread (%s), and no other of the same thread', async (act, code) => {
    const threads = pool({ atOnce: 8 });
    const acts = [say('a'), { act }, say('b'), { act }, say('c')];
    const asked = acts.map((one) => threads.ask(one, { seconds: 0.3 }));
    expect(await settled(asked)).toEqual(['a', code, 'b', code, 'c']);
    expect(await threads.ask(say('d'))).toBe('d');
  });

  it('finds the request to blame where requests take turns', async () => {
    const threads = pool({ atOnce: 8, isShared: true });
    const acts = [
      { act: 'sleep', ms: 250 },
      { act: 'spin later', ms: 20 },
      { act: 'sleep', ms: 200 },
    ];
    const asked = acts.map((one) => threads.ask(one, { seconds: 0.5 }));
    expect(await settled(asked)).toEqual(['slept', 'ERR_TIMEOUT', 'slept']);
  });

  it('asks those that waited for a place again, and those that were aborted not at all', async () => {
    const threads = pool();
    const client = new AbortController();
    const spinning = threads.ask({ act: 'spin' }, { seconds: 0.3 });
    const [left, stayed] = [threads.ask(say('left'), { signal: client.signal }), threads.ask(say('stayed'))];
    client.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await expect(spinning).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
    expect(await stayed).toBe('stayed');
  });

  it('goes on with the others when the request that a thread works on is aborted', async () => {
    const threads = pool({ atOnce: 4 });
    const client = new AbortController();
    const spinning = threads.ask({ act: 'spin' }, { signal: client.signal });
    const other = threads.ask(say('other'));
    client.abort(new Error('gone'));
    await expect(spinning).rejects.toThrow('gone');
    expect(await other).toBe('other');
  });

  it('knows whether one of its threads is stuck', async () => {
    const threads = pool({ threads: 2 });
    expect(await threads.isAnswering()).toBe(true);
    await threads.ask(say('a'));
    expect(await threads.isAnswering()).toBe(true);
    const spinning = threads.ask({ act: 'spin' }, { seconds: 2 });
    await new Promise(setImmediate); // until it has a place
    expect(await threads.isAnswering()).toBe(false);
    await expect(spinning).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
    expect(await threads.isAnswering()).toBe(true);
  });

  it('fails what is under way and what waits when it is closed', async () => {
    const threads = pool();
    const asked = [threads.ask({ act: 'sleep' }), threads.ask(say('a'))];
    const outcomes = settled(asked);
    await threads.close();
    expect(await outcomes).toEqual(['ERR_INTERRUPTED', 'ERR_INTERRUPTED']);
    await expect(threads.ask(say('b'))).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  });
});
