import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { crate, writeCrate, type CrateParts } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import type { GraphStore } from '../../../src/store/port.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

const BASE = 'http://example.org/crate/';

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('list');
});
afterEach(() => store.close());

const put = (name: string, parts: CrateParts = {}) => writeCrate(join(folder, name), crate({ name, ...parts }));
const load = (crates: string[], options: Partial<LoadOptions> = {}) =>
  loadCrates(store, crates, { contexts: BUNDLED, ...options });

describe('the list', () => {
  it('includes graphs without a record', async () => {
    await store.put([{ graph: BASE, mode: 'create', nquads: [`<urn:s> <urn:p> "o" <${BASE}> .\n`] }]);
    expect(await listCrates(store)).toEqual([
      {
        handle: createHash('sha256').update(BASE).digest('hex').slice(0, 6),
        graph: BASE,
        entities: undefined,
        sources: [],
        name: undefined,
        source: undefined,
        base: undefined,
        version: undefined,
        quads: 1,
        changed: false,
        loaded: undefined,
      },
    ]);
  });

  it('names a crate as its export does: the first remaining name, in load order', async () => {
    const crates = [await put('Zeta'), await put('Alpha', { more: { description: 'second' } }), await put('Mu')];
    await load(crates, { base: BASE, mode: 'merge' });
    const exported = async () => {
      const { '@graph': graph } = JSON.parse(await exportCrate(store, BASE, { contexts: BUNDLED })) as { '@graph': { name: string[] }[] }; // prettier-ignore
      return [graph[1]?.name].flat()[0];
    };
    const name = async () => (await listCrates(store))[0]?.name;
    for (const [expected, update] of [
      ['Zeta', `DELETE DATA { GRAPH <${BASE}> { <${BASE}> <http://schema.org/name> "Zeta" } }`],
      [
        'Alpha',
        `DELETE WHERE { GRAPH <${BASE}> { <${BASE}> <http://schema.org/name> ?name } } ; INSERT DATA { GRAPH <${BASE}> { <${BASE}> <http://schema.org/name> "New" } }`,
      ],
      ['New', ''],
    ] as const) {
      expect(await name()).toBe(expected);
      expect(await exported()).toBe(expected);
      if (update !== '') await store.update(update);
    }
    expect(await listCrates(store)).toHaveLength(1);
  });

  it('names a crate with several names as its document does', async () => {
    await load([await put('x', { more: { name: ['Zeta', 'Alpha'] } })], { base: BASE });
    expect((await listCrates(store))[0]?.name).toBe('Zeta');
  });

  it('shows all sources of a merged crate', async () => {
    const [one, two] = [await put('one'), await put('two')];
    await load([one, two], { base: BASE, mode: 'merge' });
    const [listed] = await listCrates(store);
    for (const source of [one, two]) expect(listed?.source).toContain(join(source, 'ro-crate-metadata.json'));
  });
});
