import { startServer } from '../../helpers/server.js';
import { attribute, readHtml, textIn } from '../../site/pages/helpers/page-html.js';
import { CRATE, LONG_GRAPH, ONTOLOGY, storeWithReferences } from '../helpers/store-with-references.js';

let home: string;
beforeAll(async () => void ({ address: home } = await startServer({ store: await storeWithReferences() })));

async function get(path: string, accept = 'text/html') {
  const answer = await fetch(new URL(path, home), { headers: { accept } });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

/** The links of a page, by their texts. */
async function links(path: string): Promise<Map<string, string>> {
  const { status, text } = await get(path);
  expect(status).toBe(200);
  const found = readHtml(text).elements.filter(({ tagName }) => tagName === 'a');
  return new Map(
    found.map((one) => [textIn(one).trim(), new URL(attribute(one, 'href') ?? '', new URL(path, home)).href]),
  );
}

const pageOf = (graph: string) => `references?${new URLSearchParams({ graph }).toString()}`;

it('the page of reference graphs lists them, and tells where each is from', async () => {
  const { text } = await get('references');
  for (const part of [
    '4 graphs',
    `<code>${ONTOLOGY}</code>`,
    'loaded from <code>rain.ttl</code>',
    'made by crategraph',
  ])
    expect(text).toContain(part);
  expect(text).toContain('Kinds of &lt;b&gt;rain&lt;/b&gt;');
  const found = await links('references');
  expect(found.get('Kinds of <b>rain</b>')).toBe(home + pageOf(ONTOLOGY));
  expect((await get(found.get('Survey') ?? '')).text).toContain('<h1>Survey</h1>');
});

it('programs have the list as JSON and CSV, without the folders of the server', async () => {
  const { references, total } = JSON.parse((await get('references?format=json')).text) as {
    readonly total: number;
    readonly references: readonly Readonly<Record<string, unknown>>[];
  };
  expect(total).toBe(4);
  expect(references.map(({ graph }) => graph)).toEqual([LONG_GRAPH, `${CRATE}onto.ttl`, ONTOLOGY, 'urn:crategraph:identities']); // prettier-ignore
  const [long, file, ontology, identities] = references;
  const loaded = expect.stringMatching(/^\d{4}-/) as string;
  expect(ontology).toEqual({ address: home + pageOf(ONTOLOGY), graph: ONTOLOGY, name: 'Kinds of <b>rain</b>', triples: 5, source: 'rain.ttl', loaded, apart: true }); // prettier-ignore
  expect(file).toMatchObject({ triples: 2, source: 'onto.ttl', apart: false, partOf: CRATE, crate: expect.stringMatching(/crates/) }); // prettier-ignore
  expect([long?.['source'], identities?.['apart']]).toEqual(['graphs.trig', true]);
  const rows = (await get('references?format=csv')).text.trim().split('\r\n');
  expect([rows.length, rows[0]]).toEqual([5, 'address,graph,name,triples,source,loaded,apart,partOf,crate']);
});

it('a reference graph has a page with its classes and properties, a query and downloads', async () => {
  const { text } = await get(pageOf(ONTOLOGY));
  for (const part of [
    'owl:Class: 2 of at most 2',
    'rdf:type: 3 of at most 3',
    'only where a query names it',
    '5 statements',
  ])
    expect(text).toContain(part);
  const found = await links(pageOf(ONTOLOGY));
  const query = new URL(found.get('Query this graph') ?? '').searchParams.get('query') ?? '';
  const rows = await get(`sparql?${new URLSearchParams({ query, format: 'csv' }).toString()}`);
  expect(rows.text.trim().split('\r\n')).toHaveLength(6);
  expect((await get(found.get('Turtle') ?? '')).text).toContain(`<${ONTOLOGY}> a owl:Ontology`);
  const nquads = await get(found.get('N-Quads') ?? '');
  expect([nquads.status, nquads.text.trim().split('\n').length]).toEqual([200, 5]);
  const { classes, counted } = JSON.parse((await get(`${pageOf(ONTOLOGY)}&format=json`)).text) as Readonly<Record<string, unknown>>; // prettier-ignore
  expect(classes).toEqual([
    { iri: 'http://www.w3.org/2002/07/owl#Class', uses: 2 },
    { iri: 'http://www.w3.org/2002/07/owl#Ontology', uses: 1 },
  ]);
  expect(counted).toBe(5);
});

it('a graph that is a crate, or nothing, has no page among them', async () => {
  for (const graph of [CRATE, 'urn:nothing', '']) {
    expect((await get(pageOf(graph))).status).toBe(404);
    expect(await get(pageOf(graph), 'application/json')).toMatchObject({ status: 404, type: 'application/json' });
  }
});

it('a crate leads to the graphs of its RDF files, and statistics and start to all', async () => {
  const crate = (await links('references')).get('Survey') ?? '';
  const found = await links(crate);
  expect(found.get('onto.ttl')).toBeDefined();
  const { text } = await get(crate);
  expect(text).toContain('RDF files in the store <span class="count">2</span>');
  expect(text).toContain(new URLSearchParams({ graph: LONG_GRAPH }).toString().replaceAll('&', '&amp;'));
  expect((await get((await links('references')).get('Other') ?? './')).text).not.toContain('RDF files in the store');
  const ofCrate = await get(`references?${new URLSearchParams({ partOf: CRATE }).toString()}`);
  expect(ofCrate.text).toContain('2 graphs');
  expect((await links('')).get('4 reference graphs')).toBe(`${home}references`);
  expect((await links('statistics')).get('See what there is')).toBe(`${home}references`);
});

it('a store without any has no link to the page, which says how to load one', async () => {
  const { address } = await startServer({ folders: ['data/crates/rainfall-survey'] });
  for (const path of ['', 'statistics', 'crates/rainfall-survey/'])
    expect((await get(new URL(path, address).href)).text).not.toMatch(
      /reference graph|RDF files in the store|"references/,
    );
  const { status, text } = await get(`${address}references`);
  expect(status).toBe(200);
  expect(text).toContain('The store has no reference graphs');
});
