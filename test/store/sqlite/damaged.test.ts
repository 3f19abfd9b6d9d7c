import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Other from 'libsql';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyFile } from '../../../src/store/sqlite/verify-store.js';
import { fileOf, quadsOf } from '../../helpers/stored.js';
import { Packable } from '../../../src/store/packable.js';

const G = 'http://example.org/crate/1/';
const FILE = Packable.of(Buffer.from('{"@graph": []}'));

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-damaged-'));
  path = join(folder, 'store');
  const store = new SqliteStore(path, true);
  const record = { source: '/the-source', sha256: FILE.sha256, data: { of: 'the record' }, file: [FILE] };
  await store.put([{ graph: G, mode: 'create', nquads: [`<urn:s> <urn:p> "x" <${G}> .\n`], record }]);
  await store.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const INVALID = { code: 'ERR_STORE_INVALID' };

async function reading<T>(read: (store: SqliteStore) => Promise<T>): Promise<T> {
  const store = new SqliteStore(path, false);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

function change(sql: string): void {
  const database = new Other(path);
  database.exec(sql);
  database.close();
}

it.each([
  ['name of a graph', G],
  ['source of a record', '/the-source'],
  ['data of a record', 'of":"the record'],
])('text that is not UTF-8 is an error and does not end the process: the %s', async (_, text) => {
  const bytes = await readFile(path);
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at + 3] = 0xff;
  await writeFile(path, bytes);
  await expect(reading(async (store) => [await store.graphs(), await store.records()])).rejects.toMatchObject(INVALID);
  expect((await verifyFile(path)).problems).not.toEqual([]);
});

it('a missing piece or file is an error, not a smaller graph', async () => {
  change('DELETE FROM piece; DELETE FROM document');
  await expect(reading((store) => quadsOf(store, G))).rejects.toMatchObject(INVALID);
  await expect(reading((store) => fileOf(store, FILE.sha256))).rejects.toMatchObject(INVALID);
});

it('a missing table is an error of the store', async () => {
  change('DROP VIEW crate; ALTER TABLE graph RENAME COLUMN quads TO squad');
  await expect(reading((store) => store.graphs())).rejects.toMatchObject(INVALID);
});

it('the stored checksum of a piece is verified too', async () => {
  change("UPDATE piece SET sha256 = 'another'");
  expect((await verifyFile(path)).problems).toEqual([`the graph <${G}> is damaged in the store`]);
});

it('a new graph never gets the id of another one, whatever SQLite counts', async () => {
  change('DELETE FROM sqlite_sequence');
  const other = { graph: 'urn:new', mode: 'create', nquads: ['<urn:s> <urn:p> "y" <urn:new> .\n'] } as const;
  await reading((store) => store.put([other]));
  expect([...(await reading((store) => store.graphs())).keys()]).toEqual([G, 'urn:new']);
});
