import type { Quad } from '@rdfjs/types';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readRdf } from '../../../src/package/open/read-rdf.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { listQueries } from '../../../src/store/saved-queries.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const PUBLIC = 'https://data.example.org/rain/';
const [ONE, OTHER] = ['https://data.example/one/', 'https://data.example/other/'];
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const DCAT = 'http://www.w3.org/ns/dcat#';
const VOID = 'http://rdfs.org/ns/void#';

let folder: string;
let place: string;
let at: string;
/** The addresses of the crates of the store. */
let pages: string[];

const get = (path: string, accept?: string, more: Record<string, string> = {}) =>
  fetch(new URL(path, at), { headers: { ...(accept === undefined ? {} : { accept }), ...more } });

async function quadsOf(answer: Response): Promise<Quad[]> {
  const from = (answer.headers.get('content-type') ?? '').replace(/;.*/, '');
  const stdin = Readable.from([Buffer.from(await answer.text())]);
  return readRdf('-', { from, base: 'urn:x:/', contexts: BUNDLED, packages: { stdin } });
}

const objects = (quads: readonly Quad[], subject: string, property: string) =>
  quads.flatMap((quad) => (quad.subject.value === subject && quad.predicate.value === property ? [quad.object.value] : [])); // prettier-ignore

beforeAll(async () => {
  folder = await scratch();
  place = join(folder, 'store.db');
  const store = await openStore(place, { mode: 'write', create: true });
  const more = { description: 'Rain of **all** years', keywords: ['rain'] };
  await loadCrates(store, await writeCrate(join(folder, 'one'), crate({ name: 'One <&> "all"', more })), { contexts: BUNDLED, base: ONE }); // prettier-ignore
  await loadCrates(store, await writeCrate(join(folder, 'other'), crate({ name: 'Other' })), { contexts: BUNDLED, base: OTHER }); // prettier-ignore
  const keys = handlesOf((await store.graphs()).keys(), []);
  pages = [ONE, OTHER].map((graph) => `${PUBLIC}crates/${String(keys.get(graph))}/`);
  await store.close();
  await writeCrate(join(folder, 'plain'), crate());
  ({ listensAt: at } = await startServer({ store: place, folders: [join(folder, 'plain')], address: PUBLIC }));
});

describe('/ by Accept', () => {
  it('is the page for browsers and for whoever has no wish', async () => {
    for (const accept of [BROWSER, '*/*', undefined]) {
      const { headers } = await get('', accept);
      expect([headers.get('content-type'), headers.get('vary')]).toEqual([
        'text/html; charset=utf-8',
        expect.stringContaining('Accept'),
      ]);
    }
    expect((await get('?q=rain', 'text/turtle')).headers.get('content-type')).toContain('text/html');
  });

  it.each(['text/turtle', 'application/ld+json', 'application/n-triples', 'application/rdf+xml'])(
    'is DCAT as %s',
    async (type) => {
      const answer = await get('', type);
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, expect.stringContaining('Accept')]);
      const quads = await quadsOf(answer);
      expect(objects(quads, PUBLIC, `${DCAT}dataset`).sort()).toEqual([ONE, OTHER]);
      expect(objects(quads, ONE, `${DCAT}landingPage`)).toEqual([pages[0]]);
      expect(objects(quads, ONE, 'http://purl.org/dc/terms/title')).toEqual(['One <&> "all"']);
      expect(objects(quads, ONE, 'http://purl.org/dc/terms/description')).toEqual(['Rain of all years']);
      const downloads = quads.filter(({ predicate }) => predicate.value === `${DCAT}downloadURL`);
      expect(downloads.map(({ object }) => object.value)).toContain(`${String(pages[0]).slice(0, -1)}.ttl`);
    },
  );

  it('is schema.org by its media type, or by the profile of JSON-LD', async () => {
    for (const accept of ['application/vnd.schemaorg.ld+json', 'application/ld+json;profile="https://schema.org/"']) {
      const answer = await get('', accept);
      expect(answer.headers.get('content-type')).toBe('application/ld+json');
      const catalogue = (await answer.json()) as { '@type': string; dataset: { '@id': string; name: string }[] };
      expect(catalogue['@type']).toBe('DataCatalog');
      expect(catalogue.dataset.map((one) => one['@id']).sort()).toEqual([...pages].sort());
    }
  });

  it('has another entity tag for each form, with which it is asked for again', async () => {
    const tags = new Map<string, string>();
    for (const accept of [BROWSER, 'text/turtle', 'application/ld+json', 'application/vnd.schemaorg.ld+json'])
      tags.set(accept, (await get('', accept)).headers.get('etag') as string);
    expect(new Set(tags.values()).size).toBe(4);
    const status = async (accept: string, tag: string) => (await get('', accept, { 'if-none-match': tag })).status;
    for (const [accept, tag] of tags) expect(await status(accept, tag)).toBe(304);
    expect(await status('text/turtle', String(tags.get(BROWSER)))).toBe(200);
    expect(await status(BROWSER, String(tags.get('text/turtle')))).toBe(200);
    const store = await openStore(place, { mode: 'write' });
    await store.update(`INSERT DATA { GRAPH <${OTHER}> { <${OTHER}> <http://schema.org/keywords> "fresh" } }`);
    await store.close();
    const answer = await get('', 'text/turtle', { 'if-none-match': String(tags.get('text/turtle')) });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('dcat:keyword "fresh"')]);
  });

  it('has an address for each form, which the page links', async () => {
    const html = await (await get('', BROWSER)).text();
    const links = [...html.matchAll(/<link rel="alternate" href="([^"]*catalogue[^"]*)" type="([^"]*)"/g)];
    expect(links).toHaveLength(3);
    for (const [, href = '', type] of links) {
      const path = href.slice(PUBLIC.length);
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-type')?.replace(/;.*/, '')]).toEqual([200, type]);
      const head = await fetch(new URL(path, at), { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, answer.headers.get('etag'), '']);
    }
  });

  it('asks for the token of a private server, and is open to other websites as metadata are', async () => {
    const closed = await startServer({ store: place, isPrivate: true, token: 'secret' });
    for (const path of ['', 'catalogue.ttl', '.well-known/void'])
      expect((await fetch(`${closed.address}${path}`, { headers: { accept: 'text/turtle' } })).status).toBe(401);
    const origin = { origin: 'https://elsewhere.example' };
    expect((await get('', 'text/turtle', origin)).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('statistics in VoID', () => {
  const query = async (text: string) => {
    const { results } = (await (await get(`sparql?query=${encodeURIComponent(text)}`, 'application/sparql-results+json')).json()) as { results: { bindings: { n: { value: string } }[] } }; // prettier-ignore
    return results.bindings[0]?.n.value;
  };
  const until = async (path: string, accept: string) => {
    for (;;) {
      const answer = await get(path, accept);
      if (answer.status !== 503) return answer;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  it('are those that queries count', async () => {
    const answer = await until('.well-known/void', 'text/turtle');
    const quads = await quadsOf(answer);
    const dataset = `${PUBLIC}.well-known/void#dataset`;
    expect(objects(quads, dataset, `${VOID}sparqlEndpoint`)).toEqual([`${PUBLIC}sparql`]);
    expect(objects(quads, dataset, `${VOID}triples`)).toEqual([await query('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')]); // prettier-ignore
    const [part] = quads.filter(({ object }) => object.value === 'http://schema.org/Dataset');
    expect(objects(quads, part?.subject.value ?? '', `${VOID}entities`)).toEqual([await query('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s a <http://schema.org/Dataset> } }')]); // prettier-ignore
    const [named] = quads.filter(({ predicate, object }) => predicate.value === `${VOID}property` && object.value === 'http://schema.org/name'); // prettier-ignore
    expect(objects(quads, named?.subject.value ?? '', `${VOID}triples`)).toEqual([await query('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s <http://schema.org/name> ?o } }')]); // prettier-ignore
    const again = await get('.well-known/void', 'text/turtle', { 'if-none-match': String(answer.headers.get('etag')) });
    expect(again.status).toBe(304);
    expect((await get('.well-known/void', 'image/png')).status).toBe(406);
  });

  it('are in the description of the SPARQL service, which links them', async () => {
    await until('.well-known/void', 'text/turtle');
    const quads = await quadsOf(await get('sparql', 'application/n-triples'));
    const see = objects(quads, `${PUBLIC}sparql`, 'http://www.w3.org/2000/01/rdf-schema#seeAlso');
    expect(see).toContain(`${PUBLIC}.well-known/void`);
    expect(quads.some(({ predicate }) => predicate.value === `${VOID}triples`)).toBe(true);
  });
});

describe('examples of queries', () => {
  const SH = 'http://www.w3.org/ns/shacl#';

  it('are executables for the endpoint, which its description links', async () => {
    const description = await quadsOf(await get('sparql', 'application/n-triples'));
    const see = objects(description, `${PUBLIC}sparql`, 'http://www.w3.org/2000/01/rdf-schema#seeAlso');
    expect(see).toContain(`${PUBLIC}.well-known/sparql-examples`);
    const answer = await get('.well-known/sparql-examples');
    expect(answer.headers.get('content-type')).toContain('text/turtle');
    const quads = await quadsOf(answer);
    const saved = await listQueries();
    const examples = quads.filter(({ object }) => object.value === `${SH}SPARQLExecutable`).map(({ subject }) => subject.value); // prettier-ignore
    expect(examples).toHaveLength(saved.length);
    for (const example of examples) {
      expect(objects(quads, example, 'https://schema.org/target')).toEqual([`${PUBLIC}sparql`]);
      expect(objects(quads, example, 'http://www.w3.org/2000/01/rdf-schema#comment')[0]).toMatch(/^[A-Z].{8}/);
    }
  });

  it('are answered by the endpoint as they are', async () => {
    const quads = await quadsOf(await get('.well-known/sparql-examples'));
    const texts = quads.filter(({ predicate }) => /#(?:select|ask|construct|describe)$/.test(predicate.value));
    expect(texts.length).toBeGreaterThan(10);
    expect(texts.some(({ object }) => /\?entity \S+ schema:Person\./.test(object.value))).toBe(true);
    expect(texts.some(({ object }) => object.value.includes('cg:search "rain* river"'))).toBe(true);
    for (const { object } of texts) {
      const answer = await fetch(new URL('sparql', at), { method: 'POST', body: new URLSearchParams({ query: object.value }) }); // prettier-ignore
      await answer.body?.cancel();
      expect([object.value, answer.status]).toEqual([object.value, 200]);
    }
  });
});
