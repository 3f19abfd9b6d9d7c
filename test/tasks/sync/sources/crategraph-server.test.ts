import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCrates } from '../../../../src/tasks/load/load-crates.js';
import { openStore } from '../../../../src/store/open-store.js';
import { startServer } from '../../../helpers/server.js';
import { BUNDLED } from '../../../helpers/read.js';
import { catalogueServer, SyncedStore } from '../helpers/catalogue-server.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sync-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A real server of a store file with two crates. */
async function crateServer(): Promise<{ address: string; crates: readonly string[]; store: string }> {
  const crates = ['rainfall-survey', 'herbarium-scans'].map((name) => join(folder, name));
  for (const crate of crates) await cp(join('data/crates', crate.slice(folder.length + 1)), crate, { recursive: true });
  const store = join(folder, 'a.cg');
  await load(store, crates);
  const server = await startServer({ store });
  return { address: server.address, crates, store };
}

async function load(place: string, crates: readonly string[]): Promise<void> {
  const store = await openStore(place, { mode: 'write', create: true });
  try {
    await loadCrates(store, crates, { contexts: BUNDLED });
  } finally {
    await store.close();
  }
}

it.each([
  ['crategraph', '', {}],
  // A sitemap names the start of the website too.
  ['sitemap', 'sitemap.xml', { 'no crate': 1 }],
  ['oai-pmh', 'oai', {}],
  ['dcat', 'catalogue.ttl', {}],
])('a server is read as %s, and nothing is asked for the second time but the list', async (kind, path, beside) => {
  const { address } = await crateServer();
  const synced = new SyncedStore();
  const first = await synced.sync(`${address}${path}`, { kind });
  expect(Object.entries(first.items).filter(([, status]) => status !== 'loaded')).toEqual([]);
  expect(first.counts).toEqual({ loaded: 2, ...beside });
  const second = await synced.sync(`${address}${path}`, { kind });
  expect(second.counts).toEqual({ unchanged: 2, ...beside });
});

it('a server says of itself what it is; a change and a removal are followed', async () => {
  const { address, crates, store } = await crateServer();
  const synced = new SyncedStore();
  expect(await synced.sync(address)).toMatchObject({ kind: 'crategraph', counts: { loaded: 2 } });
  const document = join(String(crates[0]), 'ro-crate-metadata.json');
  await writeFile(document, (await readFile(document, 'utf8')).replace('"name":', '"alternateName": "Other", "name":'));
  await load(store, [String(crates[0])]);
  expect((await synced.sync(address)).counts).toEqual({ replaced: 1, unchanged: 1 });
  const opened = await openStore(store, { mode: 'write' });
  const [graph = ''] = (await opened.marks()).keys();
  await opened.drop([graph]);
  await opened.close();
  expect((await synced.sync(address)).counts).toEqual({ gone: 1, unchanged: 1 });
});

it('another website is no server', async () => {
  const { url } = await catalogueServer((own) => ({
    '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${own}/</loc></url><url><loc>${own}/a</loc></url></urlset>`,
  }));
  await expect(new SyncedStore().sync(url, { kind: 'crategraph' })).rejects.toThrow(/says no state of/);
});
