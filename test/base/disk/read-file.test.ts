import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstBytesOf, isThere, kindAt, unreadable } from '../../../src/base/disk/read-file.js';
import { scratch } from '../../package/helpers/crate-forms.js';

describe('a file that is read', () => {
  it('returns its first bytes, or all of them if it is shorter', async () => {
    const file = join(await scratch(), 'a.txt');
    await writeFile(file, 'abc');
    expect(firstBytesOf(file, 2).toString()).toBe('ab');
    expect(firstBytesOf(file, 10).toString()).toBe('abc');
  });

  it.each([
    ['missing', 'x does not exist'],
    ['a.txt/inside', 'x does not exist'],
    ['.', 'x cannot be read: EISDIR'],
  ])('reports why it cannot be read: %s', async (path, message) => {
    const folder = await scratch();
    await writeFile(join(folder, 'a.txt'), '');
    const failure = () => {
      try {
        return firstBytesOf(join(folder, path), 1);
      } catch (error) {
        return unreadable('x', error, { details: { file: path } });
      }
    };
    expect(failure()).toMatchObject({ code: 'ERR_NOT_FOUND', message, details: { file: path } });
  });
});

describe('what is at a path', () => {
  it('is a file, a folder, a link to one or to nothing, or nothing', async () => {
    const folder = await scratch();
    await writeFile(join(folder, 'a.txt'), '');
    await mkdir(join(folder, 'sub'));
    for (const [name, target] of Object.entries({ file: 'a.txt', folder: 'sub', none: 'missing', loop: 'loop' }))
      await symlink(target, join(folder, name));
    const kinds = { 'a.txt': 'file', sub: 'folder', file: 'file', folder: 'folder', none: 'other', loop: 'other' };
    for (const [name, kind] of Object.entries(kinds)) {
      expect([name, await kindAt(join(folder, name))]).toEqual([name, kind]);
      expect(await isThere(join(folder, name))).toBe(true);
    }
    for (const name of ['missing', 'a.txt/inside', 'x'.repeat(300), 'a\0b']) {
      expect([name, await kindAt(join(folder, name))]).toEqual([name, undefined]);
      expect(await isThere(join(folder, name))).toBe(false);
    }
  });

  it('is not known where one cannot look', async () => {
    const folder = await scratch();
    await symlink('loop', join(folder, 'loop'));
    const place = join(folder, 'loop', 'a.txt');
    const refusal = { code: 'ERR_NOT_FOUND', message: expect.stringMatching(/a\.txt"? cannot be read: ELOOP$/) };
    await expect(isThere(place)).rejects.toMatchObject(refusal);
    await expect(kindAt(place, { hint: 'look elsewhere' })).rejects.toMatchObject({
      ...refusal,
      hint: 'look elsewhere',
    });
  });
});
