import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutputFolder } from '../../../src/package/write/output-folder.js';
import { scratch } from '../helpers/crate-forms.js';

describe('a place in an output folder', () => {
  it('has its folders, and a check makes none', async () => {
    const target = join(await scratch(), 'out');
    const folder = await OutputFolder.open(target);
    await folder.check('a/b/c.txt');
    expect(await readdir(target)).toEqual([]);
    expect(await folder.prepare('a/b/c.txt')).toBe(join(folder.root, 'a', 'b', 'c.txt'));
    expect(await readdir(join(target, 'a'))).toEqual(['b']);
  });

  it('is never outside or behind a link, and never taken by something that is no file', async () => {
    const target = await scratch();
    const outside = await scratch();
    await symlink(outside, join(target, 'out'));
    await symlink('nowhere', join(target, 'dangling'));
    await symlink('..', join(target, 'up'));
    await mkdir(join(target, 'real'));
    await symlink('real', join(target, 'inside'));
    await symlink('.', join(target, 'itself'));
    await writeFile(join(target, 'file'), '');
    execFileSync('mkfifo', [join(target, 'pipe')]);
    const folder = await OutputFolder.open(target);
    for (const path of ['out/x', 'out/a/x', 'dangling/x', 'up/x', 'inside/x', 'itself/x', 'file/x', 'real', 'pipe']) {
      await expect(folder.check(path)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
      await expect(folder.prepare(path)).rejects.toMatchObject({ code: 'ERR_OUTPUT' });
    }
    for (const path of ['../x', '/x', 'a/../../x', 'C:/x', 'a\0b', ''])
      await expect(folder.prepare(path)).rejects.toMatchObject({ code: 'ERR_ARCHIVE_ENTRY' });
    expect(await readdir(outside)).toEqual([]);
  });
});
