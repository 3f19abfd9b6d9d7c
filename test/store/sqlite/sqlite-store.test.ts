import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Other from 'libsql';
import { openStore } from '../../../src/store/open-store.js';
import { describeGraphStore } from '../../contract/graph-store.contract.js';
import { G1, G2, named, write } from '../../contract/store-kind.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-sqlite-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openStore(join(folder, 'store'), { mode: 'write', create: true });

describeGraphStore({
  name: 'sqlite',
  capabilities: {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    keepsValues: true,
    durable: true,
    snapshots: true,
    noticesChanges: true,
    fullText: true,
    keepsRemovals: true,
    keepsApart: true,
  },
  open,
  again: open,
});

test('records that are read in pieces have their order, and those with unusual numbers are there too', async () => {
  const store = await open();
  const sources = Array.from({ length: 2500 }, (_, at) => `/${at}`);
  const writeOf = (source: string) => ({ ...write(`urn:g${source}`, 'create', named(source)), record: { source, sha256: source.padEnd(64, '0'), data: {} } }); // prettier-ignore
  await store.put(sources.map(writeOf));
  const found = async () => (await store.records()).map(({ source }) => source);
  expect(await found()).toEqual(sources);
  const other = new Other(join(folder, 'store'));
  other.exec("UPDATE record SET id = -7 WHERE source = '/2000'");
  expect(await found()).toEqual(['/2000', ...sources.filter((source) => source !== '/2000')]);
  other.exec('UPDATE record SET id = id + 9007199254740993 WHERE id > 0');
  other.close();
  await expect(found()).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
  await store.close();
});

test('a snapshot looks graphs and records up also after its store was closed', async () => {
  const store = await open();
  await store.put([{ ...write(G1, 'create', named('a')), record: { source: '/a', sha256: 'a'.repeat(64), data: {} } }]);
  const snapshot = store.snapshot();
  await store.close();
  expect([...(await snapshot.graphs([G1, G2])).keys()]).toEqual([G1]);
  expect(await snapshot.records({ graph: G1 })).toHaveLength(1);
  snapshot.close();
});

test('the view `crate` has one row for each graph, and shows which have changed since their load', async () => {
  const store = await open();
  const record = (source: string, name: string) => ({
    source,
    sha256: source.padEnd(64, '0'),
    data: { names: [name], base: 'urn:b', entities: 3, loaded: '2026-01-02T03:04:05.000Z' },
  });
  await store.put([
    { ...write(G1, 'create', named('a')), record: record('/a', 'A') },
    { ...write(G1, 'merge', named('b')), record: record('/b', 'B') },
    { ...write(G2, 'create', named('c')), record: record('/c', 'C') },
    write('urn:bare', 'create', named('d')),
  ]);
  await store.close();
  const database = new Other(join(folder, 'store'));
  const rows = database
    .prepare('SELECT graph, name, source, quads, entities, loaded, sources, changed FROM crate')
    .all();
  expect(rows).toEqual([
    { graph: G1, name: 'A', source: '/a', quads: 2, entities: 3, loaded: '2026-01-02T03:04:05.000Z', sources: 2, changed: 1 },
    { graph: G2, name: 'C', source: '/c', quads: 1, entities: 3, loaded: '2026-01-02T03:04:05.000Z', sources: 1, changed: 0 },
    { graph: 'urn:bare', name: null, source: null, quads: 1, entities: null, loaded: null, sources: 0, changed: null },
  ]); // prettier-ignore
  database.close();
});
