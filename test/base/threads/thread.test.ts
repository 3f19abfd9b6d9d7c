import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Bystander, deathBy, deathError } from '../../../src/base/threads/thread-death.js';
import { PARTS_AHEAD } from '../../../src/base/threads/thread-messages.js';
import type { ThreadOptions } from '../../../src/base/threads/thread-options.js';
import { Thread } from '../../../src/base/threads/thread.js';

type Act = { readonly act: string } & Record<string, unknown>;

const CODE = pathToFileURL('test/base/threads/helpers/acting-thread.mjs');
const SPIN: Act = { act: 'spin' };
const HELLO: Act = { act: 'say', text: 'hello' };

const started: Thread<Act, string>[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((thread) => thread.end()));
});

function start(options: Partial<ThreadOptions> = {}): Thread<Act, string> {
  const thread = new Thread<Act, string>({ code: CODE, ...options });
  started.push(thread);
  return thread;
}

const partsOf = async (body: ReadableStream<Uint8Array>): Promise<number[]> => {
  const all: number[] = [];
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) all.push(part.value[0] as number);
  return all;
};

describe('a thread', () => {
  it('says that it is ready, and answers several requests in their order', async () => {
    const thread = start();
    expect(await thread.ready).toBe('ready');
    const order: string[] = [];
    const asked = ['a', 'b', 'c'].map((one) =>
      thread.ask({ act: one === 'a' ? 'sleep' : 'say', ms: 20, text: one }).then((answer) => order.push(answer)),
    );
    await Promise.all(asked);
    expect(order).toEqual(['slept', 'b', 'c']);
  });

  it('lets requests take turns if it is shared', async () => {
    const thread = start({ isShared: true });
    const sleeping = thread.ask({ act: 'sleep' });
    expect(await thread.ask(HELLO)).toBe('hello');
    await thread.end();
    await expect(sleeping).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  });

  it('hands on an error with its class, and goes on', async () => {
    const thread = start();
    await expect(thread.ask({ act: 'refuse' })).rejects.toMatchObject({
      name: 'CrateError',
      code: 'ERR_USAGE',
      hint: 'like that',
      details: { line: 3 },
    });
    const fault = await thread.ask({ act: 'fault' }).catch((error: unknown) => error);
    expect(fault).toMatchObject({ code: 'ERR_INTERNAL', message: 'a mistake' });
    expect(((fault as Error).cause as Error).stack).toContain('acting-thread.mjs');
    expect(await thread.ask(HELLO)).toBe('hello');
  });

  it.each([
    ['an error that nobody catches', 'crash', 'ERR_INTERNAL', 'the work failed: a crash'],
    ['its own end', 'exit', 'ERR_INTERNAL', 'the work failed: its thread ended by itself, with status 7'],
    ['the time limit', 'spin', 'ERR_TIMEOUT', 'the work took longer than 0.2 s, the limit here'],
  ])('that dies of %s says what it was doing, and takes no more requests', async (_, act, code, message) => {
    const thread = start();
    await expect(thread.ask({ act }, { doing: 'the work', seconds: act === 'spin' ? 0.2 : undefined })).rejects.toMatchObject({ code, message }); // prettier-ignore
    expect(thread.death).toBeDefined();
    await expect(thread.ask(HELLO)).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  });

  it('names its last note when it dies', async () => {
    const asked = start().ask({ act: 'spin', doing: 'the shape ex:Deep' }, { doing: 'the shapes', seconds: 0.1 });
    await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(/^the shape ex:Deep took longer/) });
  });

  it('blames the request that it worked on, not those that waited', async () => {
    const thread = start();
    const [spinning, waiting] = [thread.ask(SPIN, { doing: 'this one', seconds: 0.1 }), thread.ask(HELLO, { seconds: 0.1 })]; // prettier-ignore
    await expect(spinning).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
    await expect(waiting).rejects.toBeInstanceOf(Bystander);
  });

  it('that cannot start says why', async () => {
    const thread = start({ data: { unable: true } });
    await expect(thread.ask(HELLO)).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND', message: 'there is none' });
    await expect(thread.ready).rejects.toMatchObject({ code: 'ERR_STORE_NOT_FOUND' });
  });

  it('knows whether it is stuck', async () => {
    const thread = start();
    await thread.ready;
    expect(await thread.isAnswering()).toBe(true);
    thread.ask(SPIN).catch(() => undefined);
    expect(await thread.isAnswering(100)).toBe(false);
  });

  it('is not called stuck because whoever asks it was', async () => {
    const answers = new SharedArrayBuffer(4);
    const thread = start({ data: { sent: answers } });
    await thread.ready;
    const isAnswering = thread.isAnswering(1);
    void thread.ask({ act: 'parts', count: 0, mark: 1 });
    const begin = performance.now();
    while (Atomics.load(new Int32Array(answers), 0) === 0 || performance.now() < begin + 10); // nothing is read meanwhile
    expect(await isAnswering).toBe(true);
  });

  it('may wait longer than its limit, if it may be patient', async () => {
    const limit = { seconds: 0.05 };
    expect(await start().ask({ act: 'sleep', ms: 200 }, { ...limit, isPatient: true })).toBe('slept');
    await expect(start().ask({ act: 'sleep' }, limit)).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
  });

  it('goes on if only one of several requests is late', async () => {
    const thread = start({ isShared: true });
    const other = thread.ask({ act: 'sleep', ms: 300 });
    await expect(thread.ask({ act: 'sleep' }, { seconds: 0.05 })).rejects.toMatchObject({ code: 'ERR_TIMEOUT' });
    expect(await other).toBe('slept');
    expect(thread.death).toBeUndefined();
  });

  it('stops what is aborted: only that if it is shared, else all of it', async () => {
    const client = new AbortController();
    const [one, shared] = [start(), start({ isShared: true })];
    const asked = [one, shared].map((thread) => thread.ask({ act: 'sleep' }, { signal: client.signal }));
    const never = one.ask(HELLO, { signal: AbortSignal.abort(new Error('gone')) });
    await expect(never).rejects.toThrow('gone');
    client.abort(new Error('gone'));
    for (const aborted of asked) await expect(aborted).rejects.toThrow('gone');
    expect(one.death).toEqual({ by: 'abort' });
    expect(await shared.ask(HELLO)).toBe('hello');
  });
});

test('a thread that V8 has ended for its memory is one that needs too much', () => {
  const death = deathBy(Object.assign(new Error('Worker terminated'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  expect(deathError(death, 'the work')).toMatchObject({
    code: 'ERR_LIMIT',
    message: 'the work needs more memory than it may take',
  });
});

describe('an answer in parts', () => {
  it('comes whole, in order', async () => {
    const opened = await start().open({ act: 'parts', count: 100 });
    expect('body' in opened && (await partsOf(opened.body))).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('is made as it is read, and no further when nobody reads on', async () => {
    const sent = new SharedArrayBuffer(4);
    const thread = start({ data: { sent } });
    const opened = await thread.open({ act: 'parts', count: 1000 });
    if (!('body' in opened)) throw new Error('it has no parts');
    const reader = opened.body.getReader();
    for (let read = 0; read < 3; read += 1) await reader.read();
    await reader.cancel();
    expect(await thread.ask(HELLO)).toBe('hello');
    const [count = 0] = new Int32Array(sent);
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(3 + PARTS_AHEAD);
  });

  it('ends with the error of a request that fails on the way, or whose thread dies', async () => {
    const thread = start();
    const failing = await thread.open({ act: 'parts', count: 3, failing: true });
    await expect('body' in failing && partsOf(failing.body)).rejects.toMatchObject({ code: 'ERR_LIMIT' });
    const dying = await thread.open({ act: 'parts', count: 100 });
    await thread.end();
    await expect('body' in dying && partsOf(dying.body)).rejects.toMatchObject({ code: 'ERR_INTERRUPTED' });
  });

  it('is no reason to end a thread whose reader is slow', async () => {
    const opened = await start().open({ act: 'parts', count: 20 }, { seconds: 0.05 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect('body' in opened && (await partsOf(opened.body)).length).toBe(20);
  });
});

test('an idle thread does not keep a process running, nor an answer that nobody reads on; a busy one does', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/base/threads/helpers/idle.mjs']);
  expect(stdout).toBe('slept\n10\n');
});

test.each([[], ['zlib']])(
  'threads that end in the middle of the calls of an addon, and a process that exits then, do not abort it: %p',
  async (...of) => {
    const run = promisify(execFile)(process.execPath, ['test/base/threads/helpers/native-calls.mjs', '40', ...of]);
    await expect(run).rejects.toMatchObject({ code: 3, signal: null, stderr: '' });
  },
);
