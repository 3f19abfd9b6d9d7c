import { renderPage } from '../../../src/site/pages/render-page.js';
import type { PageData } from '../../../src/site/pages/page-data.js';
import type { PageRequest } from '../../../src/site/pages/page-request.js';
import { crate } from '../../helpers/read.js';
import { pageDataOf, ROOT } from './helpers/page-data.js';
import { readHtml } from './helpers/page-html.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';

async function bodyOf(request: PageRequest, data: PageData): Promise<string> {
  const { body, status } = await renderPage(request, data);
  expect(status).toBe(200);
  return body;
}

describe('pages of crates with more than people can read', () => {
  it('cut a name of a megabyte where it is a title or a link, and show more of it once', async () => {
    const long = 'N'.repeat(1_000_000);
    const data = await pageDataOf(
      crate([{ '@id': '#p', '@type': 'Person', name: long }], CONTEXT, { name: long, author: { '@id': '#p' } }),
    );
    const key = data.index.crateOf(ROOT)?.key as string;
    const requests: PageRequest[] = [
      { page: 'crates', search: '' },
      { page: 'crate', key, search: '' },
      { page: 'crate', key, search: '?view=graph' },
      { page: 'entity', key, id: '#p', search: '' },
    ];
    for (const request of requests) expect((await bodyOf(request, data)).length).toBeLessThan(60_000);
    expect(readHtml(await bodyOf(requests[1]!, data)).text).toContain('1,000,000 characters in all');
  });

  it('list the first types of an entity and of a crate, say how many more there are, and can show all', async () => {
    const types = Array.from({ length: 2000 }, (_, at) => `https://example.org/T${at};`);
    const data = await pageDataOf(crate([{ '@id': '#t', '@type': types, name: 'T' }], CONTEXT));
    const key = data.index.crateOf(ROOT)?.key as string;
    const entity = readHtml(await bodyOf({ page: 'entity', key, id: '#t', search: '' }, data));
    expect(entity.text).toContain('T49;');
    expect(entity.text).not.toContain('T50;');
    expect(entity.text).toContain('and 1,950 more');
    const overview = readHtml(await bodyOf({ page: 'crate', key, search: '' }, data));
    expect(overview.text).not.toContain('T1999;');
    expect(overview.hrefs).toContain('?types=all#entities');
    expect(overview.text).toContain('all 2,002 types');
    expect((await bodyOf({ page: 'crate', key, search: '?view=graph' }, data)).length).toBeLessThan(20_000);
    const all = readHtml(await bodyOf({ page: 'crate', key, search: '?types=all' }, data));
    expect(all.text).toContain('T1999;');
  });
});

describe('terms of a profile', () => {
  const term = 'https://example.org/terms#depth';
  const hole = { '@id': '#h', '@type': 'Thing', name: 'H', depth: '12', height: '3' };
  const context = [CONTEXT, { depth: term, height: 'https://example.org/terms#height' }];
  const profile = crate(
    [
      { '@id': term, '@type': 'rdf:Property', sameAs: { '@id': 'https://example.org/about-depth' } },
      { '@id': 'http://schema.org/name', '@type': 'rdf:Property', sameAs: { '@id': 'https://example.org/about-name' } },
    ],
    CONTEXT,
  );

  async function hrefsOf(conformsTo: object): Promise<readonly string[]> {
    const data = await pageDataOf(crate([hole], context, { conformsTo }), profile);
    const key = data.index.crateOf(ROOT)?.key as string;
    return readHtml(await bodyOf({ page: 'entity', key, id: '#h', search: '' }, data)).hrefs;
  }

  it('lead to the sameAs of their definition in the crate of the profile that the root conforms to', async () => {
    const hrefs = await hrefsOf({ '@id': 'https://example.org/1/' });
    expect(hrefs).toContain('https://example.org/about-depth');
    expect(hrefs).toContain('https://example.org/terms#height');
  });

  it('are not explained by a crate that the root does not name', async () => {
    const hrefs = await hrefsOf({ '@id': 'https://example.org/another/' });
    expect(hrefs).toEqual(expect.arrayContaining([term, 'http://schema.org/name']));
  });
});
