import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstBytesOf, unreadable } from '../../../src/base/disk/read-file.js';
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
