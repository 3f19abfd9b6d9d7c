import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { inLongSuites } from '../../helpers/seed.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';

const G = 'urn:g';
const LATE = 'urn:late';
const CRATE = 'data/crates/herbarium-scans';

let folder: string;
let shared: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-read-only-'));
  await chmod(folder, 0o755);
  shared = join(folder, 'shared');
  path = join(shared, 'store');
  await mkdir(shared);
});
afterEach(async () => {
  await chmod(shared, 0o755);
  await rm(folder, { recursive: true, force: true });
});

const put = (store: SqliteStore, graph: string): Promise<unknown> =>
  store.put([{ graph, mode: 'create', nquads: [`<urn:s> <urn:p> "x" <${graph}> .\n`] }]);

/** A store with one graph in its file and one that is in its log and not in the file; with the files of these endings. */
async function publish(...endings: readonly string[]): Promise<void> {
  const original = join(folder, 'original');
  const first = new SqliteStore(original, true);
  await put(first, G);
  await first.close();
  const second = new SqliteStore(original, false);
  await put(second, LATE);
  for (const ending of ['', ...endings]) await copyFile(`${original}${ending}`, `${path}${ending}`);
  await second.close();
}

/** Everything in the folder of the store, to see that nothing has changed. */
async function contents(): Promise<Record<string, string>> {
  const names = (await readdir(shared)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, (await readFile(join(shared, name))).toString('base64')])),
  );
}

async function forReading(files = 0o444, place = 0o555): Promise<void> {
  for (const name of await readdir(shared)) await chmod(join(shared, name), files);
  await chmod(shared, place);
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command as a user who is not root. */
async function asNobody(...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [resolve('test/store/sqlite/as-nobody.mjs'), ...args, '--store', path]);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout, stderr };
}

const COUNT = 'SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }';

/**
 * Checks that every verb that reads finds the graphs, that every verb that writes is refused, and that the folder does
 * not change. In the quick suites one verb stands for the others, unless all are asked for.
 */
async function isReadOnly(graphs: number, allVerbs = inLongSuites): Promise<void> {
  const before = await contents();
  const done = { status: 0, stderr: '' };
  expect(await asNobody('query', COUNT, '--format', 'csv')).toEqual({ ...done, stdout: `n\r\n${graphs}\r\n` });
  if (allVerbs) {
    expect(await asNobody('list', '--json')).toMatchObject(done);
    expect((await asNobody('dump')).stdout.trim().split('\n').length).toBe(graphs);
    expect(await asNobody('verify')).toMatchObject({ ...done, stdout: expect.stringMatching(`^${graphs} graphs, `) });
    expect((await asNobody('export', graphs === 2 ? LATE : G)).status).toBe(0);
  }
  for (const change of [['load', CRATE, '--offline', '--quiet'], ...(allVerbs ? [['remove', G]] : [])]) {
    const { status, stderr } = await asNobody(...change);
    expect(stderr).toMatch(/^ERR_OUTPUT: the store \S+ can only be read here: no permission to write to /);
    expect(stderr).toContain('hint: get write permission');
    expect(status).toBe(1);
  }
  expect(await contents()).toEqual(before);
}

describe('a store that this user may only read', () => {
  it.each([
    ['alone', [], 1],
    ['with its log and its locks', ['-wal', '-shm'], 2],
    ['with its log, which contains the last commit, and without locks', ['-wal'], 2],
  ] as const)('can be read and does not change: %s', async (_, endings, graphs) => {
    await publish(...endings);
    await forReading();
    await isReadOnly(graphs, inLongSuites || endings.length === 1);
  });

  it.each([
    ['the folder', 0o666, 0o555, [], 1],
    ['the folder, with a log', 0o666, 0o555, ['-wal'], 2],
    ['the file', 0o444, 0o777, [], 1],
    ['the file, with a log', 0o444, 0o777, ['-wal'], 2],
  ] as const)('can be read and does not change: only %s is not writable', async (_, files, place, endings, graphs) => {
    await publish(...endings);
    await forReading(files, place);
    await isReadOnly(graphs);
  });

  it('can be copied by a backup, including its log', async () => {
    await publish('-wal');
    await forReading();
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    expect(await asNobody('backup', join(open, 'copy'))).toMatchObject({ status: 0 });
    expect(await verifyFile(join(open, 'copy'))).toEqual({
      graphs: 2,
      files: 0,
      problems: [],
      derived: [],
      unrecorded: [],
    });
  });

  it('and that may not be read either gives a clear error', async () => {
    await publish();
    await forReading(0o000);
    const { status, stderr } = await asNobody('list');
    expect(stderr).toMatch(/^ERR_OUTPUT: the store \S+ cannot be opened: EACCES: permission denied/);
    expect(status).toBe(1);
  });

  it('and in a folder that may not be entered gives a clear error', async () => {
    await publish();
    await forReading(0o444, 0o700);
    const { status, stderr } = await asNobody('list');
    expect(stderr).toMatch(/^ERR_OUTPUT: the store \S+ cannot be opened: /);
    expect(status).toBe(1);
  });

  it('and that is new in the folder of another user gives a clear error', async () => {
    await forReading();
    const { status, stderr } = await asNobody('load', CRATE, '--offline', '--quiet');
    expect(stderr).toMatch(/^ERR_OUTPUT: the store \S+ cannot be opened: EACCES: permission denied/);
    expect(status).toBe(1);
    expect(await readdir(shared)).toEqual([]);
  });
});

describe('a store that is read without locks', () => {
  /** Makes the folder a read-only file system for the time of the work, which root may do on most machines. */
  const mount = (...args: readonly string[]): void =>
    void execFileSync('mount', [...args, shared, shared], { stdio: 'ignore' });
  // libsql releases a file late: the mount point goes now, and the rest with the file.
  const unmount = (place: string): void => void execFileSync('umount', ['-l', place]);
  const canMount = ((): boolean => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    try {
      execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();
  // Only root can mount: for others the report has these tests by name, as skipped.
  const named = canMount ? it : it.skip;

  named(
    `on a read-only file system${canMount ? '' : ' (skipped: needs root, who can mount)'} is read by root, too`,
    async () => {
      await publish('-wal');
      mount('--bind');
      try {
        mount('-o', 'remount,bind,ro');
        const store = new SqliteStore(path, true);
        expect([...(await store.graphs()).keys()]).toEqual([G, LATE]);
        await expect(put(store, 'urn:h')).rejects.toMatchObject({
          code: 'ERR_OUTPUT',
          message: expect.stringContaining('read-only file system'),
        });
        await store.close();
      } finally {
        unmount(shared);
      }
      expect(await readdir(shared)).toEqual(['store', 'store-wal']);
    },
  );

  named(
    `and changed meanwhile${canMount ? '' : ' (skipped: needs root, who can mount)'} gives no old and no mixed answer`,
    async () => {
      await publish();
      const view = join(folder, 'view');
      await mkdir(view);
      execFileSync('mount', ['--bind', shared, view], { stdio: 'ignore' });
      try {
        execFileSync('mount', ['-o', 'remount,bind,ro', view], { stdio: 'ignore' });
        const store = new SqliteStore(join(view, 'store'), false);
        const reading = store.nquads()[Symbol.asyncIterator]();
        expect((await reading.next()).done).toBe(false);
        const writer = new SqliteStore(path, false);
        await put(writer, 'urn:h');
        await writer.close();
        await expect(reading.next()).rejects.toMatchObject({ code: 'ERR_STORE_LOCKED' });
        expect([...(await store.graphs()).keys()]).toEqual([G, 'urn:h']);
        await store.close();
      } finally {
        unmount(view);
      }
      expect((await stat(path)).size).toBeGreaterThan(0);
    },
  );
});
