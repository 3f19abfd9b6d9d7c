import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { TestEnvironment } from 'jest-environment-node';
import { cpuSoFar, FOLDER, keep } from '../cpu/measure.mjs';

/** The storages that this test file has used. */
let used = new Set();

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  used.add(this);
  return run.apply(this, args);
};

/** The temporary folder of the system. */
const SYSTEM = tmpdir();

/**
 * The Node environment, which gives each test file a temporary folder of its own, also for the commands that it starts:
 * what failed tests and killed processes leave behind goes with it, and is said.
 *
 * It also releases the AsyncLocalStorage that the runner of jest creates for each test file and never disables. Up to
 * Node 22, each of them slows down every later promise of the process.
 */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    const temporary = mkdtempSync(join(SYSTEM, 'crategraph-test-'));
    chmodSync(temporary, 0o711); // tests of other users reach what they are told about
    process.env.TMPDIR = temporary; // before the environment copies process.env
    super(config, context);
    this.temporary = temporary;
    this.file = context.testPath;
    this.cpu = cpuSoFar();
  }

  async teardown() {
    for (const storage of used) storage.disable();
    used = new Set();
    await super.teardown();
    const left = readdirSync(this.temporary);
    if (left.length > 0) process.stderr.write(`\n${this.file} leaves temporary files: ${left.join(' ')}\n`);
    rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5 });
    if (FOLDER in process.env) keep(this.file, cpuSoFar() - this.cpu);
  }
}
