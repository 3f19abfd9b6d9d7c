import process from 'node:process';
import { setImmediate } from 'node:timers';
import { serveThread } from '../../../../dist/base/threads/serve-thread.js';

/** A thread that reads crates, and dies of some, by their names. */
const DEATHS = {
  endless: () => {
    for (;;);
  },
  exit: () => process.exit(1),
  crash: () => {
    setImmediate(() => {
      throw new Error('a crash');
    });
    return new Promise(() => undefined);
  },
};

await serveThread(() => ({
  answer: async ({ file }) => {
    await DEATHS[file]?.();
    return { read: { graph: `urn:${file}` } };
  },
}));
