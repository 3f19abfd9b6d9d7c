import { jest } from '@jest/globals';
import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from './cli/helpers/crates.js';
import { freshFolder } from './cli/helpers/run.js';
import { BUNDLED } from './helpers/read.js';
import { readCatalogue, recordIri, recordsOf } from '../src/catalogue.js';
import { loadCrates, type LoadOptions } from '../src/load/load.js';
import type { GraphStore } from '../src/store/graph-store.js';
import { openMemoryStore } from '../src/store/oxigraph.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = await openMemoryStore();
  folder = await freshFolder('catalogue');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });

describe('the catalogue', () => {
  it('says where a graph came from, and survives any text', async () => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { 'x y': 'http://terms.example/"\\\n' }];
    const one = await put('a "quoted"\\ name', { context });
    await load([one], { base: BASE });
    const [record] = await readCatalogue(store);
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
    expect(recordIri({ graph: 'a', source: 'b' })).not.toBe(recordIri({ graph: 'b', source: 'a' }));
  });

  it('gives the records of one graph alone, in load order, for any name', async () => {
    const time = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2023-05-17T12:00:00.120Z'));
    const crates = [await put('b'), await put('a'), await put('c')];
    for (const one of crates) await load([one], { base: BASE, mode: 'merge' });
    time.mockRestore();
    await load([await put('other')], { base: 'http://example.org/other/' });
    const records = await recordsOf(store, BASE);
    expect(records.map(({ source }) => source)).toEqual(crates.map((one) => join(one, 'ro-crate-metadata.json')));
    expect(records).toEqual((await readCatalogue(store)).filter(({ graph }) => graph === BASE));
    expect(await recordsOf(store, 'http://example.org/nowhere/')).toEqual([]);
    expect(await recordsOf(store, 'x> } ; DROP ALL')).toEqual([]);
  });
});
