import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceUnchanged } from '../../../src/base/disk/replace-unchanged.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

async function fileWith(text: string): Promise<string> {
  const path = join(await scratch(), 'a.json');
  await writeFile(path, text);
  return path;
}

it('replaces a file that is what was read', async () => {
  const path = await fileWith('old');
  await replaceUnchanged({ path, sha256: sha256('old') }, ['new']);
  expect(await readFile(path, 'utf8')).toBe('new');
});

it('refuses a file that has changed since, and leaves it alone', async () => {
  const path = await fileWith('edited');
  await expect(replaceUnchanged({ path, sha256: sha256('old') }, ['new'])).rejects.toMatchObject({
    code: 'ERR_OUTPUT',
    message: `${path} has changed meanwhile; nothing was written to it`,
  });
  expect(await readFile(path, 'utf8')).toBe('edited');
});

it('refuses a file that is gone', async () => {
  const path = join(await scratch(), 'none.json');
  await expect(replaceUnchanged({ path, sha256: sha256('old') }, ['new'])).rejects.toMatchObject({
    code: 'ERR_OUTPUT',
  });
});
