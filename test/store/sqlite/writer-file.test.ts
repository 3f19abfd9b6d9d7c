import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { scratch } from '../../package/helpers/crate-forms.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';

it('the file of a writer that was killed goes away with the next write, and a file of somebody else stays', async () => {
  const path = join(await scratch(), 'store');
  const store = new SqliteStore(path, true);
  const since = '2026-11-25T00:00:00.000Z';
  await writeFile(`${path}-writer`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since }));
  const put = (name: string) =>
    store.put([{ graph: `urn:${name}`, mode: 'create', nquads: [`<urn:s> <urn:p> "x" <urn:${name}> .\n`] }]);
  await put('a');
  expect(existsSync(`${path}-writer`)).toBe(false);
  await writeFile(`${path}-writer`, 'my notes');
  await put('b');
  expect(await readFile(`${path}-writer`, 'utf8')).toBe('my notes');
  await store.close();
});
