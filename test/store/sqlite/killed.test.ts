import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { runs } from '../../helpers/seed.js';
import { operate, stateOf } from './operations.js';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-killed-'));
  program = join(folder, 'killed-writer.mjs');
  // Packages that are not modules call require.
  const banner = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  const options = ['--bundle', '--platform=node', '--format=esm', '--log-level=error', `--banner:js=${banner}`, `--outfile=${program}`]; // prettier-ignore
  execFileSync('node_modules/.bin/esbuild', ['test/store/sqlite/killed-writer.ts', ...options]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A process that does one operation after the other, and the number of those it has reported as done. */
async function killedAfter(path: string, seed: number, first: number, milliseconds: number): Promise<number> {
  const child = fork(program, [path, String(seed), String(first)]);
  let done = first;
  child.on('message', (step: number) => void (done = step + 1));
  const ended = once(child, 'close').then(([status]) => Promise.reject(new Error(`the writer ended with ${status}`)));
  ended.catch(() => undefined); // it is killed below
  await Promise.race([once(child, 'message'), ended]);
  await wait(milliseconds);
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
  return done;
}

/** How often: some times in the quick suites, more in the long ones; `KILLS` asks for another number. */
const ROUNDS = Number(process.env['KILLS'] ?? runs(40));

describe('a writer that is killed', () => {
  const SEED = Number(process.env['SEED'] ?? 20261121);

  test(`leaves the state before or after its commit, at any moment (seed ${SEED})`, async () => {
    const path = join(folder, 'store');
    const expected = new MemoryStore();
    let step = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const done = await killedAfter(path, SEED, step, (round * 37) % 150);
      expect((await verifyFile(path)).problems).toEqual([]);
      const store = new SqliteStore(path, false);
      const found = await stateOf(store);
      await store.close();
      for (; step < done; step += 1) await operate(expected, SEED, step);
      if (found !== (await stateOf(expected))) {
        await operate(expected, SEED, step); // committed, but not reported
        step += 1;
        expect(found).toBe(await stateOf(expected));
      }
    }
    await expected.close();
    expect(step).toBeGreaterThanOrEqual(ROUNDS); // each of them has reported a commit
  });
});
