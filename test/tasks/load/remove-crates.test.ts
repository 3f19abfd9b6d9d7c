import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { CATALOGUE, loadRecords } from '../../../src/tasks/stored/load-records.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import type { GraphStore } from '../../../src/store/port.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { quadsOf } from '../../helpers/stored.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('remove');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });

describe('removeCrates', () => {
  it('removes all of the crates or none', async () => {
    await load([await put('one')], { base: BASE });
    await load([await put('two')]);
    await expect(removeCrates(store, [BASE, 'http://nowhere.example/'])).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
    });
    await expect(removeCrates(store, [CATALOGUE])).rejects.toMatchObject({ code: 'ERR_USAGE' });
    expect(await listCrates(store)).toHaveLength(2);
    expect(await removeCrates(store, [BASE, BASE])).toEqual([{ graph: BASE, quads: expect.any(Number) }]);
    expect((await loadRecords(store)).map(({ graph }) => graph)).toEqual([expect.stringMatching(/^arcp:/)]);
    expect((await listCrates(store)).map(({ name }) => name)).toEqual(['two']);
  });

  it('leaves an empty store after the last crate', async () => {
    await load([await put('one')], { base: BASE });
    await removeCrates(store, [BASE]);
    expect(await quadsOf(store)).toEqual([]);
    expect(await loadRecords(store)).toEqual([]);
    expect(await listCrates(store)).toEqual([]);
  });
});
