import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED, parseNQuads } from '../../helpers/read.js';
import { CATALOGUE, catalogueNQuads, loadRecords } from '../../../src/tasks/stored/load-records.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { queryStore, type ResultTable } from '../../../src/tasks/query/query-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('catalogue');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });

describe('the catalogue', () => {
  it('states where a graph came from, for any text', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { 'x y': 'http://terms.example/"\\\n' }];
    const one = await put('a "quoted"\\ name', { context });
    await load([one], { base: BASE });
    const [record] = await loadRecords(store);
    expect(record).toMatchObject({
      graph: BASE,
      source: join(one, 'ro-crate-metadata.json'),
      base: BASE,
      baseReason: 'given',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      descriptor: `${BASE}ro-crate-metadata.json`,
      version: '1.1',
      entities: 2,
      context,
    });
  });

  it('is RDF that a query can read, although it is not a graph of the store', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { 'x y': 'http://terms.example/"\\\n' }];
    const one = await put('a "quoted"\\ name', { context });
    await load([one, await put('two')], { base: BASE, mode: 'merge' });
    const records = await loadRecords(store);
    const quads = parseNQuads(Buffer.concat([...catalogueNQuads(records)]).toString());
    expect(new Set(quads.map(({ graph }) => graph.value))).toEqual(new Set([CATALOGUE]));
    expect(new Set(quads.map(({ subject }) => subject.value)).size).toBe(2);
    const contexts = quads.filter(({ predicate }) => predicate.value.endsWith('#context'));
    expect(contexts.map(({ object }) => JSON.parse(object.value) as unknown)).toEqual(records.map((record) => record.context)); // prettier-ignore

    const source = '<http://purl.org/dc/terms/source>';
    const asked = await queryStore(store, `SELECT ?source { GRAPH <${CATALOGUE}> { ?load ${source} ?source } }`);
    expect((asked as ResultTable).rows.flat().sort()).toEqual(records.map((record) => record.source).sort());
    expect(await queryStore(store, `SELECT ?load FROM <${CATALOGUE}> { ?load ${source} ?s }`)).toMatchObject({ rows: [[expect.anything()], [expect.anything()]] }); // prettier-ignore
    expect(await queryStore(store, `ASK { ?load ${source} ?source }`)).toBe('false\n');
    expect(await queryStore(store, 'SELECT DISTINCT ?g { GRAPH ?g {} }')).toMatchObject({ rows: [[BASE]] });
    const byPrefix = `PREFIX c: <urn:crategraph:> SELECT ?source { GRAPH c:catalogue { ?load ${source} ?source } }`;
    expect(await queryStore(store, byPrefix)).toEqual(asked);
    expect(await store.graphs([CATALOGUE])).toEqual(new Map());
  });

  it('gives the records of one graph alone, in load order, for any name', async () => {
    const crates = [await put('b'), await put('a'), await put('c')];
    for (const one of crates) await load([one], { base: BASE, mode: 'merge' });
    await load([await put('other')], { base: 'http://example.org/other/' });
    const records = await loadRecords(store, { graph: BASE });
    expect(records.map(({ source }) => source)).toEqual(crates.map((one) => join(one, 'ro-crate-metadata.json')));
    expect(records).toEqual((await loadRecords(store)).filter(({ graph }) => graph === BASE));
    expect(await loadRecords(store, { graph: 'http://example.org/nowhere/' })).toEqual([]);
    expect(await loadRecords(store, { graph: 'x> } ; DROP ALL' })).toEqual([]);
  });
});
