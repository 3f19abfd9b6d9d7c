import { gzipSync } from 'node:zlib';
import { HttpClient } from '../../../src/package/http/http-client.js';
import { catalogueKind } from '../../../src/tasks/sync/source-kinds.js';
import { catalogueServer, typed } from './helpers/catalogue-server.js';

const reading = () => ({ client: new HttpClient({ env: {} }) });
const SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>';

it.each<[string, string, string | Buffer]>([
  ['sitemap', 'application/xml', `<?xml version="1.0"?>\n<!-- <a> -->\n${SITEMAP}`],
  ['sitemap', 'text/xml', '<sitemapindex/>'],
  ['sitemap', 'application/gzip', gzipSync(SITEMAP)],
  ['oai-pmh', 'text/xml', '<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"/>'],
  ['link-set', 'application/linkset+json', '{}'],
  ['link-set', 'application/json', '{ "linkset": [] }'],
  ['link-set', 'text/plain', '<https://example.org/>; rel="item"'],
  ['dcat', 'text/turtle', '<a> a <b> .'],
  ['dcat', 'text/plain', '@prefix a: <b:> .'],
  ['dcat', 'application/xml', '<?xml version="1.0"?><rdf:RDF/>'],
  ['dcat', 'application/json', '{"@context": {}, "@graph": []}'],
  ['list', 'text/csv', 'crate,version\n'],
  ['list', 'application/json', '["https://example.org/"]'],
  ['list', 'text/plain', 'https://example.org/'],
])('it is %s: %s, %s', async (kind, type, text) => {
  const server = await catalogueServer(() => ({ '/x': typed(type, text as string) }));
  expect((await catalogueKind(`${server.url}/x`, undefined, reading())).kind.name).toBe(kind);
  expect(server.requested()).toEqual(['/x']);
});

it.each([
  ['a page', 'text/html', '<!DOCTYPE html><html></html>'],
  ['an archive', 'application/zip', 'PK\u0003\u0004'],
  ['another XML', 'text/xml', '<feed/>'],
  ['nothing', 'text/plain', ''],
])('%s is no catalogue', async (_what, type, text) => {
  const { url } = await catalogueServer(() => ({ '/x': typed(type, text) }));
  await expect(catalogueKind(`${url}/x`, undefined, reading())).rejects.toMatchObject({
    code: 'ERR_CATALOGUE_INVALID',
    hint: expect.stringContaining('oai-pmh') as string,
  });
});

it('standard input is refused, and a folder is one', async () => {
  await expect(catalogueKind('-', undefined, reading())).rejects.toMatchObject({ code: 'ERR_USAGE' });
  expect((await catalogueKind('data/crates', undefined, reading())).kind.name).toBe('folder');
});
