import { PLAIN_BRANDING } from '../../../src/site/branding/branding.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import { renderPage } from '../../../src/site/pages/render-page.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { StoreStatistics } from '../../../src/site/view/store-statistics.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';

const MEI = 'https://orcid.org/0000-0002-1825-0097';
const EVIL = '<img src=x onerror=alert(1)>';

let store: GraphStore;
let data: PageData;

const load = (number: number, name: string, more = {}, entities: object[] = []) =>
  loadCrates(store, crate({ name, more, entities } as Parameters<typeof crate>[0]), {
    base: `https://example.org/${number}/`,
    contexts: BUNDLED,
  });

beforeEach(async () => {
  store = await openStore('memory:');
  const mei = { '@id': MEI, '@type': 'Person', name: 'Mei Chen' };
  await load(1, 'Rain in the hills', { author: { '@id': MEI } }, [
    mei,
    { '@id': 'gauge data/a b.csv', '@type': 'File', description: `A table ${EVIL} of the gauge` },
  ]);
  await load(2, 'Snow', { author: { '@id': MEI }, description: 'Snow, and rain in spring' }, [mei]);
  await load(3, 'Wind', {}, [{ '@id': '#t', '@type': 'CreativeWork', text: 'rain' }, { '@id': '_:x', '@type': 'Person', name: 'Rain Man' }]); // prettier-ignore
  data = {
    store,
    search: (words, options) => store.search(words, options),
    contexts: BUNDLED,
    address: 'http://localhost/',
    index: await new StoreIndexer().of(store.snapshot()),
    branding: PLAIN_BRANDING,
    plainFolders: [],
    check: () => Promise.reject(new Error('nothing is checked')),
    statistics: () => Promise.reject(new Error('no crate is asked for')),
    sumOfStatistics: () => new StoreStatistics(store).sum(),
    files: () => undefined,
    isEdited: () => Promise.resolve(false),
    contents: () => {
      throw new Error('no contents are asked for');
    },
    view: () => Promise.reject(new Error('no crate is asked for')),
  };
});

afterEach(() => store.close());

async function list(search: string, more: Partial<PageData> = {}): Promise<string> {
  const { status, body } = await renderPage({ page: 'crates', search }, { ...data, ...more });
  expect(status).toBe(200);
  return body;
}
const titles = (html: string) =>
  [...html.matchAll(/class="card-title"><a href="([^"]*)">(.*?)<\/a>/g)].map(([, href = '', title = '']) => [href, title.replace(/<\/?mark>/g, '')]); // prettier-ignore
const names = (html: string) => titles(html).map(([, name]) => name);

it.each([
  ['a name, a description, a value of an entity', 'rain', ['Rain in the hills', 'Snow', 'Wind']],
  ['words that are in several entities of a crate', 'mei hills', ['Rain in the hills']],
  ['a file, by its name', 'a b.csv', ['Rain in the hills']],
  ['a person', 'CHEN', ['Rain in the hills', 'Snow']],
  ['what has not some word', 'rain -mei', ['Wind']],
  ['the beginnings of words', 'hil*', ['Rain in the hills']],
  ['what mentions an IRI', MEI, ['Rain in the hills', 'Snow']],
  ['nothing', 'hil', []],
])('the list has the crates with %s', async (_, q, expected) => {
  expect(names(await list(`?q=${encodeURIComponent(q)}`)).sort()).toEqual(expected);
});

it('crates come in the order of a search: a name before a description before other values', async () => {
  expect(names(await list('?q=rain')).slice(-1)).toEqual(['Snow']);
  const { entities } = await store.search('rain');
  const order = [...new Set(entities.map(({ graphs: [graph] }) => data.index.crateOf(graph ?? '')?.name))];
  expect(names(await list('?q=rain'))).toEqual(order);
});

it('entities come with type, crate and marked words, and lead to their pages', async () => {
  const html = await list('?q=mei&show=entities');
  const key = data.index.crateOf('https://example.org/1/')?.key ?? '';
  expect(titles(html)).toEqual([[`crates/${key}/?entity=${encodeURIComponent(MEI)}`, 'Mei Chen']]);
  expect(html).toContain('<mark>Mei</mark> Chen');
  expect(html).toContain('<span class="badge">Person</span>');
  expect(html).toMatch(/in <a href="crates\/[^"]+\/">Rain in the hills<\/a>/);
  expect(html).toContain(`<a href="mentions?iri=${encodeURIComponent(MEI)}">1 other crate</a>`);
  const file = await list('?q=gauge&show=entities');
  expect(titles(file)[0]?.[0]).toContain(
    `?entity=${encodeURIComponent('https://example.org/1/gauge%20data/a%20b.csv')}`,
  );
});

it('a blank node leads to its crate, and a root to the crate itself', async () => {
  const html = await list('?q=rain&show=entities');
  const path = (number: number) => `crates/${data.index.crateOf(`https://example.org/${number}/`)?.key ?? ''}/`;
  expect(titles(html)).toEqual(expect.arrayContaining([[path(3), 'Rain Man'], [path(1), 'Rain in the hills']])); // prettier-ignore
});

it('types of the entities count, narrow, and can be taken away; facets of the crates narrow them too', async () => {
  const html = await list('?q=rain&show=entities');
  const person = encodeURIComponent('http://schema.org/Person');
  expect(html).toContain('4 entities');
  expect(html).toMatch(
    new RegExp(`<a class="chip" href="\\?q=rain&amp;show=entities&amp;kind=${person}"><span>Person</span><span class="count">1<`),
  ); // prettier-ignore
  const narrow = await list(`?q=rain&show=entities&kind=${person}`);
  expect(names(narrow)).toEqual(['Rain Man']);
  expect(narrow).toMatch(/<a class="chip" href="\?q=rain&amp;show=entities" aria-current="true"><span>Person/);
  const ofFiles = await list('?q=rain&show=entities&type=File');
  expect(names(ofFiles)).toEqual(['Rain in the hills']);
  expect(await list('?q=rain&type=File')).toContain('Files, people and more (1)');
});

it.each(['!!', '-rain', '"', Array.from({ length: 80 }, (_, i) => `w${i}`).join(' ')])(
  'a text that nobody can look for gets a calm answer: %s',
  async (q) => {
    for (const show of ['', '&show=entities']) {
      const html = await list(`?q=${encodeURIComponent(q)}${show}`);
      expect(html).toMatch(/class="empty-title">(?:There is no word|A search has at most)/);
    }
  },
);

it('says that the texts are still being read, and where nothing fits how to find more', async () => {
  expect(await list('?q=rain', { search: undefined })).toContain('The texts of the crates are still being read');
  expect(names(await list('', { search: undefined }))).toHaveLength(3);
  expect(await list('?q=hil')).toMatch(/<a href="\?q=hil\*">words that begin so<\/a>/);
});

it('pages of entities follow each other', async () => {
  const files = Array.from({ length: 120 }, (_, at) => ({
    '@id': `f${at}.csv`,
    '@type': 'File',
    name: `common ${at}`,
  }));
  await load(9, 'Many', {}, files);
  data = { ...data, index: await new StoreIndexer().of(store.snapshot()) };
  const pages = await Promise.all([1, 2, 3].map((page) => list(`?q=common&show=entities&page=${page}`)));
  expect(pages[1]).toContain('120 entities, page 2 of 3');
  const all = pages.flatMap(names);
  expect(all).toHaveLength(120);
  expect(new Set(all).size).toBe(120);
});

it('nothing of a text or an address becomes HTML', async () => {
  const html = await list(`?q=${encodeURIComponent('gauge "><b>')}&show=entities&kind=${encodeURIComponent('"><i>')}`);
  const found = await list(`?q=gauge&show=entities`);
  expect(found).toContain('&lt;img src=x');
  expect(html + found).not.toMatch(/<img|<b>|<i>/);
});
