import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from './cli/helpers/crates.js';
import { freshFolder } from './cli/helpers/run.js';
import { BUNDLED } from './helpers/read.js';
import { readCatalogue, recordIri } from '../src/catalogue.js';
import { loadCrates, type LoadOptions } from '../src/load.js';
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
});
