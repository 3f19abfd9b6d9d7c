import process from 'node:process';
import { setImmediate } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { CrateError } from '../../../../dist/base/errors.js';
import { serveThread } from '../../../../dist/base/threads/serve-thread.js';

/** A thread that does what it is told, also what no thread should do. */
const ACTS = {
  say: ({ text }) => text,
  refuse: () => {
    throw new CrateError('ERR_USAGE', 'not like this', { hint: 'like that', details: { line: 3 } });
  },
  fault: () => {
    throw new TypeError('a mistake');
  },
  sleep: ({ ms = 1e9 }, { signal }) => wait(ms, 'slept', { signal }).catch(() => 'woken'),
  spin: ({ doing }, job) => {
    if (doing !== undefined) job.note(doing);
    for (;;);
  },
  // What the others of the thread wait for goes on in the meantime.
  'spin later': async ({ ms }) => {
    await wait(ms);
    for (;;);
  },
  crash: async () => {
    setImmediate(() => {
      throw new Error('a crash');
    });
    await wait(1e9);
  },
  exit: () => process.exit(7),
  parts: async ({ count, failing = false, mark = 0 }, job) => {
    let sent = mark;
    try {
      for (; sent < count; sent += 1) await job.send(new Uint8Array(10).fill(sent));
    } finally {
      Atomics.store(new Int32Array(SENT), 0, sent);
    }
    if (failing) throw new CrateError('ERR_LIMIT', 'too many parts');
    return 'end';
  },
};

let SENT;

await serveThread(({ sent, unable } = {}) => {
  SENT = sent ?? new SharedArrayBuffer(4);
  if (unable) throw new CrateError('ERR_STORE_NOT_FOUND', 'there is none');
  return { fact: 'ready', answer: (request, job) => ACTS[request.act](request, job) };
});
