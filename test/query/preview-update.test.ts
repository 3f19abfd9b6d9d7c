import { diffCrates } from '../../src/inspect/diff-crates.js';
import { loadCrates } from '../../src/load/load-crates.js';
import { previewUpdate } from '../../src/query/preview-update.js';
import { updateStore } from '../../src/query/update-store.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { freshFolder } from '../cli/helpers/run.js';
import { BUNDLED } from '../helpers/read.js';
import { quadsOf } from '../helpers/stored.js';

const A = 'http://example.org/a/';
const B = 'http://example.org/b/';

let store: MemoryStore;
let path: string;
beforeEach(async () => {
  store = new MemoryStore();
  path = await writeCrate(
    await freshFolder('preview'),
    crate({
      name: 'A crate',
      context: ['https://w3id.org/ro/crate/1.1/context', 'http://example.org/gone'],
      entities: [{ '@id': '#p', '@type': 'Person', name: 'Ada', address: { '@id': '_:here' } }, { '@id': '_:here', name: 'Here' }],
    }),
  ); // prettier-ignore
  const contexts = { load: (address: string) => BUNDLED.load(address).catch(() => ({})) };
  for (const base of [A, B]) await loadCrates(store, [path], { contexts, base, mode: 'replace' });
});
afterEach(() => store.close());

it.each<[string, string]>([
  ['a value', `DELETE { GRAPH <${A}> { ?s schema:name "Ada" } } INSERT { GRAPH <${A}> { ?s schema:name "Eve", "Eva" } } WHERE { GRAPH <${A}> { ?s schema:name "Ada" } }`],
  ['an entity', `INSERT DATA { GRAPH <${A}> { <${A}#q> a schema:Person ; <urn:p> 1.50 } }`],
  ['a blank node', `DELETE WHERE { GRAPH <${A}> { ?s schema:name "Here" ; ?p ?o } }`],
])('shows what diff shows after the update: %s', async (_, update) => {
  const before = (await quadsOf(store)).length;
  const [preview, ...others] = await previewUpdate(store, update, { contexts: BUNDLED });
  expect(others).toEqual([]);
  expect((await quadsOf(store)).length).toBe(before);
  const [changed] = await updateStore(store, update, { contexts: BUNDLED });
  expect(preview).toMatchObject({ ...changed });
  const contexts = { load: (address: string) => BUNDLED.load(address).catch(() => ({})) };
  expect(preview?.difference).toEqual(await diffCrates(path, A, { contexts, base: A, store: async () => store }));
}); // prettier-ignore

it('shows new and removed crates, and reads the graphs of the update only', async () => {
  const N = 'http://example.org/new/';
  const update = `INSERT DATA { GRAPH <${N}> { <${N}> a schema:Dataset ; schema:name "New" } } ; DROP GRAPH <${B}>`;
  const previews = await previewUpdate(store, update);
  const byGraph = new Map(previews.map((one) => [one.graph, one]));
  expect([...byGraph.keys()].sort()).toEqual([B, N]);
  expect(byGraph.get(N)).toMatchObject({
    added: 2,
    removed: 0,
    difference: { added: [{ '@id': './', '@type': 'Dataset', name: 'New' }], removed: [], changed: [] },
  });
  expect(byGraph.get(B)?.difference).toMatchObject({ added: [], changed: [] });
  expect(byGraph.get(B)?.difference.removed.map((entity) => entity['@id'])).toContain('#p');
});

it('refuses what the update itself refuses', async () => {
  for (const [sparql, code] of [
    ['SELECT * {}', 'ERR_USAGE'],
    ['INSERT DATA { <urn:a> <urn:b> 1 }', 'ERR_USAGE'],
    ['INSERT DATA { GRAPH <urn:crategraph:catalogue> { <urn:a> <urn:b> 1 } }', 'ERR_USAGE'],
    ['INSERT DATA {', 'ERR_QUERY_SYNTAX'],
    [`CREATE GRAPH <${A}>`, 'ERR_GRAPH_EXISTS'],
  ] as const)
    await expect(previewUpdate(store, sparql)).rejects.toMatchObject({ code });
});

it('resolves the context that many crates share once', async () => {
  let loads = 0;
  const contexts = { load: (address: string) => ((loads += 1), BUNDLED.load(address)) };
  const previews = await previewUpdate(store, 'INSERT { GRAPH ?g { ?s schema:name "New" } } WHERE { GRAPH ?g { ?s a schema:Person } }', { contexts }); // prettier-ignore
  expect(previews).toHaveLength(2);
  expect(loads).toBe(2); // two addresses, whatever the number of crates
});
