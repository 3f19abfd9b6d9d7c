import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import Other from 'libsql';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { quadsOf } from '../../helpers/stored.js';
import { serve } from '../../package/helpers/server.js';

const GRAPH = 'http://example.org/crafted/';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-records-'));
  path = join(folder, 'store');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function reading<T>(read: (store: SqliteStore) => Promise<T>): Promise<T> {
  const store = new SqliteStore(path, true);
  try {
    return await read(store);
  } finally {
    await store.close();
  }
}

function crate(context: string): Uint8Array {
  const graph = [
    { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
    { '@id': './', '@type': 'Dataset', name: 'Crafted', mine: 'x' },
  ];
  return Buffer.from(
    JSON.stringify({ '@context': ['https://w3id.org/ro/crate/1.1/context', context], '@graph': graph }),
  );
}

/** Too deep for the JSON writer of this test too. */
const DEEP = '['.repeat(5000) + ']'.repeat(5000);

/** Changes the data of the only record as somebody can who sends the file, with the checksum that belongs to it. */
function craftRecord(change: Record<string, unknown>): void {
  const database = new Other(path);
  const row = database.prepare('SELECT source, version, sha256, kept, data FROM record').all()[0] as Record<string, string>; // prettier-ignore
  const data = JSON.stringify({ ...(JSON.parse(row['data'] as string) as object), ...change }).replace('"DEEP"', DEEP);
  const text = [row['source'], String(row['version']), row['sha256'], String(row['kept']), data].join('\n');
  database.prepare('UPDATE record SET data = ?, digest = ?').run(data, createHash('sha256').update(text).digest('hex'));
  database.close();
}

describe('a store file that says whom to trust', () => {
  it.each([
    ['as an earlier version wrote it', true],
    ['without an address', false],
  ])('is read, and not believed: %s', async (_, hasAddress) => {
    const server = await serve((_request, response) =>
      response.end('{"@context": {"mine": "http://example.org/mine"}}'),
    );
    const { port } = new URL(server.url);
    const contexts = (name: string, allowPrivate = false) =>
      openContexts({
        cacheDir: join(folder, name),
        http: { allowPrivate, env: { [`CRATEGRAPH_TOKEN_127_0_0_1_${port}`]: 'secret' } },
      });
    const bytes = crate(`${server.url}/context.json`);
    await reading((store) => loadCrates(store, [bytes], { base: GRAPH, contexts: contexts('one', true) }));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    server.requests.length = 0;
    craftRecord({ origin: hasAddress ? { url: `${server.url}/`, fromPrivate: true, trusted: true } : {} });
    expect((await verifyStore(path)).problems).toEqual([]);
    for (const options of [{ layout: false }, { contextForm: 'embed' }] as const)
      await expect(
        reading((store) => exportCrate(store, GRAPH, { ...options, contexts: contexts('two') })),
      ).rejects.toMatchObject({ code: 'ERR_CONTEXT_UNAVAILABLE' });
    expect(server.requests).toHaveLength(0);
    await reading((store) => exportCrate(store, GRAPH, { layout: false, contexts: contexts('two', true) }));
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(await reading((store) => loadRecords(store))).toEqual([expect.not.objectContaining({ origin: expect.anything() as unknown })]); // prettier-ignore
  });
});

const crafted = () => reading((store) => loadCrates(store, [crate('https://w3id.org/ro/crate/1.1/context')], { base: GRAPH })); // prettier-ignore
const INVALID = { code: 'ERR_STORE_INVALID' };

describe('a load record that no load writes', () => {
  const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown[]>((inner) => [inner], []);

  it.each([
    ['a base that is no place', { base: 'javascript:alert(1)' }],
    ['a base without a path', { base: 'urn:uuid:1' }],
    ['a base with a fragment', { base: `${GRAPH}#a` }],
    ['a location that is no address', { location: 'javascript:alert(1)' }],
    ['a location on this machine', { location: 'file:///etc/passwd' }],
    ['requests without an address', { hops: [{}] }],
    ['requests to no address', { hops: [{ url: 'javascript:alert(1)', status: 200, step: 'answer' }] }],
    ['requests with a status that is none', { hops: [{ url: 'http://a/', status: '<b>', step: 'answer' }] }],
    ['a context nested too deep', { context: 'DEEP' }],
    ['anything nested too deep', { more: nested(501) }],
  ])('is an error that names it: %s', async (_, change) => {
    await crafted();
    craftRecord(change);
    const message = expect.stringMatching(/^the record of - in the store (has a "\w+" that no load|is nested more than 500)/); // prettier-ignore
    await expect(reading((store) => loadRecords(store))).rejects.toMatchObject({ ...INVALID, message });
    for (const options of [{}, { layout: false }])
      await expect(reading((store) => exportCrate(store, GRAPH, options))).rejects.toMatchObject(INVALID);
    expect((await verifyStore(path)).problems).toEqual([message]);
  });

  it.each([
    ['an arcp name', { base: 'arcp://uuid,00000000-0000-0000-0000-000000000000/' }],
    ['an address that led elsewhere', { location: 'https://example.org/caf\u00e9?a', hops: [{ url: 'http://a/', status: 301, step: 'redirect' }] }], // prettier-ignore
    ['a deep context', { context: nested(400) }],
  ])('is not one with %s', async (_, change) => {
    await crafted();
    craftRecord(change);
    expect(await reading((store) => loadRecords(store))).toMatchObject([change]);
    expect((await verifyStore(path)).problems).toEqual([]);
  });
});

describe('a piece that no reader reaches', () => {
  const other = `<urn:s> <urn:p> "hidden" <http://example.org/other/> .\n`;

  it.each(['-1', '0', '3', '1.5', `'text'`, `x'00'`, '-9223372036854775808'])(
    'is found by readers, verify and writers: number %s',
    async (number) => {
      await crafted();
      const database = new Other(path);
      database.prepare(`INSERT INTO piece VALUES (1, ${number}, 'x', ?)`).run([deflateSync(other)]);
      database.close();
      const message = expect.stringContaining(`graph <${GRAPH}> is damaged in the store`);
      await expect(reading((store) => quadsOf(store, GRAPH))).rejects.toMatchObject({ ...INVALID, message });
      expect((await verifyStore(path)).problems).toEqual([message]);
      const before = await readFile(path);
      const merge = { graph: GRAPH, mode: 'merge', nquads: [`<urn:s> <urn:p> "new" <${GRAPH}> .\n`] } as const;
      await expect(reading((store) => store.put([merge]))).rejects.toMatchObject({ ...INVALID, message });
      const [result] = await reading((store) =>
        loadCrates(store, [crate('https://w3id.org/ro/crate/1.2/context')], { base: GRAPH, mode: 'merge' }),
      ).catch((error: unknown) => [{ error }]);
      expect(result?.error).toMatchObject({ ...INVALID, message });
      expect((await readFile(path)).equals(before)).toBe(true);
    },
  );
});

describe('a reserved name', () => {
  const names = [
    'urn:crategraph:store',
    'urn:crategraph:catalogue',
    'urn:crategraph:blank:x',
    'urn:crategraph:waiting:1',
  ];

  it.each(names)('is refused in a store from somebody else: %s', async (name) => {
    await crafted();
    const database = new Other(path);
    database.prepare('UPDATE graph SET iri = ?').run([name]);
    database.close();
    const message = `graph 1 of the store has a reserved name: "${name}"`;
    const target = new MemoryStore();
    for (const read of [
      (store: SqliteStore) => store.graphs(),
      (store: SqliteStore) => store.records(),
      (store: SqliteStore) => pushCrates(store, target),
      (store: SqliteStore) => quadsOf(store, name),
    ])
      await expect(reading<unknown>(read)).rejects.toMatchObject({ ...INVALID, message });
    expect((await target.graphs()).size).toBe(0);
    expect((await verifyStore(path)).problems).toContain(message);
  });

  it.each(names)('is not written either: %s', async (graph) => {
    const write = { graph, mode: 'create', nquads: [`<urn:s> <urn:p> "x" <${graph}> .\n`] } as const;
    await expect(reading((store) => store.put([write]))).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX' });
    const rdf = join(folder, 'one.nq');
    await writeFile(rdf, `<${graph}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> <${graph}> .\n`); // prettier-ignore
    const [result] = await reading((store) => loadCrates(store, [rdf]));
    expect(result).toMatchObject({ status: 'failed', error: { code: 'ERR_ROOT_NOT_FOUND' } });
    expect((await reading((store) => store.graphs())).size).toBe(0);
  });
});
