import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openServer } from '../../src/server/open-server.js';
import { acceptedFormat, formatOfName } from '../../src/server/stored/stored-formats.js';
import { openStore } from '../../src/store/open-store.js';
import { handlesOf } from '../../src/tasks/stored/handles.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

const ATLAS = 'https://example.org/coastal-atlas/';
const METADATA_TYPE =
  'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"';

let place: string;
let address: string;
/** Path of the crate that was loaded from {@link SURVEY}, and its graph. */
let survey: string;
let graph: string;

beforeAll(async () => {
  place = `${await scratch()}/store.db`;
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, EXAMPLES, { contexts: BUNDLED });
  const handles = handlesOf((await store.graphs()).keys(), []);
  graph = (await store.records()).find(({ source }) => source.includes('rainfall-survey'))?.graph as string;
  survey = `crates/${String(handles.get(graph))}`;
  await store.close();
  ({ address } = await startServer({ store: place }));
});

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${address}${path}`, { headers, method, redirect: 'manual' });

describe('the address of a stored crate', () => {
  it.each([
    ['*/*', 'text/html; charset=utf-8', '<!DOCTYPE html>'],
    ['text/turtle', 'text/turtle; charset=utf-8', 'schema:name'],
    ['application/rdf+xml', 'application/rdf+xml', '<schema:name>'],
    ['application/n-quads', 'application/n-quads', '<http://schema.org/name>'],
    ['application/n-triples', 'application/n-triples', '<http://schema.org/name>'],
    ['application/trig', 'application/trig', 'schema:name'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8', '<!DOCTYPE html>'],
  ])('answers %s', async (accept, type, contains) => {
    const answer = await get(`${survey}/`, { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
    expect(answer.headers.get('link')).toContain('rel="describedby"');
    expect(await answer.text()).toContain(contains);
  });

  it.each(['application/ld+json;profile="https://w3id.org/ro/crate", text/html;q=0.5', 'application/json'])(
    'leads to the metadata document for %s: its location is the base',
    async (accept) => {
      const answer = await get(`${survey}/`, { accept });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, './ro-crate-metadata.json']);
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
      expect(answer.headers.get('link')).toContain('rel="describedby"');
    },
  );

  it('says that there is no ZIP without files', async () => {
    const [named, accepted] = [await get(`${survey}.zip`), await get(`${survey}/`, { accept: 'application/zip' })];
    expect([named.status, accepted.status]).toEqual([404, 406]);
    expect(await named.text()).toContain(
      `not its files, so there is no ZIP of it: see /${survey}/ro-crate-metadata.json`,
    );
    expect(await accepted.text()).not.toContain('zip');
  });

  it('has links to all files, also those in folders of folders, and to the identifier of the crate', async () => {
    const folder = await scratch();
    const described = crate({
      more: { hasPart: [{ '@id': 'a/' }, { '@id': 'last.csv' }], identifier: { '@id': '#doi' } },
      entities: [
        { '@id': '#doi', '@type': 'PropertyValue', value: 'https://doi.org/10.5555/stored' },
        { '@id': 'a/', '@type': 'Dataset', hasPart: { '@id': 'a/b/' } },
        { '@id': 'a/b/', '@type': 'Dataset', hasPart: { '@id': 'a/b/first.csv' } },
        { '@id': 'a/b/first.csv', '@type': 'File', encodingFormat: 'text/csv' },
      ],
    });
    const base = 'https://example.org/nested/';
    const store = await openStore(`${folder}/store.db`, { mode: 'write', create: true });
    await loadCrates(store, await writeCrate(`${folder}/nested`, described), { contexts: BUNDLED, base });
    const key = String(handlesOf((await store.graphs()).keys(), []).get(base));
    await store.close();
    const server = await startServer({ store: `${folder}/store.db` });
    const { headers } = await fetch(`${server.address}crates/${key}/`, { headers: { accept: 'text/turtle' } });
    expect(headers.get('link')?.split(', ').slice(5)).toEqual([
      '<https://doi.org/10.5555/stored>; rel="cite-as"',
      `<${base}a/b/first.csv>; rel="item"; type="text/csv"`,
      `<${base}last.csv>; rel="item"`,
    ]);
  });

  it('says what there is to a client that accepts nothing of it', async () => {
    const answer = await get(`${survey}/`, { accept: 'image/png' });
    expect(answer.status).toBe(406);
    expect(await answer.text()).toContain('text/html, application/ld+json, text/turtle');
  });

  it('leads there from the address without the last slash', async () => {
    const answer = await get(survey);
    expect(answer.status).toBe(308);
    expect(new URL(answer.headers.get('location') as string, `${address}${survey}`).href).toBe(`${address}${survey}/`);
  });

  it.each([
    ['.ttl', 'text/turtle; charset=utf-8'],
    ['.nq', 'application/n-quads'],
    ['.nt', 'application/n-triples'],
    ['.trig', 'application/trig'],
    ['.rdf', 'application/rdf+xml'],
  ])('with %s has that format', async (extension, type) => {
    const answer = await get(`${survey}${extension}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect((await answer.text()).length).toBeGreaterThan(500);
  });

  it.each([
    ['.jsonld', 308, `/ro-crate-metadata.json`],
    ['.html', 303, '/?view=crate'],
  ])('with %s leads to where its relative references are right', async (extension, status, end) => {
    const answer = await get(`${survey}${extension}`);
    expect(answer.status).toBe(status);
    expect(new URL(answer.headers.get('location') as string, `${address}${survey}`).href).toBe(`${address}${survey}${end}`); // prettier-ignore
  });

  it('shows a page for an entity whatever the client accepts', async () => {
    const answer = await get(`${survey}/?entity=${encodeURIComponent('./')}`, { accept: '*/*' });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

describe('the metadata document of a stored crate', () => {
  it('has the headers of the format', async () => {
    const answer = await get(`${survey}/ro-crate-metadata.json`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': METADATA_TYPE,
      'access-control-expose-headers': 'Content-Length,Content-Range,Content-Type',
      link: expect.stringContaining(`<${address}${survey}/>; rel="describes"`),
    });
  });

  it('has one name: another would be another base', async () => {
    const answer = await get(`${survey}/ro-crate-metadata.jsonld`);
    expect([answer.status, answer.headers.get('location')]).toEqual([308, './ro-crate-metadata.json']);
  });

  it('answers HEAD with the same headers and no content', async () => {
    const [one, other] = [await get(`${survey}/ro-crate-metadata.json`), await get(`${survey}/ro-crate-metadata.json`, {}, 'HEAD')]; // prettier-ignore
    expect(other.headers.get('etag')).toBe(one.headers.get('etag'));
    expect(other.headers.get('content-type')).toBe(METADATA_TYPE);
    expect(await other.text()).toBe('');
    await one.body?.cancel();
  });

  it('has a tag for each format, and answers 304 until the graph changes', async () => {
    const store = await openStore(place, { mode: 'write' });
    const tags = new Map<string, string>();
    for (const path of ['/ro-crate-metadata.json', '.ttl', '.nq', '.nt', '.trig']) {
      const answer = await get(`${survey}${path}`);
      await answer.body?.cancel();
      const tag = answer.headers.get('etag') as string;
      tags.set(path, tag);
      const again = await get(`${survey}${path}`, { 'if-none-match': `W/"other", ${tag}` });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect(new Set(tags.values()).size).toBe(5);
    await store.update(`INSERT DATA { GRAPH <${graph}> { <${graph}> <http://schema.org/keywords> "fresh" } }`);
    for (const [path, tag] of tags) {
      const answer = await get(`${survey}${path}`, { 'if-none-match': tag });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toContain('fresh');
    }
    await store.close();
  });
});

describe('an unknown address', () => {
  it('says which crates are near', async () => {
    const answer = await get('crates/rainfall-survy/', { accept: 'text/plain' });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(`Did you mean /${survey}/`);
  });

  it.each(['crates/0000000/', 'crates/no.ttl', 'crates/0000000/ro-crate-metadata.json', 'crates/.hidden/'])(
    '%s is not there',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('cannot be written to', async () => {
    const answer = await get(`${survey}/`, {}, 'PUT');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('the crate of an IRI', () => {
  const locationOf = async (iri: string) => {
    const answer = await get(`crates/?graph=${encodeURIComponent(iri)}`);
    return [answer.status, answer.headers.get('location')];
  };

  it('is where the redirect leads, to its entity if the IRI is below it', async () => {
    const store = await openStore(place);
    const atlas = handlesOf((await store.graphs()).keys(), []).get(ATLAS) as string;
    await store.close();
    expect(await locationOf(ATLAS)).toEqual([303, `./${atlas}/`]);
    expect(await locationOf(`${ATLAS}a/b.csv`)).toEqual([303, `./${atlas}/?entity=${encodeURIComponent(`${ATLAS}a/b.csv`)}`]); // prettier-ignore
    expect(await locationOf('https://nowhere.example/')).toEqual([404, null]);
    expect(await locationOf('')).toEqual([302, '../']);
  });
});

describe('a served folder', () => {
  it('is negotiated at its own name', async () => {
    const server = await startServer({ folders: [SURVEY] });
    const crate = `${server.address}crates/rainfall-survey/`;
    const turtle = await fetch(crate, { headers: { accept: 'text/turtle' } });
    expect(await turtle.text()).toContain(`<${crate}>`);
    const page = await fetch(crate, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const quads = await fetch(`${server.address}crates/rainfall-survey.nq`);
    expect(await quads.text()).toContain(`<${crate}> .\n`);
  });

  it('without a graph in the store gives its file', async () => {
    const store = `${await scratch()}/empty.db`;
    await (await openStore(store, { mode: 'write', create: true })).close();
    const server = await startServer({ folders: [SURVEY], store });
    const crate = `${server.address}crates/rainfall-survey/`;
    const document = await fetch(crate, { headers: { accept: 'application/ld+json' } });
    expect([document.url, document.status]).toEqual([`${crate}ro-crate-metadata.json`, 200]);
    const turtle = await fetch(crate, { headers: { accept: 'text/turtle' } });
    expect([turtle.status, await turtle.text()]).toEqual([404, 'The folder "rainfall-survey" is served as files only: the store does not have its graph.\n']); // prettier-ignore
  });
});

describe('what a client accepts', () => {
  it.each([
    [null, undefined],
    ['', undefined],
    ['application/*', 'document'],
    ['text/turtle;q=0.9, application/n-quads', 'nquads'],
    ['text/*', undefined],
    ['application/ld+json;profile="a,b;c";q=0.1, application/trig;q=0.2', 'trig'],
  ])('%s', (accept, to) => {
    expect(acceptedFormat(accept)?.to).toBe(to);
  });

  it('nothing of it', () => {
    expect(acceptedFormat('image/png')).toBeUndefined();
    expect(acceptedFormat('*/*;q=0')).toBeUndefined();
  });

  it('is what the extension of a name says', () => {
    expect(formatOfName('a.b.TTL')).toMatchObject({ key: 'a.b', format: { to: 'turtle' } });
    expect(formatOfName('.ttl')).toBeUndefined();
    expect(formatOfName('a.b')).toBeUndefined();
  });
});

it('a server that stops ends its threads', async () => {
  const server = await openServer({ store: place, contexts: BUNDLED });
  expect((await fetch(`${server.address}${survey}.ttl`)).status).toBe(200);
  await server.stop();
  await expect(fetch(`${server.address}${survey}.ttl`)).rejects.toThrow();
});
