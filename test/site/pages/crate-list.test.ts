import { PLAIN_BRANDING } from '../../../src/site/branding/branding.js';
import { join } from 'node:path';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { renderPage } from '../../../src/site/pages/render-page.js';
import { StatisticsPage } from '../../../src/site/pages/statistics.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import type { SearchOptions } from '../../../src/store/text/found-texts.js';
import type { CrateSummary, StoreIndex } from '../../../src/site/view/store-index.js';
import { StoreIndexer } from '../../../src/site/view/store-indexer.js';
import { StoreStatistics } from '../../../src/site/view/store-statistics.js';
import { readSearch, searchAddress, searchCrates } from '../../../src/site/view/crate-search.js';
import type { FacetName } from '../../../src/site/view/facets.js';
import { facetLabels } from '../../../src/site/view/facet-labels.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { scratch } from '../../package/helpers/crate-forms.js';
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
    // What has no name is of no use for narrowing.
    const { facets } = searchCrates(found, readSearch(''));
    expect(facets.licence.map(({ value }) => value)).toEqual(['Our terms']);
    expect(facets.author).toEqual([]);
  });
});

describe('the facets of a list', () => {
  const ofProfile = (version: string) => `https://w3id.org/ro/wfrun/process/${version}`;
  const LICENCES = [
    { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
    { '@id': 'http://spdx.org/licenses/CC-BY-4.0.html' },
    'CC BY 4.0',
    { '@id': 'https://opensource.org/licenses/MIT' },
    { '@id': '#own' },
    { '@id': '#own' },
  ];
  let other: GraphStore;
  let found: StoreIndex;
  beforeAll(async () => {
    other = await openStore('memory:');
    for (const [number, license] of LICENCES.entries()) {
      const conformsTo = { '@id': ofProfile(number % 2 === 0 ? '0.1' : '0.5') };
      const entities = [
        { ...conformsTo, '@type': 'CreativeWork', name: 'Process Run Crate' },
        { '@id': PERSON, name: 'Åsa Ek' },
        {
          '@id': '#own',
          '@type': number === 0 ? 'Person' : number === 1 ? 'Place' : 'CreativeWork',
          name: 'Our terms',
        },
      ];
      const more = {
        license,
        conformsTo,
        keywords: number % 2 === 0 ? 'rain, wind' : ['rain', 'snow; ice'],
        [number < 3 ? 'author' : 'creator']: number === 0 ? 'Ada' : { '@id': number === 1 ? '#own' : PERSON },
        publisher: { '@id': 'https://ror.org/000000000' },
        datePublished: `${String(2020 + (number % 2))}-01-01`,
      };
      await loadCrates(other, crate({ name: `Number ${number}`, more, entities }), {
        contexts: BUNDLED,
        base: `https://example.org/facets/${number}/`,
      });
    }
    found = await new StoreIndexer().of(other.snapshot());
  });
  afterAll(() => other.close());
  const facet = (name: FacetName, search = '') => {
    const values = searchCrates(found, readSearch(search)).facets[name];
    const labels = facetLabels(found, name, values);
    return values.map(({ value, count }) => [labels.get(value), count]);
  };
  const names = (search: string) => searchCrates(found, readSearch(search)).crates.map(({ name }) => name);

  it('have one value for all spellings of a licence', () => {
    expect(facet('licence')).toEqual([
      ['CC BY 4.0', 3],
      ['Our terms', 2],
      ['MIT', 1],
    ]);
    for (const spelling of ['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/'])
      expect(names(`?licence=${encodeURIComponent(spelling)}`)).toEqual(['Number 0', 'Number 1', 'Number 2']);
  });

  it('are also keywords, authors, publishers, years and versions of the format', () => {
    expect(facet('keyword')).toEqual([
      ['rain', 6],
      ['ice', 3],
      ['snow', 3],
      ['wind', 3],
    ]);
    expect(facet('author')).toEqual([
      ['Åsa Ek', 4],
      ['Ada', 1],
      ['Our terms', 1],
    ]);
    expect(facet('publisher')).toEqual([['ror.org/000000000', 6]]);
    expect(facet('year')).toEqual([
      ['2020', 3],
      ['2021', 3],
    ]);
    expect(facet('version')).toEqual([['1.1', 6]]);
    expect(names('?keyword=snow&year=2021')).toEqual(['Number 1', 'Number 3', 'Number 5']);
    expect(names(`?author=${encodeURIComponent(PERSON)}&keyword=wind`)).toEqual(['Number 2', 'Number 4']);
  });

  it('tell apart what has one name', () => {
    expect(facet('profile')).toEqual([
      ['Process Run Crate (0.1)', 3],
      ['Process Run Crate (0.5)', 3],
    ]);
  });

  it('offer no type that all crates have', () => {
    expect(facet('type')).toEqual([
      ['Person', 1],
      ['Place', 1],
    ]);
    expect(facet('type', '?type=Dataset').map(([label]) => label)).toContain('Dataset');
  });

  it('find crates with any of the values of one facet, and with one of each facet', () => {
    expect(names('?type=Person&type=Place')).toEqual(['Number 0', 'Number 1']);
    expect(names('?type=Person&type=Place&licence=CC-BY-4.0')).toEqual(['Number 0', 'Number 1']);
    expect(names(`?type=Person&type=Place&profile=${ofProfile('0.5')}`)).toEqual(['Number 1']);
    expect(facet('type', `?type=Person&licence=CC-BY-4.0`)).toEqual([
      ['Person', 1],
      ['Place', 1],
    ]);
  });
});

it('statistics name a type once, with its IRIs where several have that name', async () => {
  const own = await openStore('memory:');
  const schemas = ['http://schema.org/PropertyValue', 'https://schema.org/PropertyValue', 'http://schema.org/Place'];
  const entities = schemas.map((type, at) => ({ '@id': `#${at}`, '@type': type }));
  await loadCrates(own, crate({ entities }), { contexts: BUNDLED, base: 'https://example.org/statistics/' });
  const statistics = await new StoreStatistics(own).sum();
  const html = String(StatisticsPage({ ...statistics, references: 0, home: '' }));
  expect(html.match(/>PropertyValue</g)).toHaveLength(1);
  const [row = ''] = /<tr><th scope="row"><a href="\?type=PropertyValue">[^]*?<\/tr>/.exec(html) ?? [];
  for (const text of ['2 types of this name', `${schemas[0]}: 1`, `${schemas[1]}: 1`, '<td class="number">2</td>'])
    expect(row).toContain(text);
  expect(html).not.toContain('http://schema.org/Place: ');
  await own.close();
});

describe('a crate without a name', () => {
  it.each([
    ['data/field trip', undefined, 'field trip'],
    ['field trip', 'https://example.org/trips/1/', 'example.org/trips/1'],
  ])('loaded from %s with the base %s is called %s', async (folder, base, title) => {
    const own = await openStore('memory:');
    const place = join(await scratch(), folder);
    const text = JSON.stringify(crate({ name: 'NAME' })).replace('"name":"NAME"', '"description":"No name"');
    await writeCrate(place, text);
    await loadCrates(own, place, { contexts: BUNDLED, ...(base !== undefined && { base }) });
    const [summary] = (await new StoreIndexer().of(own.snapshot())).crates;
    expect(summary?.title).toBe(title);
    await own.close();
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

it('the list of crates as CSV has no text that a spreadsheet would run as a formula', async () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a=1'];
  const data = await pageDataOf(...formulas.map((name) => crate({ name })));
  const { body } = await renderPage({ page: 'crates', search: '?sort=name', form: { named: 'csv' } }, data);
  for (const name of formulas.slice(0, 4)) expect(body).toContain(`,'${name},`);
  expect(body).not.toMatch(/,"?[=+@\t-]/);
  expect(body).toMatch(/,a=1,.*,\d+,\d+,\d+\r\n/);
});
