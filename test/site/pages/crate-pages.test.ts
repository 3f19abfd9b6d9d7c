import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import { crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { readHtml, textIn, type PageHtml } from './helpers/page-html.js';

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

  it('has pages of parts and of entities of a type', async () => {
    const files = Array.from({ length: 120 }, (_, at) => ({
      '@id': `f${at}`,
      '@type': 'File',
      name: `File no ${at};`,
    }));
    const data = await pageDataOf(crate(files, CONTEXT, { hasPart: files.map(({ '@id': id }) => ({ '@id': id })) }));
    const first = await cratePage(data);
    expect(first.text).toContain('File no 49;');
    expect(first.text).not.toContain('File no 50;');
    expect(first.hrefs).toContain('?page=3#contents');
    expect((await cratePage(data, '?page=3')).text).toContain('File no 119;');
    const typed = await cratePage(data, '?type=File&page=2');
    expect(typed.text).toContain('File no 50;');
    expect(typed.text).not.toContain('File no 49;');
    expect(typed.hrefs).toContain('?type=File&page=3#of-type');
  });

  it('opens folders inside of folders, but none inside of itself', async () => {
    const data = await pageDataOf(
      crate([{ '@id': 'a/', '@type': 'Dataset', name: 'Folder A', hasPart: [{ '@id': 'a/b/' }, { '@id': './' }] }, { '@id': 'a/b/', '@type': 'Dataset', name: 'Folder B', hasPart: { '@id': 'a/' } }], CONTEXT, { name: 'Top', hasPart: { '@id': 'a/' } }), // prettier-ignore
    );
    const { text } = await cratePage(data);
    expect(text.match(/Folder B/g)).toHaveLength(1);
  });

  it('of no crate is a 404', async () => {
    const page = await renderPage({ page: 'crate', key: '<b>', search: '' }, await pageDataOf(crate([])));
    expect(page.status).toBe(404);
    expect(readHtml(page.body).text).toContain('“<b>”');
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
