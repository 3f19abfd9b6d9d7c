import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import type { SearchOptions } from '../../../src/store/text/found-texts.js';
import type { CrateSummary, StoreIndex } from '../../../src/site/view/store-index.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { StoreStatistics } from '../../../src/site/view/store-statistics.js';
import { facetLabel, readSearch, searchAddress, searchCrates } from '../../../src/site/view/crate-search.js';
import { crate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { pageDataOf } from './helpers/page-data.js';

const PERSON = 'https://orcid.org/0000-0002-1825-0097';
const EVIL = '<script>alert(1)</script>"\'&';

let store: GraphStore;
let index: StoreIndex;

beforeAll(async () => {
  store = await openStore('memory:');
  const load = (name: string, number: number, more = {}, entities: Parameters<typeof crate>[0] = {}) =>
    loadCrates(store, crate({ name, more, ...entities }), {
      base: `https://example.org/${number}/`,
      contexts: BUNDLED,
    });
  await load('Ärchive of waves', 1, { datePublished: '2020-01-01', keywords: ['coast'], license: { '@id': 'https://spdx.org/licenses/CC0-1.0' } }); // prettier-ignore
  await load('Birds', 2, { datePublished: '2024-01-01', description: 'Birds of the COAST', author: { '@id': PERSON } }, { entities: [{ '@id': PERSON, '@type': 'Person', name: 'Åsa Ek' }] }); // prettier-ignore
  await load(EVIL, 3, { license: { '@id': 'javascript:alert(1)' } }, { entities: [{ '@id': '#a', '@type': 'Person', name: 'A' }, { '@id': '#b', '@type': 'Person', name: 'B' }] }); // prettier-ignore
  for (let number = 10; number < 65; number += 1) await load(`Many ${number}`, number);
  index = await new StoreIndexer().of(store.snapshot());
});

async function page(request: PageRequest): Promise<string> {
  const data = {
    store,
    search: (words: string, options: SearchOptions) => store.search(words, options),
    contexts: BUNDLED,
    address: 'http://localhost/',
    index,
    plainFolders: [],
    statistics: () => Promise.reject(new Error('no crate is asked for')),
    sumOfStatistics: () => new StoreStatistics(store).sum(),
    files: () => undefined,
    tree: () => Promise.reject(new Error('no tree is asked for')),
    view: () => Promise.reject(new Error()),
  };
  const { status, body } = await renderPage(request, data);
  expect(status).toBe(200);
  return body;
}
const list = (search: string) => page({ page: 'crates', search });
const namesIn = (html: string) =>
  [...html.matchAll(/class="card-title"><a href="[^"]*">([^<]*)</g)].map(([, name]) => name);

describe('licences and authors that lie inside of a crate', () => {
  it('are called by their name there, else by the end of their identifier, and never by the label of a blank node', async () => {
    const own = await openStore('memory:');
    const context = { contexts: BUNDLED, base: 'https://example.org/own/' };
    await loadCrates(own, crate({ name: 'Own', more: { license: [{ '@id': 'LICENSE' }, { '@id': '#terms' }, { '@id': '_:l' }], author: [{ '@id': '#ada' }, { '@id': '_:p' }] }, entities: [{ '@id': '#terms', '@type': 'CreativeWork', name: 'Our terms' }, { '@id': '_:l', '@type': 'CreativeWork' }, { '@id': '_:p', '@type': 'Person' }] }), context); // prettier-ignore
    const found = await new StoreIndexer().of(own.snapshot());
    const [summary] = found.crates;
    const details = found.details(summary as CrateSummary);
    expect(details.licences.map(({ name }) => name).sort()).toEqual(['LICENSE', 'Our terms', 'without a name']);
    expect(details.authors.toSorted()).toEqual(['ada', 'without a name']);
    const { facets } = searchCrates(found, readSearch(''));
    expect(facets.licence.map(({ value, graph }) => facetLabel(found, 'licence', value, graph)).sort()).toEqual([
      'LICENSE',
      'Our terms',
      'without a name',
    ]);
  });
});

describe('the list of crates', () => {
  it('shows 50 crates by name, and links to the next page', async () => {
    const html = await list('');
    expect(namesIn(html)).toHaveLength(50);
    expect(namesIn(html).slice(1, 3)).toEqual(['Ärchive of waves', 'Birds']);
    expect(html).toContain('58 crates, page 1 of 2');
    expect(html).toContain('href="?page=2"');
    expect(namesIn(await list('?page=2'))).toHaveLength(8);
    expect(namesIn(await list('?page=99'))).toHaveLength(8);
  });

  it.each([
    ['coast', ['Ärchive of waves', 'Birds']],
    ['ARCHIVE wave*', ['Ärchive of waves']],
    ['asa', ['Birds']],
    ['coast birds', ['Birds']],
    ['nothing at all', []],
  ])('finds %s, whatever the case and the accents', async (q, names) => {
    expect(namesIn(await list(`?q=${encodeURIComponent(q)}`)).sort()).toEqual([...names].sort());
  });

  it.each([
    ['date', 'Birds'],
    ['entities', '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'],
  ])('sorts by %s', async (sort, first) => {
    expect(namesIn(await list(`?sort=${sort}`))[0]).toBe(first);
  });

  it('sorts what is no date behind all dates', async () => {
    const dates = ['UNPUBLISHED', '2023', '2024-05-01', 'soon', '2024-05-01T10:00:00Z'];
    const { store: dated, ...data } = await pageDataOf(
      ...dates.map((date) => crate({ name: date, more: { datePublished: date } })),
    );
    const { body } = await renderPage({ page: 'crates', search: '?sort=date' }, { ...data, store: dated });
    await dated.close();
    expect(namesIn(body)).toEqual(['2024-05-01T10:00:00Z', '2024-05-01', '2023', 'soon', 'UNPUBLISHED']);
  });

  it('narrows by facets, which count and can be removed', async () => {
    const html = await list('?type=Person&q=coast');
    expect(namesIn(html)).toEqual(['Birds']);
    expect(html).toContain('1 of 58 crates');
    expect(html).toMatch(/<a class="chip removable" href="\?type=Person"[^>]*>.*?“coast”/s);
    expect(html).toMatch(/<a class="chip removable" href="\?q=coast"[^>]*>.*?Type: Person/s);
    expect(html).toMatch(
      /<a class="chip" href="\?q=coast" aria-current="true"><span>Person<\/span><span class="count">1</,
    );
    expect(namesIn(await list(`?licence=${encodeURIComponent('https://spdx.org/licenses/CC0-1.0')}`))).toEqual(['Ärchive of waves']); // prettier-ignore
    expect(namesIn(await list(`?mentions=${encodeURIComponent(PERSON)}`))).toEqual(['Birds']);
  });

  it('says so when nothing fits, and shows the way back', async () => {
    const html = await list('?q=xyzzy');
    expect(html).toContain('No crates match');
    expect(html).toContain('<a href="./">see all crates</a>');
  });

  it('escapes all text of crates and of the address', async () => {
    const html = await list(
      `?q=${encodeURIComponent('"><script>alert(2)</script>')}&sort=<b>&type=${encodeURIComponent('<i>')}`,
    );
    expect((await list('')) + html).not.toMatch(/<script>alert|<i>|<b>|href="javascript:|style="/);
  });
});

it('the address of a search is short, and means the same', () => {
  for (const [given, short] of [
    ['?q=a+b&sort=best&page=1', '?q=a+b'],
    ['?sort=best', '?'],
    ['?sort=name&page=0&type=A&type=A&type=', '?type=A'],
    ['?page=3&sort=date', '?sort=date&page=3'],
    ['?page=1e99&sort=up', '?'],
  ] as const) {
    expect(searchAddress(readSearch(given))).toBe(short);
    expect(readSearch(short)).toEqual(readSearch(given));
  }
});

it('a thing has a page with the crates that mention it', async () => {
  const html = await page({ page: 'mentions', iri: PERSON });
  expect(html).toContain('<h1>Åsa Ek</h1>');
  expect(html).toContain('1 crate mentions it');
  expect(namesIn(html)).toEqual(['Birds']);
  expect(await page({ page: 'mentions', iri: 'javascript:alert(1)' })).not.toContain('href="javascript:');
});

it('the statistics of the store count all crates, with bars that need no style', async () => {
  const html = await page({ page: 'statistics' });
  expect(html).toMatch(/<strong>58<\/strong>/);
  expect(html).toMatch(/<a href="\?type=Person">Person<\/a>/);
  expect(html).toMatch(/<meter class="bar" min="0" max="\d+" value="\d+" aria-label="[^"]+">/);
  expect(html).not.toContain('style="');
});
