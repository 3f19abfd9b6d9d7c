import { parseLinks } from '../../src/package/http/link-header.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { handlesOf } from '../../src/tasks/stored/handles.js';
import { openStore } from '../../src/store/open-store.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

const BASE = 'https://data.example/survey/';
const ALICE = 'https://orcid.org/0000-0002-1825-0097';

let address: string;
/** The address of the crate. */
let survey: string;

beforeAll(async () => {
  const folder = await scratch();
  const described = crate({
    name: 'Survey',
    more: { author: { '@id': ALICE }, hasPart: [{ '@id': 'a.csv' }], identifier: 'https://doi.org/10.5555/12345678' },
    entities: [
      { '@id': ALICE, '@type': 'Person', name: 'Alice', address: { '@id': '_:home' } },
      { '@id': '_:home', '@type': 'PostalAddress', addressLocality: 'Kiel' },
      { '@id': 'a.csv', '@type': ['File', 'http://types.example/Table'], name: 'Table' },
      { '@id': '#bob', '@type': 'Person', name: 'Bob' },
    ],
  });
  const place = `${folder}/store.db`;
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, await writeCrate(`${folder}/survey`, described), { contexts: BUNDLED, base: BASE });
  const other = crate({ entities: [{ '@id': ALICE, '@type': 'Person', name: 'Alice elsewhere' }] });
  await loadCrates(store, await writeCrate(`${folder}/other`, other), { contexts: BUNDLED });
  const key = String(handlesOf((await store.graphs()).keys(), []).get(BASE));
  await store.close();
  ({ address } = await startServer({ store: place }));
  survey = `${address}crates/${key}/`;
});

const ask = (id: string, accept: string, more = '', method = 'GET') =>
  fetch(`${survey}?entity=${encodeURIComponent(id)}${more}`, { headers: { accept }, redirect: 'manual', method });
const linksOf = (answer: Response) =>
  parseLinks(answer.headers.get('link')).map(({ target, parameters }) => [parameters.get('rel'), target]);

describe('the address of an entity', () => {
  it.each([
    ['application/n-triples', 'application/n-triples'],
    ['application/n-quads', 'application/n-quads'],
    ['text/turtle', 'text/turtle; charset=utf-8'],
    ['application/trig', 'application/trig'],
    ['application/rdf+xml', 'application/rdf+xml'],
    ['application/ld+json', 'application/ld+json'],
    ['application/json', 'application/ld+json'],
  ])('answers %s with the entity alone', async (accept, type) => {
    const answer = await ask(ALICE, accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
    const text = await answer.text();
    for (const said of ['Alice', 'Kiel']) expect(text).toContain(said); // with the blank node that it leads to
    for (const said of ['Survey', 'Bob', 'elsewhere']) expect(text).not.toContain(said);
  });

  it('takes the identifier as written, too', async () => {
    const text = await (await ask('#bob', 'application/n-triples')).text();
    const [subject] = text.split(' ');
    expect(subject).toMatch(/^<https:\/\/data\.example\/survey\/.*#bob>$/);
    expect(text.trim().split('\n')).toHaveLength(2);
  });

  it.each(['text/html', '*/*', 'text/turtle;q=0.5, text/html'])('is a page for %s', async (accept) => {
    const answer = await ask(ALICE, accept);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('has a page of the values of a property, and nothing else', async () => {
    const answer = await ask(ALICE, 'text/turtle', '&property=name');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it.each(['text/html', 'text/turtle'])('has the links of the entity, not those of the crate: %s', async (accept) => {
    const metadata = ['describedby', `${survey}ro-crate-metadata.json`];
    expect(linksOf(await ask('a.csv', accept))).toEqual([
      metadata,
      ['type', 'https://schema.org/MediaObject'],
      ['type', 'http://types.example/Table'],
      ['collection', survey],
      ['up', survey],
    ]);
    expect(linksOf(await ask(ALICE, accept))).toEqual([
      metadata,
      ['type', 'https://schema.org/Person'],
      ['up', survey],
    ]);
    expect(linksOf(await ask('./', accept))).toContainEqual(['cite-as', 'https://doi.org/10.5555/12345678']);
  });

  it('answers HEAD alike, without content', async () => {
    const answer = await ask(ALICE, 'text/turtle', '', 'HEAD');
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/turtle; charset=utf-8', '']); // prettier-ignore
  });

  it('says what there is to a client that accepts nothing of it', async () => {
    const answer = await ask(ALICE, 'image/png');
    expect([answer.status, await answer.text()]).toEqual([406, expect.stringContaining('text/html, application/ld+json, text/turtle')]); // prettier-ignore
  });

  it('of a blank node has a page only', async () => {
    const page = await ask('_:home', 'text/html');
    expect([page.status, linksOf(page).at(-1)]).toEqual([200, ['up', survey]]);
    expect((await ask('_:home', 'text/turtle')).status).toBe(406);
  });

  it.each(['text/html', 'text/turtle'])('that the crate does not describe is missing: %s', async (accept) => {
    for (const id of ['#nobody', 'https://x.example/> ?p ?o } #', '']) {
      const answer = await ask(id === '' ? '#' : id, accept);
      expect([answer.status, answer.headers.get('link')]).toEqual([404, null]);
    }
    const nowhere = await fetch(`${address}crates/0000000/?entity=a`, { headers: { accept } });
    expect(nowhere.status).toBe(404);
  });
});
