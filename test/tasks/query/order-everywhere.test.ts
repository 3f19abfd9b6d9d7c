import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { openStore } from '../../../src/store/open-store.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const G = 'http://example.org/c/';
/** In their order; real crates have all of them as `contentSize`. */
const SIZES = ['<urn:size>', `"-1"^^<${XSD}integer>`, `"2"^^<${XSD}integer>`, `"10.5"^^<${XSD}double>`, `"100"^^<${XSD}integer>`, `"2020-01-01"^^<${XSD}date>`, `"2020-01-01T00:00:01Z"^^<${XSD}dateTime>`, `"true"^^<${XSD}boolean>`, '"10 MB"', '"9"', '"9 MB"', '"9"@en', '"9"^^<urn:bytes>']; // prettier-ignore
const QUERY = 'SELECT ?o { ?s schema:contentSize ?o } ORDER BY ?o';

describe('ORDER BY of mixed values', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-order-'));
    path = join(folder, 'store');
    const store = await openStore(path, { mode: 'write', create: true });
    await fill(store);
    await store.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function fill(store: Awaited<ReturnType<typeof openStore>>): Promise<void> {
    const mixed = SIZES.map((size, at) => [(at * 7) % SIZES.length, size] as const).sort(([a], [b]) => a - b);
    const lines = mixed.map(([at, size]) => `<urn:s${at}> <http://schema.org/contentSize> ${size} <${G}> .\n`);
    await store.put([{ graph: G, mode: 'create', nquads: lines.join('') }]);
  }

  const texts = SIZES.map((size) => /^<(.*)>$|"(.*)"/.exec(size)?.slice(1).join('') as string);
  const csv = (values: readonly string[]): string => ['o', ...values].map((value) => `${value}\r\n`).join('');

  it.each(['memory:', 'file'])('is the same in %s, also with --align, DESC and LIMIT', async (kind) => {
    const store = await openStore(kind === 'file' ? path : kind, kind === 'file' ? { mode: 'scratch' } : {});
    if (kind !== 'file') await fill(store);
    expect(await queryStore(store, QUERY, { format: 'csv' })).toBe(csv(texts));
    expect(await queryStore(store, QUERY, { format: 'csv', align: true })).toBe(csv(texts));
    const top = `${QUERY.replace('?o }', '?o }').replace('ORDER BY ?o', 'ORDER BY DESC(?o)')} LIMIT 5`;
    expect(await queryStore(store, top, { format: 'csv' })).toBe(csv([...texts].reverse().slice(0, 5)));
    const inner = `SELECT ?o { { SELECT ?o { ?s schema:contentSize ?o } ORDER BY ?o LIMIT 3 } } ORDER BY DESC(?o)`;
    expect(await queryStore(store, inner, { format: 'csv' })).toBe(csv(texts.slice(0, 3).reverse()));
    await store.close();
  });

  it('is the same with --in', async () => {
    expect(await queryCrates(path, QUERY, { format: 'csv' })).toBe(csv(texts));
  });

  it('chooses the same rows for an update', async () => {
    const store = await openStore('memory:');
    await fill(store);
    await store.update(
      `INSERT { GRAPH <${G}> { ?s <urn:top> ?o } } WHERE { SELECT ?s ?o { GRAPH <${G}> { ?s <http://schema.org/contentSize> ?o } } ORDER BY DESC(?o) LIMIT 2 }`,
    );
    const rows = await queryStore(store, 'SELECT ?o { ?s <urn:top> ?o } ORDER BY ?o', { format: 'csv' });
    expect(rows).toBe(csv(texts.slice(-2)));
    await store.close();
  });
});
