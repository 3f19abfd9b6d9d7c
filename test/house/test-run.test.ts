import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUITES } from '../suites.js';

/** What jest keeps. */
const CACHE = mkdtempSync(join(tmpdir(), 'cache-'));
afterAll(() => rmSync(CACHE, { recursive: true }));
const KEPT = ['--cacheDirectory', CACHE];
const ENDLESS = ['--globalSetup', '<rootDir>/test/house/helpers/endless-setup.mjs'];

/** Runs suites, and stops them once they are set up. */
async function run(args: readonly string[], stop?: NodeJS.Signals) {
  const child = spawn(process.execPath, ['test/run.mjs', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      words += String(chunk);
      if (stop !== undefined && String(chunk).includes('set up')) child.kill(stop);
    });
  // When all processes that write into the pipes have ended.
  return new Promise<{ status: number | null; signal: NodeJS.Signals | null; words: string }>((resolve) =>
    child.on('close', (status, signal) => resolve({ status, signal, words })),
  );
}

describe('test/run.mjs', () => {
  it.each([['nonsense'], ['toString'], []])('refuses the name %s, and says which there are', async (...args) => {
    const { status, words } = await run(args);
    expect(status).toBe(2);
    expect(words).toContain(`suites: ${Object.keys(SUITES).join(', ')}\n`);
    expect(words).toContain(args[0] === undefined ? 'is missing' : `there are no suites "${args[0]}"`);
  });

  it('ends with the status of jest, which gets the arguments', async () => {
    expect(await run(['quick', ...KEPT, '--listTests', 'test/house/map'])).toMatchObject({
      status: 0,
      words: expect.stringMatching(/^.*map\.test\.ts\n$/),
    });
    expect(await run(['quick', ...KEPT, 'test/no-such-suite'])).toMatchObject({ status: 1 });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s when jest does', async (signal) => {
    const { signal: by } = await run(['quick', ...KEPT, ...ENDLESS, 'test/house/map'], signal);
    expect(by).toBe(signal);
  });
});
