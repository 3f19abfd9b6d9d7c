import { compactEntities, compareEntities, type CompactedEntities } from '../../../src/crate/compare-entities.js';
import { judgeBase } from '../../../src/crate/judge-base.js';
import type { JsonValue } from '../../../src/crate/json/value.js';
import { contextAddress } from '../../../src/crate/spec-version.js';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { previewUpdate } from '../../../src/tasks/query/preview-update.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { dataFactory } from '../../../src/base/rdf/data-factory.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { freshFolder } from '../../cli/helpers/run.js';
import { BUNDLED } from '../../helpers/read.js';
import { quadsOf } from '../../helpers/stored.js';

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

describe('the difference of an update', () => {
  const LIST = 'http://example.org/list/';
  const cells = (...items: readonly string[]) => `( ${items.map((item) => `"${item}"`).join(' ')} )`;
  const people = Array.from({ length: 5 }, (_, index) => `[ a schema:Person ; schema:name "P${index % 2}" ; schema:address [ schema:name "T${index % 3}" ] ]`); // prettier-ignore
  const RDF = 'PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>';

  beforeEach(async () => {
    const author = `<${LIST}> a schema:Dataset ; schema:name "L" ; schema:author ${people.join(' , ')}`;
    await updateStore(store, `INSERT DATA { GRAPH <${LIST}> { ${author} ; schema:keywords ${cells('a', 'b', 'c')} . <${LIST}x> schema:keywords ${cells('x')} ; schema:name "X" } }`, { contexts: BUNDLED }); // prettier-ignore
  });

  it.each([
    ['an item of a list', `${RDF} DELETE { GRAPH <${LIST}> { ?c rdf:first "b" } } INSERT { GRAPH <${LIST}> { ?c rdf:first "B" } } WHERE { GRAPH <${LIST}> { ?c rdf:first "b" } }`],
    ['the end of a list', `${RDF} DELETE WHERE { GRAPH <${LIST}> { ?c rdf:first "c" ; rdf:rest ?r } }`],
    ['a second reference to a list', `INSERT { GRAPH <${LIST}> { <${LIST}> schema:about ?l } } WHERE { GRAPH <${LIST}> { <${LIST}x> schema:keywords ?l } }`],
    ['a name beside a list', `DELETE { GRAPH <${LIST}> { ?s schema:name "L" } } INSERT { GRAPH <${LIST}> { ?s schema:name "M" } } WHERE { GRAPH <${LIST}> { ?s schema:name "L" } }`],
    ['an entity with a list', `DELETE WHERE { GRAPH <${LIST}> { <${LIST}x> ?p ?o } }`],
    ['new blank nodes for old ones', `DELETE { GRAPH <${LIST}> { ?a schema:address ?s . ?s schema:name ?n } } INSERT { GRAPH <${LIST}> { ?a schema:address [ schema:name ?n ] } } WHERE { GRAPH <${LIST}> { ?a schema:address ?s . ?s schema:name ?n } }`],
  ])('is the same whether all entities are compared or those that it touches: %s', async (_, update) => {
    const before = await allEntities(LIST);
    const [preview] = await previewUpdate(store, update, { contexts: BUNDLED });
    await updateStore(store, update, { contexts: BUNDLED });
    const expected = compareEntities(before.entities, (await allEntities(LIST, before.context)).entities);
    expect(oldLabels(preview?.difference, before)).toEqual(oldLabels(expected, before));
  }); // prettier-ignore

  it('names the blank nodes that change, although others now look as they did', async () => {
    const update = `DELETE { GRAPH <${LIST}> { ?s schema:name "T1" } } INSERT { GRAPH <${LIST}> { ?s schema:name "T2" } } WHERE { GRAPH <${LIST}> { ?s schema:name "T1" } }`; // prettier-ignore
    const [preview] = await previewUpdate(store, update, { contexts: BUNDLED });
    const { added, removed, changed = [] } = preview?.difference ?? {};
    expect([added, removed]).toEqual([[], []]);
    const values = [{ property: 'name', added: ['T2'], removed: ['T1'] }];
    expect(changed.map(({ properties }) => properties)).toEqual([values, values]);
  });
});

/** All entities of a graph. */
async function allEntities(graph: string, context: JsonValue = contextAddress()): Promise<CompactedEntities> {
  const { base } = await judgeBase({ node: graph });
  return compactEntities(await quadsOf(store, graph), await dataFactory(), { base, contexts: BUNDLED, context });
}

/** A difference in which all blank nodes that the update has made have one label: the engine makes new ones each time. */
function oldLabels(difference: unknown, { entities }: CompactedEntities): unknown {
  const text = JSON.stringify(difference).replace(/_:[\w-]+/g, (label) => (entities.has(label) ? label : '_:new'));
  return JSON.parse(text) as unknown;
}
