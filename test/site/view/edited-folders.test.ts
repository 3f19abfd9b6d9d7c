import { createHash } from 'node:crypto';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EditedFolders } from '../../../src/site/view/files/edited-folders.js';
import type { LoadRecord } from '../../../src/tasks/stored/load-records.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const metadata = 'ro-crate-metadata.json';
const record = (text: string, loaded: string) =>
  ({ sha256: createHash('sha256').update(text).digest('hex'), loaded }) as LoadRecord;

test('a metadata file is another one if no load has read its content', async () => {
  const folder = join(await scratch(), 'edited');
  await mkdir(folder);
  const path = join(folder, metadata);
  await writeFile(path, 'old');
  const records = [record('other', '2020-01-01T00:00:00Z'), record('old', '2020-01-01T00:00:01Z')];
  const folders = new EditedFolders();
  const isEdited = (of = records) => folders.has({ folder, metadata }, of);
  expect(await isEdited()).toBe(false); // touched since, with the same content
  await writeFile(path, 'new');
  await utimes(path, 1, 1); // as `cp -p` leaves it
  expect(await isEdited()).toBe(true);
  expect(await isEdited([...records, record('new', '2020-01-02T00:00:00Z')])).toBe(false);
  await writeFile(path, 'old');
  expect(await isEdited()).toBe(false);
  expect(await isEdited([record('none', '2999-01-01T00:00:00Z')])).toBe(false); // not touched since
  await rm(path);
  expect(await isEdited()).toBe(true);
});

test('the page of a served folder says that its file was changed since the load', async () => {
  const folder = await writeCrate(join(await scratch(), 'ours'), crate({ name: 'Before' }));
  const { address } = await startServer({ folders: [folder] });
  const page = async () => (await fetch(`${address}crates/ours/`)).text();
  expect(await page()).toMatch(/unchanged since/);
  await writeCrate(folder, crate({ name: 'After' }));
  const edited = await page();
  expect(edited).toContain('its metadata file was changed since: load it again');
  expect(edited).not.toMatch(/unchanged since/);
});
