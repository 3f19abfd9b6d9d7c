import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** The storages that this test file has used. */
let used = new Set();

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/**
 * The Node environment, which also releases the AsyncLocalStorage that the runner of jest creates for each test file and
 * never disables. Up to Node 22, each of them slows down every later promise of the process.
 */
export default class Environment extends TestEnvironment {
  async teardown() {
    for (const storage of used) storage.disable();
    used = new Set();
    await super.teardown();
  }
}
