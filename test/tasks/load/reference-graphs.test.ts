import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { storeStatistics } from '../../../src/tasks/inspect/crate-statistics.js';
import { diffCrates } from '../../../src/tasks/inspect/diff-crates.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { searchStore } from '../../../src/tasks/inspect/search-store.js';
import { loadCrates, type LoadOptions } from '../../../src/tasks/load/load-crates.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { publishCrates } from '../../../src/tasks/export/publish-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { queryCrates } from '../../../src/tasks/query/query-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { findGraph } from '../../../src/tasks/stored/find-graph.js';
import { crate } from '../../cli/helpers/crates.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { BUNDLED } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const RAIN = 'https://example.org/rain';
const ONTOLOGY = `
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <${RAIN}#> .
ex:Rain a owl:Class ; rdfs:label "Rain" .
ex:Drizzle a owl:Class ; rdfs:label "Drizzle" ; rdfs:subClassOf ex:Rain , [ a owl:Restriction ] .
<${RAIN}> a owl:Ontology ; rdfs:label "Kinds of rain" .
`;
const SURVEY = 'https://data.example/survey/';

let folder: string;
let path: string;
let store: GraphStore;

beforeEach(async () => {
  folder = await scratch();
  path = join(folder, 'store.db');
  store = await openStore(path, { mode: 'write', create: true });
  const entities = [{ '@id': '#today', '@type': 'Thing', additionalType: { '@id': `${RAIN}#Drizzle` } }];
  await loadCrates(store, crate({ name: 'Survey', entities }) as never, { contexts: BUNDLED, base: SURVEY });
});
afterEach(() => store.close());

async function load(text: string, name = 'rain.ttl', options: LoadOptions = {}) {
  const file = join(folder, name);
  await writeFile(file, text);
  const [result, ...more] = await loadCrates(store, file, { reference: {}, ...options });
  expect(more).toEqual([]);
  return result!;
}

const listed = async (references?: boolean) => (await listCrates(store, { references })).map(({ graph, name, quads }) => [graph, name, quads]); // prettier-ignore

describe('a reference graph', () => {
  it('is called as its ontology, stands beside the crates, and is queried with them', async () => {
    expect(await load(ONTOLOGY)).toMatchObject({ status: 'loaded', graph: RAIN, name: 'Kinds of rain', quads: 9 });
    expect(await listed(true)).toEqual([[RAIN, 'Kinds of rain', 9]]);
    expect(await listed()).toEqual([[SURVEY, 'Survey', expect.any(Number)]]);
    expect(await listCrates(store, { rows: 1 })).toHaveLength(1);
    expect((await storeStatistics(store)).crates).toBe(1);
    const label = `SELECT ?label { ?thing <http://schema.org/additionalType> ?kind . ?kind <http://www.w3.org/2000/01/rdf-schema#subClassOf> ?above . ?above <http://www.w3.org/2000/01/rdf-schema#label> ?label }`; // prettier-ignore
    expect(await queryStore(store, label, { format: 'csv' })).toBe('label\r\nRain\r\n');
    expect((await searchStore(store, 'drizzle')).total).toBe(0);
    expect((await searchStore(store, 'survey')).total).toBe(1);
    const kinds = 'SELECT ?g { GRAPH <urn:crategraph:catalogue> { ?load <http://www.w3.org/ns/prov#generated> ?g ; <https://w3id.org/ro/terms/crategraph#kind> "reference" } }'; // prettier-ignore
    expect(String(await queryStore(store, kinds, { format: 'csv' })).split('\r\n')).toContain(RAIN);
  });

  it('is never exported as a crate', async () => {
    await load(ONTOLOGY);
    const graph = await findGraph(store, 'Kinds of rain');
    expect(graph).toBe(RAIN);
    await expect(exportCrate(store, graph)).rejects.toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining('is a reference graph') }); // prettier-ignore
  });

  it('is loaded again, replaced, removed and verified as crates are', async () => {
    await load(ONTOLOGY);
    expect(await load(ONTOLOGY)).toMatchObject({ status: 'unchanged' });
    const more = `${ONTOLOGY} ex:Hail a owl:Class .`;
    expect(await load(more)).toMatchObject({ status: 'replaced', quads: 10 });
    await expect(load(ONTOLOGY, 'other.ttl')).resolves.toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_EXISTS' } }); // prettier-ignore
    expect((await verifyStore(path)).problems).toEqual([]);
    await removeCrates(store, [RAIN]);
    expect(await listed(true)).toEqual([]);
  });

  it('is compared with a file, or with another one', async () => {
    await load(ONTOLOGY);
    const file = join(folder, 'other.ttl');
    await writeFile(file, `${ONTOLOGY.replace('"Drizzle"', '"Fine rain"')} ex:Hail a owl:Class .`);
    const { added, removed, changed } = await diffCrates('Kinds of rain', file, { store });
    expect([added.map((one) => one['@id']), removed]).toEqual([[`${RAIN}#Hail`], []]);
    expect(changed.map(({ id }) => id)).toEqual([`${RAIN}#Drizzle`]);
    expect(await diffCrates('Kinds of rain', join(folder, 'rain.ttl'), { store })).toMatchObject({ added: [], removed: [], changed: [] }); // prettier-ignore
  });

  it('never mixes with a crate', async () => {
    const merged = await load(ONTOLOGY, 'rain.ttl', { reference: { name: SURVEY }, mode: 'merge' });
    expect(merged).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_EXISTS', message: expect.stringContaining('is a crate') } }); // prettier-ignore
    await load(ONTOLOGY);
    const [result] = await loadCrates(store, crate({ name: 'Rain', root: RAIN }) as never, { contexts: BUNDLED, mode: 'merge' }); // prettier-ignore
    expect(result).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('is a reference graph') } }); // prettier-ignore
    expect((await listed(true)).map(([graph]) => graph)).toEqual([RAIN]);
  });

  it.each([
    ['an IRI that is given', '<urn:a> <urn:b> <urn:c> .', 'x.ttl', 'https://example.org/terms#', 'https://example.org/terms#'], // prettier-ignore
    ['a scheme of terms', `<${RAIN}#s> a <http://www.w3.org/2004/02/skos/core#ConceptScheme> .`, 'x.ttl', undefined, `${RAIN}#s`], // prettier-ignore
    ['its graph in the file', '<urn:a> <urn:b> <urn:c> <urn:graph> .', 'x.nq', undefined, 'urn:graph'],
  ])('has the name of %s', async (_, text, file, name, graph) => {
    expect(await load(text, file, { reference: { name } })).toMatchObject({ status: 'loaded', graph, name: expect.any(String) }); // prettier-ignore
    expect((await verifyStore(path)).problems).toEqual([]);
  });

  it.each([
    ['no name', '<urn:a> <urn:b> <urn:c> .', 'x.ttl', undefined, 'ERR_USAGE', /--name/],
    ['two ontologies', `<urn:a> a <http://www.w3.org/2002/07/owl#Ontology> . <urn:b> a <http://www.w3.org/2002/07/owl#Ontology> .`, 'x.ttl', undefined, 'ERR_USAGE', /--name/], // prettier-ignore
    ['one name for two graphs', '<urn:a> <urn:b> <urn:c> <urn:x> .\n<urn:a> <urn:b> <urn:c> <urn:y> .\n', 'x.nq', 'urn:z', 'ERR_USAGE', /leave --name out/], // prettier-ignore
    ['nothing', '# empty\n', 'x.ttl', 'urn:z', 'ERR_RDF_SYNTAX', undefined],
    ['bad syntax', '<urn:a> <urn:b> .', 'x.ttl', 'urn:z', 'ERR_RDF_SYNTAX', undefined],
    [
      'a name that is ours',
      '<urn:a> <urn:b> <urn:c> .',
      'x.ttl',
      'urn:crategraph:sync:a',
      'ERR_USAGE',
      /another --name/,
    ],
    ['a relative name', '<urn:a> <urn:b> <urn:c> .', 'x.ttl', 'terms', 'ERR_USAGE', /absolute/],
  ])('with %s is an error, and the store is as it was', async (_, text, file, name, code, hint) => {
    const { error, status } = await load(text, file, { reference: { name } });
    expect([status, error?.code]).toEqual(['failed', code]);
    if (hint !== undefined) expect(error?.hint).toMatch(hint);
    expect(await listed(true)).toEqual([]);
  });

  it('is what an ordinary load of an ontology suggests', async () => {
    const file = join(folder, 'rain.ttl');
    await writeFile(file, ONTOLOGY);
    const [result] = await loadCrates(store, file);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'ERR_ROOT_NOT_FOUND', hint: expect.stringContaining('--reference') } }); // prettier-ignore
  });
});

describe('a reference graph apart', () => {
  const LABELS = 'SELECT ?l { ?s <http://www.w3.org/2000/01/rdf-schema#label> ?l } ORDER BY ?l';
  const IN_GRAPH = LABELS.replace('?s', `GRAPH <${RAIN}> { ?s`).replace('} O', '} } O');
  const apart = { reference: { apart: true } };
  const ask = async (from: GraphStore, sparql: string, options = {}) =>
    String(await queryStore(from, sparql, { format: 'csv', ...options })).split('\r\n').slice(1, -1); // prettier-ignore
  const ALL = ['Drizzle', 'Kinds of rain', 'Rain'];
  const marks = async (from: GraphStore) => (await listCrates(from, { references: true })).map((one) => one.apart);

  it('is seen by those that name it, and each load decides again', async () => {
    expect(await load(ONTOLOGY, 'rain.ttl', apart)).toMatchObject({ status: 'loaded', apart: true });
    expect(await ask(store, LABELS)).toEqual([]);
    expect(await ask(store, IN_GRAPH)).toEqual(ALL);
    expect(await ask(store, LABELS, { graphs: [RAIN] })).toEqual(ALL);
    expect(await ask(store, LABELS, { dataset: { unnamed: [RAIN], named: [] } })).toEqual(ALL);
    expect(await marks(store)).toEqual([true]);
    expect(await load(ONTOLOGY, 'rain.ttl', apart)).toMatchObject({ status: 'unchanged', apart: true });
    const moved = await load(ONTOLOGY);
    expect([moved.status, moved.apart]).toEqual(['replaced', undefined]);
    expect([await ask(store, LABELS), await marks(store)]).toEqual([ALL, [false]]);
    expect((await listCrates(store, { references: true }))[0]).toMatchObject({ changed: false, quads: 9 });
    expect(await load(ONTOLOGY)).toMatchObject({ status: 'unchanged' });
    await load(`${ONTOLOGY} ex:Hail a owl:Class .`, 'rain.ttl', apart);
    expect(await ask(store, LABELS)).toEqual([]);
    await load(ONTOLOGY);
    await load(ONTOLOGY, 'rain.ttl', apart);
    expect([(await verifyStore(path)).problems, await marks(store)]).toEqual([[], [true]]);
    await removeCrates(store, [RAIN]);
    expect((await store.apart()).size).toBe(0);
  });

  it('becomes a crate as any other graph, and then is not apart', async () => {
    await load(ONTOLOGY, 'rain.ttl', apart);
    await loadCrates(store, crate({ name: 'Rain', root: RAIN }) as never, { contexts: BUNDLED, mode: 'replace' });
    expect((await store.apart()).size).toBe(0);
  });

  it('is pushed as it is to a store, and only what changed about it', async () => {
    await load(ONTOLOGY, 'rain.ttl', apart);
    const to = await openStore(join(folder, 'other.db'), { mode: 'write', create: true });
    const push = async () => (await pushCrates(store, to)).map(({ status }) => status).sort();
    try {
      expect(await push()).toEqual(['pushed', 'pushed']);
      expect([await ask(to, LABELS), await marks(to)]).toEqual([[], [true]]);
      expect(await push()).toEqual(['unchanged', 'unchanged']);
      await load(ONTOLOGY);
      expect(await push()).toEqual(['replaced', 'unchanged']);
      expect([await ask(to, LABELS), await marks(to)]).toEqual([ALL, [false]]);
      expect(await push()).toEqual(['unchanged', 'unchanged']);
    } finally {
      await to.close();
    }
  });

  it('is refused by an endpoint, which gets the other crates', async () => {
    await load(ONTOLOGY, 'rain.ttl', apart);
    const endpoint = await startOxigraph();
    const to = await openStore(endpoint.address, { mode: 'write', create: true });
    const refused = { graph: RAIN, status: 'failed', error: { code: 'ERR_UNSUPPORTED', message: expect.stringContaining('apart'), hint: expect.stringContaining('--apart') } }; // prettier-ignore
    try {
      const pushed = await pushCrates(store, to);
      expect(pushed.find(({ graph }) => graph === RAIN)).toMatchObject(refused);
      expect([...(await to.graphs()).keys()]).toEqual([SURVEY]);
      const [result] = await loadCrates(to, join(folder, 'rain.ttl'), apart);
      expect(result).toMatchObject({ status: 'failed', error: { code: 'ERR_UNSUPPORTED' } });
      const published = await publishCrates(store, endpoint.address, { mode: 'replace' });
      expect(published.find(({ graph }) => graph === RAIN)).toMatchObject(refused);
      expect([...(await to.graphs()).keys()]).toEqual([SURVEY]);
    } finally {
      await to.close();
    }
  });

  it('is left out of queries over its store and others, and aligned where it is asked for', async () => {
    const aligned = `<urn:x> <https://schema.org/name> "x" .\n${ONTOLOGY}`;
    await load(aligned, 'rain.ttl', apart);
    expect(await queryCrates(path, LABELS, { format: 'csv' })).toBe('l\r\n');
    expect(await queryCrates(path, IN_GRAPH, { format: 'csv' })).toContain('Drizzle');
    const copy = await openStore(path, { mode: 'scratch' });
    const name = 'SELECT ?n { <urn:x> <http://schema.org/name> ?n }';
    expect(await ask(copy, name, { align: true })).toEqual([]);
    expect(await ask(copy, name, { graphs: [RAIN] })).toEqual(['x']);
    await copy.close();
  });
});
