import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import { startServer } from '../helpers/server.js';

/** Reading all of them takes longer than a query may run. */
const [GRAPHS, QUADS] = [40, 10_000];
const SECONDS = 1;

let folder: string;
let shared: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-cold-'));
  shared = join(folder, 'shared');
  await mkdir(shared);
  const store = await openStore(join(shared, 'store'), { mode: 'write', create: true });
  const lines = (graph: number) =>
    Array.from({ length: QUADS }, (_, i) => `<urn:s${graph}-${i}> <urn:p${i % 7}> "value ${i} of ${graph}" <urn:g${graph}> .\n`); // prettier-ignore
  await store.put(
    Array.from({ length: GRAPHS }, (_, graph) => ({ graph: `urn:g${graph}`, mode: 'create', nquads: lines(graph) })),
  );
  expect(await store.isIndexed()).toBe(false);
  await store.close();
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

/** Starts a server on the store and asks several queries at once, of several threads. */
async function firstAnswers(): Promise<readonly (readonly [status: number, value: unknown])[]> {
  const server = await startServer({ store: join(shared, 'store'), limits: { seconds: SECONDS, threads: 2 } });
  try {
    return await Promise.all(
      [1, 2, 3, 4].map(async (graph) => {
        const query = `SELECT ?v { <urn:s${graph}-5> ?p ?v }`;
        for (;;) {
          const response = await fetch(`${server.address}sparql?query=${encodeURIComponent(query)}`);
          const text = await response.text();
          // On a busy machine a query may wait longer for a thread than the server lets it; that is no time of a query.
          if (response.status === 503 && text.startsWith('the server is busy with other queries')) continue;
          return [response.status, /value 5 of \d+/.exec(text)?.[0] ?? text] as const;
        }
      }),
    );
  } finally {
    await server.stop();
  }
}

const ANSWERS = [1, 2, 3, 4].map((graph) => [200, `value 5 of ${graph}`]);

it('the time that the index takes is not time of the queries that wait for it, and the index stays', async () => {
  expect(await firstAnswers()).toEqual(ANSWERS);
  const store = await openStore(join(shared, 'store'));
  expect(await store.isIndexed()).toBe(true);
  await store.close();
});

const isRoot = process.getuid?.() === 0;
const canMount = ((): boolean => {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
})();
/** Root may write everywhere but on a read-only file system. */
const mount = (...args: readonly string[]): void =>
  void execFileSync('mount', [...args, shared, shared], { stdio: 'ignore' });
const named = isRoot && !canMount ? it.skip : it;

named(
  `nor is the time in which threads read a read-only store${isRoot && !canMount ? ' (skipped: root cannot mount)' : ''}`,
  async () => {
    if (isRoot) {
      mount('--bind');
      mount('-o', 'remount,ro,bind');
    } else {
      chmodSync(join(shared, 'store'), 0o444);
      chmodSync(shared, 0o555);
    }
    try {
      expect(await firstAnswers()).toEqual(ANSWERS);
      const store = await openStore(join(shared, 'store'));
      expect(await store.isIndexed()).toBe(false);
      await store.close();
    } finally {
      if (isRoot) execFileSync('umount', ['-l', shared]);
      else chmodSync(shared, 0o755);
    }
  },
);
