import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from './cli/helpers/crates.js';
import { freshFolder } from './cli/helpers/run.js';
import { BUNDLED } from './helpers/read.js';
import { named } from '../src/catalogue.js';
import { listCrates } from '../src/list.js';
import { loadCrates, type LoadOptions } from '../src/load/load.js';
import type { GraphStore } from '../src/store/graph-store.js';
import { openMemoryStore } from '../src/store/oxigraph.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = await openMemoryStore();
  folder = await freshFolder('list');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });

describe('the list', () => {
  it('has graphs without a record too', async () => {
    await store.import([{ graph: named(BASE), mode: 'create', nquads: [`<urn:s> <urn:p> "o" <${BASE}> .\n`] }]);
    expect(await listCrates(store)).toEqual([
      {
        graph: BASE,
        name: undefined,
        source: undefined,
        base: undefined,
        version: undefined,
        quads: 1,
        loaded: undefined,
      },
    ]);
  });

  it('has all sources of a merged crate', async () => {
    const [one, two] = [await put('one'), await put('two')];
    await load([one, two], { base: BASE, mode: 'merge' });
    const [listed] = await listCrates(store);
    for (const source of [one, two]) expect(listed?.source).toContain(join(source, 'ro-crate-metadata.json'));
  });
});
