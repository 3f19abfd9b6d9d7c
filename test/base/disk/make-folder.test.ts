import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../../src/base/disk/make-folder.js';
import { runHere } from '../../cli/helpers/run-here.js';
import { describeWhere } from '../../helpers/describe-where.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('makes a folder and those above it, and says which came first', async () => {
  expect(await makeFolder(join(folder, 'a', 'b'))).toBe(join(folder, 'a'));
  expect((await stat(join(folder, 'a', 'b'))).isDirectory()).toBe(true);
  expect(await makeFolder(join(folder, 'a', 'b'))).toBeUndefined();
});

// Only root can mount.
const canMount = (() => {
  const probe = spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o ro tmpfs /mnt'], { stdio: 'ignore' });
  return probe.status === 0;
})();

describeWhere(canMount, 'a disk that is read-only', 'nobody may mount here', () => {
  beforeEach(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]));
  afterEach(() => void execFileSync('umount', ['-l', folder]));

  it('is named by attach', async () => {
    await expect(makeFolder(join(folder, 'a', 'b'))).rejects.toMatchObject({ code: 'EROFS' });
    for (const output of ['x', 'a/b/x', 'x.zip', '.']) {
      const { status, stderr } = await runHere(
        ...['attach', 'data/crates/coastal-atlas', '--snapshot', '--offline', '-o', join(folder, output)],
      );
      expect([output, status, stderr]).toEqual([
        output,
        1,
        expect.stringContaining('the file system is read-only (EROFS)'),
      ]);
    }
  });
});
