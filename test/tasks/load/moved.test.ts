import { join } from 'node:path';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';

const [A, B, C] = ['a', 'b', 'c'].map((name) => `http://example.org/${name}/`) as [string, string, string];

let store: GraphStore;
let folder: string;
beforeEach(async () => {
  store = new MemoryStore();
  folder = await freshFolder('moved');
});
afterEach(() => store.close());

/** Writes a crate whose root has this IRI. */
const put = (name: string, root: string, text: string) =>
  writeCrate(join(folder, name), JSON.parse(JSON.stringify(crate({ name: text })).replaceAll('"./"', `"${root}"`)));
const load = (options: Partial<LoadOptions> = {}) => loadCrates(store, [folder], { contexts: BUNDLED, ...options });
const names = async () => (await listCrates(store)).map(({ graph, name }) => [graph, name]);

it('crates that exchanged their roots exchange their graphs with --mode replace, and other crates are loaded', async () => {
  await put('1', A, 'one');
  await put('2', B, 'two');
  await load();
  await put('1', B, 'one again');
  await put('2', A, 'two again');
  await put('3', C, 'three');
  expect((await load({ mode: 'replace' })).map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  expect(await names()).toEqual([[A, 'two again'], [B, 'one again'], [C, 'three']]); // prettier-ignore
});

it('a crate is loaded into a graph that another crate of the same load empties', async () => {
  await put('1', A, 'one');
  await load();
  await put('1', C, 'one');
  await put('2', A, 'two');
  expect((await load()).map(({ status }) => status)).toEqual(['replaced', 'loaded']);
  expect(await names()).toEqual([[A, 'two'], [C, 'one']]); // prettier-ignore
});

it('a crate merged into its earlier state and into an update is exported with all of them', async () => {
  await put('1', A, 'one');
  await updateStore(store, `INSERT DATA { GRAPH <${A}> { <${A}> <http://schema.org/keywords> "kept" } }`);
  await load({ mode: 'merge' });
  await put('1', A, 'two');
  await load({ mode: 'merge' });
  const { '@graph': entities } = JSON.parse(await exportCrate(store, A, { contexts: BUNDLED })) as {
    '@graph': object[];
  };
  expect(entities).toContainEqual(expect.objectContaining({ name: ['two', 'one'], keywords: 'kept' }));
});
