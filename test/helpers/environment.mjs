import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Those that were in use in this file. */
let used = new Set();

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * The environment of Node, which lets go of what jest leaves behind. Its runner makes an AsyncLocalStorage for each
 * test file and does not disable it; up to Node 22 each of them takes part in each promise that is made in the process
 * from then on.
 */
export default class Environment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used = new Set();
    await super.teardown();
  }
}
