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
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { findGraph } from '../../../src/tasks/stored/find-graph.js';
import { crate } from '../../cli/helpers/crates.js';
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
