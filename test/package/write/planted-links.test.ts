import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFolder } from '../../../src/package/write/write-folder.js';
import { scratch } from '../helpers/crate-forms.js';

const file = (path: string, before?: () => Promise<void>) => ({
  path,
  size: 3,
  content: async function* () {
    await before?.();
    yield Buffer.from('new');
  },
});

async function planted(): Promise<{ target: string; outside: string }> {
  const [target, outside] = [join(await scratch(), 'out'), await scratch()];
  await mkdir(target);
  await writeFile(join(outside, 'kept'), 'old');
  return { target, outside };
}

describe('with force, nothing is written outside', () => {
  it('through a link that was planted as a folder', async () => {
    const { target, outside } = await planted();
    await symlink(outside, join(target, 'data'));
    await expect(writeFolder(target, [file('data/kept')], { force: true })).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
    });
    expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('old');
    expect(await readdir(target)).toEqual(['data']);
  });

  it('through a link that was planted as a file', async () => {
    const { target, outside } = await planted();
    await symlink(join(outside, 'kept'), join(target, 'kept'));
    await writeFolder(target, [file('kept')], { force: true });
    expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('old');
    expect(await readFile(join(target, 'kept'), 'utf8')).toBe('new');
  });

  it('through a folder that becomes a link while the files are read', async () => {
    const { target, outside } = await planted();
    await mkdir(join(target, 'data'));
    const swap = async () => {
      await rename(join(target, 'data'), join(target, 'away'));
      await symlink(outside, join(target, 'data'));
    };
    const written = writeFolder(target, [file('data/kept'), file('data/more', swap)], { force: true });
    await written.catch(() => undefined);
    expect(await readdir(outside)).toEqual(['kept']);
    expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('old');
  });
});
