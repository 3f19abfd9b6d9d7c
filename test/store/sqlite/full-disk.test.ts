import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupFile } from '../../../src/store/sqlite/backup-store.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { quadsOf } from '../../helpers/stored.js';

const [A, B] = ['urn:a', 'urn:b'];
const write = (graph: string) => ({ graph, mode: 'create', nquads: [`<urn:s> <urn:p> "x" <${graph}> .\n`] }) as const;

let folder: string;
let disk: string;
let path: string;
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryToMount();
// Only root can mount: for others the report has these tests by name, as skipped.
const named = canMount ? it : it.skip;

function tryToMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-full-'));
  disk = join(folder, 'disk');
  path = join(disk, 'store');
  await mkdir(disk);
  if (!canMount) return;
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,nr_inodes=20', 'tmpfs', disk]);
  // Elsewhere, because libsql closes the files of a store late.
  const store = new SqliteStore(join(folder, 'original'), true);
  await store.put([write(A), write(B)]);
  await store.close();
  await copyFile(join(folder, 'original'), path);
});
afterEach(async () => {
  // libsql releases a file late: the mount point goes now, and the rest with the file.
  if (canMount) execFileSync('umount', ['-l', disk]);
  await rm(folder, { recursive: true, force: true });
});

/** Fills the disk, except for some bytes. */
async function fill(left = 0): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'fill'), Buffer.alloc(bavail * bsize - left));
}

async function fillNames(): Promise<void> {
  for (let count = (await statfs(disk)).ffree; count > 0; count -= 1) await writeFile(join(disk, `name ${count}`), '');
}

async function isReadable(reason: string): Promise<void> {
  const bytes = await readFile(path);
  const store = new SqliteStore(path, true);
  expect([...(await store.graphs()).keys()]).toEqual([A, B]);
  expect(await quadsOf(store, B)).toHaveLength(1);
  const full = {
    code: 'ERR_OUTPUT',
    message: `the store ${path} cannot be written: ${reason}; the store is as it was before`,
    hint: expect.stringContaining('make room'),
  };
  await expect(store.put([write('urn:c')])).rejects.toMatchObject(full);
  await expect(store.drop([A])).rejects.toMatchObject(full);
  await store.close();
  expect((await verifyFile(path)).problems).toEqual([]);
  await backupFile(path, join(folder, 'copy'));
  expect((await verifyFile(join(folder, 'copy'))).graphs).toBe(2);
  expect(await readFile(path)).toEqual(bytes);
}

describe(`a store on a full disk${canMount ? '' : ' (skipped: needs root, who can mount)'}`, () => {
  named('can be read, verified and copied, and says why it cannot be written', async () => {
    await fill();
    await isReadable('the disk is full');
  });

  named('without room for another file, too', async () => {
    await fillNames();
    await isReadable('the disk has no room for another file (no free inodes)');
  });

  named('can be removed from when there is a little room for the log of the removal', async () => {
    await fill(128 * 1024);
    const store = new SqliteStore(path, false);
    expect(await store.drop([A])).toEqual([{ graph: A, before: 1, after: 0 }]);
    await store.close();
    expect(await verifyFile(path)).toEqual({ graphs: 1, files: 0, problems: [], derived: [], unrecorded: [] });
  });
});
