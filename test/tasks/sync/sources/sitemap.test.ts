import { gzipSync } from 'node:zlib';
import { SITEMAP } from '../../../../src/tasks/sync/sources/sitemap.js';
import { loadRecords } from '../../../../src/tasks/stored/load-records.js';
import { catalogueServer, crateText, cut, listed, SyncedStore, typed } from '../helpers/catalogue-server.js';

// Shapes of https://www.sitemaps.org/protocol.html: "XML tag definitions" and "Using Sitemap index files".
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urls = (...entries: (readonly [loc: string, lastmod?: string])[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NS}>${entries.map(([loc, time]) => `<url><loc>${loc}</loc>${time === undefined ? '' : `<lastmod>${time}</lastmod>`}<priority>0.8</priority></url>`).join('')}</urlset>`;
const index = (...parts: string[]) =>
  `<sitemapindex ${NS}>${parts.map((loc) => `<sitemap><loc>${loc}</loc><lastmod>2004-10-01T18:23:17+00:00</lastmod></sitemap>`).join('')}</sitemapindex>`;

const page = (...jsonLd: object[]) =>
  typed('text/html', `<!DOCTYPE html><title>A</title>${jsonLd.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')}`); // prettier-ignore

it('pages are read by their links and JSON-LD, and only again when lastmod changes', async () => {
  const server = await catalogueServer((url) => ({
    '/sitemap.xml': urls([`${url}/`], [`${url}/a`, '2025-01-01'], [`${url}/b`, '2025-01-02T10:00:00Z']),
    '/': page(),
    '/a': typed('text/html', '<html></html>', {
      link: '</a.json>; rel="describedby"; profile="https://w3id.org/ro/crate"',
    }),
    '/a.json': crateText('A'),
    '/b': page({
      '@context': 'https://schema.org/',
      '@type': 'Dataset',
      distribution: {
        '@type': 'DataDownload',
        contentUrl: '/download/7',
        encodingFormat: ['application/ld+json', 'https://w3id.org/ro/crate/1.1'],
      },
    }),
    '/download/7': crateText('B'),
  }));
  const synced = new SyncedStore();
  const first = await synced.sync(`${server.url}/sitemap.xml`);
  expect(first).toMatchObject({ kind: 'sitemap', listed: 3, counts: { loaded: 2, 'no crate': 1 } });
  server.requested();
  // The start has neither a crate nor a time: it is asked for each time.
  const second = await synced.sync(`${server.url}/sitemap.xml`);
  expect(second.counts).toEqual({ unchanged: 2, 'no crate': 1 });
  expect(server.requested().filter((path) => /^\/[ab]/.test(path))).toEqual([]);

  server.answers['/sitemap.xml'] = urls([`${server.url}/a`, '2025-02-01']);
  server.answers['/a.json'] = crateText('A, new');
  const third = await synced.sync(`${server.url}/sitemap.xml`);
  expect(third.items).toEqual({ [`${server.url}/a`]: 'replaced', [`${server.url}/b`]: 'gone' });
});

it('a page without a crate is asked for again when it has changed; one that had a crate has a fault', async () => {
  const server = await catalogueServer((url) => ({
    '/sitemap.xml': urls([`${url}/a/?x=1|2`, '2025-01-01'], [`${url}/about`, '2025-01-01']),
    '/a/?x=1|2': typed('text/html', '<html></html>', {
      link: '</a.json>; rel="describedby"; profile="https://w3id.org/ro/crate"',
    }),
    '/a.json': crateText('A'),
    '/about': page(),
  }));
  const synced = new SyncedStore();
  const sitemap = `${server.url}/sitemap.xml`;
  expect((await synced.sync(sitemap)).counts).toEqual({ loaded: 1, 'no crate': 1 });
  server.requested();
  expect((await synced.sync(sitemap)).counts).toEqual({ unchanged: 1, 'no crate': 1 });
  expect(server.requested().filter((path) => path.startsWith('/a'))).toEqual([]);

  server.answers['/sitemap.xml'] = urls(
    [`${server.url}/a/?x=1|2`, '2025-02-01'],
    [`${server.url}/about`, '2025-02-01'],
  );
  server.answers['/a/?x=1|2'] = page(); // "temporarily not available"
  const third = await synced.sync(sitemap);
  expect(third.counts).toEqual({ failed: 1, 'no crate': 1 });
  expect(server.requested()).toContain('/about');
});

it('an index leads to its parts, also to packed ones, each once; a day that is not over is no version', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { url } = await catalogueServer((address) => ({
    '/index.xml': index(`${address}/1.xml`, `${address}/2.xml.gz`, `${address}/1.xml`),
    '/1.xml': urls([`${address}/x?a=1&amp;b=2`, today]),
    '/2.xml.gz': typed('application/gzip', gzipSync(urls(['https://example.org/y', '2004-12-23T18:00:15+00:00']))),
  }));
  const { items, listing } = await listed(SITEMAP, `${url}/index.xml`);
  expect(items).toEqual([
    { source: `${url}/x?a=1&b=2`, version: undefined },
    { source: 'https://example.org/y', version: '2004-12-23T18:00:15+00:00' },
  ]);
  expect(listing).toMatchObject({ isComplete: true, isMixed: true });
});

it('a packed sitemap that ends early is an error', async () => {
  const packed = gzipSync(urls(['https://example.org/y']));
  const { url } = await catalogueServer(() => ({ '/s.gz': typed('application/gzip', packed.subarray(0, -12)) }));
  await expect(listed(SITEMAP, `${url}/s.gz`)).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
});

it.each<[string, string, RegExp]>([
  ['HTML', '<!DOCTYPE html><html></html>', /no sitemap: it begins with <html>/],
  ['no address', urls(['about:blank']), /"about:blank", which is no address/],
  ['no loc', `<urlset ${NS}><url><priority>1</priority></url></urlset>`, /has no <loc>/],
  ['the end of a file', urls(['https://example.org/']).slice(0, -4), /not well-formed XML: .*/],
  ['another server', index('https://example.org/1.xml'), /on another server/],
  [
    'entities of its own',
    `<!DOCTYPE urlset [<!ENTITY a "b">]><urlset ${NS}><url><loc>&a;</loc></url></urlset>`,
    /entity/,
  ],
  ['nothing', '', /not well-formed XML/],
])('%s is an error', async (_what, text, message) => {
  const { url } = await catalogueServer(() => ({ '/s.xml': text }));
  await expect(listed(SITEMAP, `${url}/s.xml`)).rejects.toMatchObject({
    code: 'ERR_CATALOGUE_INVALID',
    message: expect.stringMatching(message) as string,
  });
});

it('an index of an index, a missing part and an answer that is cut are errors, and nothing is marked', async () => {
  const server = await catalogueServer((url) => ({
    '/s.xml': urls([`${url}/a.json`, '2025-01-01']),
    '/a.json': crateText('A'),
    '/i.xml': index(`${url}/i2.xml`),
    '/i2.xml': index(`${url}/s.xml`),
    '/m.xml': index(`${url}/none.xml`),
  }));
  const synced = new SyncedStore();
  await synced.sync(`${server.url}/s.xml`);
  server.answers['/s.xml'] = cut(urls(...Array.from({ length: 50 }, (_, at) => [`${server.url}/${at}`] as const)));
  await expect(synced.sync(`${server.url}/s.xml`, { kind: 'sitemap' })).rejects.toMatchObject({ code: 'ERR_HTTP' });
  await expect(listed(SITEMAP, `${server.url}/i.xml`)).rejects.toThrow(/index of sitemaps leads to an index/);
  await expect(listed(SITEMAP, `${server.url}/m.xml`)).rejects.toMatchObject({ code: 'ERR_HTTP' });
  const records = await loadRecords(synced.store, {});
  expect(records.map(({ source, gone }) => [source, gone])).toEqual([[`${server.url}/a.json`, undefined]]);
});
