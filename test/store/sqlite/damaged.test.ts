import { readFile, writeFile } from 'node:fs/promises';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { fileOf, quadsOf } from '../../helpers/stored.js';
import { FILE, INVALID, spoiltStore } from './spoilt-store.js';

const G = 'http://example.org/crate/1/';

const spoilt = spoiltStore(G, { source: '/the-source', data: { of: 'the record' } });
const { reading, craft } = spoilt;

it.each([
  ['name of a graph', G],
  ['source of a record', '/the-source'],
  ['data of a record', 'of":"the record'],
])('text that is not UTF-8 is an error and does not end the process: the %s', async (_, text) => {
  const bytes = await readFile(spoilt.path);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 3] = 0xff;
  await writeFile(spoilt.path, bytes);
  await expect(reading(async (store) => [await store.graphs(), await store.records()])).rejects.toMatchObject(INVALID);
  expect((await verifyFile(spoilt.path)).problems).not.toEqual([]);
});

it('a missing piece or file is an error, not a smaller graph', async () => {
  craft('DELETE FROM piece; DELETE FROM document');
  await expect(reading((store) => quadsOf(store, G))).rejects.toMatchObject(INVALID);
  await expect(reading((store) => fileOf(store, FILE.sha256))).rejects.toMatchObject(INVALID);
});

it('a graph whose row is gone is an error for whoever reads all graphs', async () => {
  craft('PRAGMA foreign_keys = OFF; DELETE FROM graph');
  await expect(reading((store) => store.graphs())).rejects.toMatchObject(INVALID);
  await expect(reading((store) => quadsOf(store))).rejects.toMatchObject(INVALID);
  await expect(reading((store) => store.marks())).rejects.toMatchObject(INVALID);
});

it('a missing table is an error of the store', async () => {
  craft('DROP VIEW crate; ALTER TABLE graph RENAME COLUMN quads TO squad');
  await expect(reading((store) => store.graphs())).rejects.toMatchObject(INVALID);
});

it('the stored checksum of a piece is verified too', async () => {
  craft("UPDATE piece SET sha256 = 'another'");
  expect((await verifyFile(spoilt.path)).problems).toEqual([`the graph <${G}> is damaged in the store`]);
});

it('a new graph never gets the id of another one, whatever SQLite counts', async () => {
  craft('DELETE FROM sqlite_sequence');
  const other = { graph: 'urn:new', mode: 'create', nquads: ['<urn:s> <urn:p> "y" <urn:new> .\n'] } as const;
  await reading((store) => store.put([other]));
  expect([...(await reading((store) => store.graphs())).keys()]).toEqual([G, 'urn:new']);
});
