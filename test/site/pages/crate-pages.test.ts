import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import { crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { attribute, readHtml, textIn, type PageHtml } from './helpers/page-html.js';

const TERMS = { education: 'https://example.org/terms#education', Widget: 'https://example.org/terms#Widget' };
const CONTEXT = ['https://w3id.org/ro/crate/1.1/context', TERMS];

function keyOf({ index }: PageData): string {
  return index.crateOf(ROOT)?.key as string;
}

async function cratePage(data: PageData, search = ''): Promise<PageHtml> {
  const { body, status } = await renderPage({ page: 'crate', key: keyOf(data), search }, data);
  expect(status).toBe(200);
  return readHtml(body);
}

async function entityPage(data: PageData, id: string, search = ''): Promise<PageHtml> {
  const { body, status } = await renderPage({ page: 'entity', key: keyOf(data), id, search }, data);
  expect(status).toBe(200);
  return readHtml(body);
}

/** The keys of the properties that a page lists. */
function terms({ elements }: PageHtml): string[] {
  return elements.filter(({ tagName }) => tagName === 'dt').map(textIn);
}

describe('the page of a crate', () => {
  it('shows the root, its contents, the types of its entities and its downloads', async () => {
    const data = await pageDataOf(
      crate([{ '@id': 'a.csv', '@type': 'File', name: 'Table' }, { '@id': '#p', '@type': 'Person', name: 'Ada' }], CONTEXT, { name: 'Rain', description: 'All of it', hasPart: { '@id': 'a.csv' }, author: { '@id': '#p' } }), // prettier-ignore
    );
    const { text, hrefs, errors } = await cratePage(data);
    expect(errors).toEqual([]);
    for (const shown of ['Rain', 'All of it', 'Table', 'Ada', 'Person1']) expect(text).toContain(shown);
    expect(hrefs).toEqual(expect.arrayContaining(['?entity=a.csv', '?entity=%23p', '?type=Person#of-type', `../${keyOf(data)}.jsonld`, `../${keyOf(data)}.ttl`, `../${keyOf(data)}.nq`, 'http://schema.org/author'])); // prettier-ignore
  });

  it('calls a crate without a name by its address, as the list does', async () => {
    const { elements } = await cratePage(await pageDataOf(crate([], CONTEXT)));
    const [heading] = elements.filter(({ tagName }) => tagName === 'h1');
    expect(textIn(heading!)).toBe(ROOT.replace('https://', '').replace(/\/$/, ''));
  });

  it('has the beginning of its contents, with the way to all of them', async () => {
    const files = Array.from({ length: 120 }, (_, at) => ({
      '@id': `f${String(at).padStart(3, '0')}`,
      '@type': 'File',
      name: `File no ${at};`,
    }));
    const data = await pageDataOf(crate(files, CONTEXT, { hasPart: files.map(({ '@id': id }) => ({ '@id': id })) }));
    const first = await cratePage(data);
    expect(first.text).toContain('File no 49;');
    expect(first.text).not.toContain('File no 50;');
    expect(first.text).toContain('70 more: see, filter and sort all');
    expect(first.hrefs).toContain('?view=files');
    expect((await cratePage(data, '?view=files&page=2')).text).toContain('File no 119;');
  });

  it('names a folder once, and what is in it on a page of its own', async () => {
    const data = await pageDataOf(
      crate([{ '@id': 'a/', '@type': 'Dataset', name: 'Folder A', hasPart: [{ '@id': 'a/b/' }, { '@id': './' }] }, { '@id': 'a/b/', '@type': 'Dataset', name: 'Folder B', hasPart: { '@id': 'a/' } }], CONTEXT, { name: 'Top', hasPart: { '@id': 'a/' } }), // prettier-ignore
    );
    const { text, hrefs } = await cratePage(data);
    expect(text.match(/Folder A/g)).toHaveLength(1);
    expect(text).not.toContain('Folder B');
    expect(hrefs).toContain('?view=files&folder=a%2F');
    expect((await cratePage(data, '?view=files&folder=a%2F')).text).toContain('Folder B');
    const folder = await entityPage(data, 'a/');
    expect(folder.text).toMatch(/Contents 2.*b\/Folder BDataset/s);
    expect(terms(folder)).toEqual(['name']);
    expect(folder.hrefs).toEqual(expect.arrayContaining(['?view=files&folder=a%2F', '?view=files&folder=a%2Fb%2F']));
  });

  it('keeps parts that are texts among its properties', async () => {
    const { text } = await cratePage(await pageDataOf(crate([], CONTEXT, { hasPart: ['table.csv'] })));
    expect(text).toMatch(/hasPart\s*table\.csv/);
  });

  it('leads from its keywords to the crates that have them', async () => {
    const term = { '@id': 'https://example.org/rain', '@type': 'DefinedTerm', name: 'Rainfall' };
    const own = { '@id': '#snow', '@type': 'DefinedTerm', name: 'Snow' };
    const keywords = ['wind, "hail"; fog & ice', 'wind', { '@id': term['@id'] }, { '@id': '#snow' }, 'x'.repeat(300)];
    const data = await pageDataOf(crate([term, own], CONTEXT, { keywords }), crate([], CONTEXT, { keywords: 'wind' }));
    const { elements, text } = await cratePage(data);
    const chips = elements.filter((one) => attribute(one, 'href')?.startsWith('../../?keyword=') === true);
    expect(chips.map(textIn)).toEqual(['wind', '"hail"', 'fog & ice', 'Rainfall', 'Snow']);
    for (const chip of chips) {
      const search = attribute(chip, 'href')?.slice('../../'.length) ?? '';
      const list = readHtml((await renderPage({ page: 'crates', search }, data)).body);
      expect(list.hrefs.filter((href) => href.startsWith('crates/'))).toHaveLength(textIn(chip) === 'wind' ? 2 : 1);
    }
    // One is too long for that: the property stays.
    expect(text).toContain('x'.repeat(300));
  });

  it('says keywords once', async () => {
    expect(terms(await cratePage(await pageDataOf(crate([], CONTEXT, { keywords: 'hail, fog' }))))).toEqual([]);
    const long = `hail, ${'x'.repeat(300)}`;
    expect(terms(await cratePage(await pageDataOf(crate([], CONTEXT, { keywords: long }))))).toEqual(['keywords']);
  });
});

describe('the entities of a type', () => {
  const files = Array.from({ length: 620 }, (_, at) => ({
    '@id': `f${at}`,
    '@type': at % 2 === 0 ? 'File' : ['File', 'SoftwareSourceCode'],
    name: `File no ${620 - at};`,
    ...(at === 3 && { description: `**Bold** <script>alert(1)</script> ${'word '.repeat(100)}` }),
  }));
  let data: PageData;
  beforeAll(async () => void (data = await pageDataOf(crate(files, CONTEXT))));

  const names = ({ elements }: PageHtml) =>
    elements.filter((one) => attribute(one, 'class') === 'name-cell' && one.tagName === 'th').slice(1).map(textIn); // prettier-ignore

  it('come in pages, in the order of the document, with types and descriptions', async () => {
    const first = await cratePage(data, '?type=File');
    expect(first.errors).toEqual([]);
    expect(names(first)).toEqual(files.slice(0, 50).map(({ name }) => name));
    expect(first.text).toMatch(/File no 617;f3SoftwareSourceCodeBold <script>alert\(1\)<\/script> (?:word )+…/);
    expect(first.hrefs).toContain('?type=File&page=13#of-type');
    expect(names(await cratePage(data, '?type=File&page=13'))).toHaveLength(20);
  });

  it('are sorted, filtered, and found by what a page begins with', async () => {
    const sorted = await cratePage(data, '?type=File&sort=-name&page=2');
    expect(names(sorted)[0]).toBe('File no 570;');
    expect(sorted.hrefs).toContain('?type=File&sort=name#of-type');
    const options = sorted.elements.filter(({ tagName }) => tagName === 'option');
    expect(options.map(textIn).slice(0, 2)).toEqual(['1: File no 620;', '2: File no 570;']);
    const filtered = await cratePage(data, '?type=File&q=619+sourcecode');
    expect(names(filtered)).toEqual(['File no 619;', 'File no 1;']); // by name, and by identifier
    expect((await cratePage(data, '?type=File&q=nothing')).text).toContain('Nothing has these words');
  });
});

describe('a page that is not there', () => {
  it('of no crate is a 404', async () => {
    const page = await renderPage({ page: 'crate', key: '<b>', search: '' }, await pageDataOf(crate([])));
    expect(page.status).toBe(404);
    expect(readHtml(page.body).text).toContain('“<b>”');
  });

  it.each([
    ['?view=files&folder=nope%2F', 'no such folder', '?view=files'],
    ['?type=Nothing', 'no entity of the type “Nothing”', './#entities'],
    ['?type=', 'no entity without a type', './#entities'],
  ])('of a crate, such as %s, is a 404 with a way back', async (search, said, back) => {
    const data = await pageDataOf(crate([{ '@id': 'a/b', '@type': 'File' }]));
    const page = await renderPage({ page: 'crate', key: keyOf(data), search }, data);
    expect(page.status).toBe(404);
    const { text, hrefs } = readHtml(page.body);
    expect(text).toContain(said);
    expect(hrefs).toContain(back);
    for (const there of ['?view=files&folder=a%2F', '?view=files&folder=', '?type=File', '?view=nothing'])
      await cratePage(data, there);
  });
});

describe('the page of an entity', () => {
  it('has its properties in the order of the document, and what mentions it', async () => {
    const data = await pageDataOf(
      crate([{ '@id': '#p', '@type': 'Person', telephone: '1', name: 'Ada', email: 'a@b.example' }], CONTEXT, { name: 'Rain', author: { '@id': '#p' } }), // prettier-ignore
    );
    const { text, elements } = await entityPage(data, '#p');
    expect(elements.filter(({ tagName }) => tagName === 'dt')).toHaveLength(3);
    expect(text).toMatch(/telephone.*name.*email/s);
    expect(text).toMatch(/Mentioned by 1.*Rain.*as author/s);
  });

  it('explains keys and types by the sameAs of their definition, else by their IRI', async () => {
    const data = await pageDataOf(
      crate(
        [
          { '@id': TERMS.education, '@type': 'rdf:Property', name: 'Education', sameAs: { '@id': 'https://example.org/about-education' } },
          { '@id': TERMS.Widget, '@type': 'rdfs:Class', sameAs: 'https://example.org/about-widgets' },
          { '@id': '#w', '@type': 'Widget', name: 'W', education: 'PhD' },
        ],
        CONTEXT,
      ),
    ); // prettier-ignore
    const { hrefs } = await entityPage(data, '#w');
    expect(hrefs).toEqual(expect.arrayContaining(['https://example.org/about-education', 'https://example.org/about-widgets', 'http://schema.org/name'])); // prettier-ignore
    expect(hrefs).not.toContain(TERMS.education);
    expect(hrefs).not.toContain(TERMS.Widget);
  });

  it('shows entities without a name in-line, those that contain each other too, and links the others', async () => {
    const data = await pageDataOf(
      crate(
        [
          { '@id': '#w', '@type': 'Place', name: 'W', geo: { '@id': '_:g' }, address: { '@id': '#named' } },
          { '@id': '_:g', '@type': 'GeoCoordinates', elevation: 'lat 1', address: { '@id': '_:h' } },
          { '@id': '_:h', '@type': 'Place', telephone: 'tel 2', geo: { '@id': '_:g' } },
          { '@id': '#named', '@type': 'PostalAddress', name: 'Named', telephone: 'tel 3' },
        ],
        CONTEXT,
      ),
    );
    const { text, hrefs } = await entityPage(data, '#w');
    for (const shown of ['lat 1', 'tel 2', 'Named']) expect(text).toContain(shown);
    expect(text).not.toContain('tel 3');
    expect(text.match(/lat 1/g)).toHaveLength(1);
    expect(hrefs).toContain('?entity=%23named');
  });

  it('links http, https, mailto and DOIs, and shows everything else as text', async () => {
    const data = await pageDataOf(
      crate(
        [
          {
            '@id': '#x',
            name: 'X',
            url: ['https://example.org/a', 'javascript:alert(1)', ' JavaScript:alert(2)', 'data:text/html,x', 'doi:10.1/x'],
            sameAs: [{ '@id': 'javascript:alert(3)' }, { '@id': 'mailto:a@b.example' }, { '@id': 'vbscript:x' }],
          },
        ],
        CONTEXT,
      ),
    ); // prettier-ignore
    const { hrefs, text } = await entityPage(data, '#x');
    expect(hrefs).toEqual(expect.arrayContaining(['https://example.org/a', 'https://doi.org/10.1/x', 'mailto:a@b.example'])); // prettier-ignore
    expect(hrefs.filter((href) => /^\s*(?:javascript|data:text|vbscript)/i.test(href))).toEqual([]);
    expect(text).toContain('javascript:alert(1)');
  });

  it('shows 50 values of a property, and all on pages of their own', async () => {
    const keywords = Array.from({ length: 130 }, (_, at) => `word ${at};`);
    const data = await pageDataOf(crate([{ '@id': '#x', name: 'X', keywords }], CONTEXT));
    const { text, hrefs } = await entityPage(data, '#x');
    expect(text).toContain('word 49;');
    expect(text).not.toContain('word 50;');
    expect(hrefs).toContain('?entity=%23x&property=keywords');
    expect((await entityPage(data, '#x', '?entity=%23x&property=keywords&page=3')).text).toContain('word 129;');
  });

  it('names other crates that mention it', async () => {
    const orcid = 'https://orcid.org/0000-0002-1825-0097';
    const person = { '@id': orcid, '@type': 'Person', name: 'Ada' };
    const data = await pageDataOf(crate([person]), crate([person], CONTEXT, { name: 'The other one' }));
    const { text, hrefs } = await entityPage(data, orcid);
    expect(text).toContain('The other one');
    const other = data.index.crateOf('https://example.org/1/')?.key;
    expect(hrefs).toContain(`../${other}/?entity=${encodeURIComponent(orcid)}`);
  });

  it('of an identifier that the crate does not describe is a 404', async () => {
    const data = await pageDataOf(crate([]));
    const page = await renderPage({ page: 'entity', key: keyOf(data), id: '#nobody', search: '' }, data);
    expect([page.status, readHtml(page.body).text.includes('#nobody')]).toEqual([404, true]);
  });
});
