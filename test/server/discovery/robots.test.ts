import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atomFeed, MOST_ADDRESSES, siteMap, siteMapPart } from '../../../src/server/discovery/site-maps.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { handlesOf } from '../../../src/tasks/stored/handles.js';
import { openStore } from '../../../src/store/open-store.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { BUNDLED } from '../../helpers/read.js';
import { startServer } from '../../helpers/server.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const PUBLIC = 'https://data.example.org/rain/';
const [ONE, OTHER] = ['https://data.example/one/', 'https://data.example/other/'];

let folder: string;
let place: string;
/** Where the server listens. */
let at: string;
/** The addresses of the crates of the store. */
let addresses: string[];
/** The time of the load. */
let loaded: string;

const get = (path: string, init: RequestInit = {}) => fetch(new URL(path, at), init);
const textOf = async (path: string) => (await get(path)).text();
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, text]) => text);

beforeAll(async () => {
  folder = await scratch();
  place = join(folder, 'store.db');
  const store = await openStore(place, { mode: 'write', create: true });
  await loadCrates(store, await writeCrate(join(folder, 'one'), crate({ name: 'One <&> "all"' })), { contexts: BUNDLED, base: ONE }); // prettier-ignore
  await loadCrates(store, await writeCrate(join(folder, 'other'), crate()), { contexts: BUNDLED, base: OTHER });
  const keys = handlesOf((await store.graphs()).keys(), []);
  loaded = String((await store.records({ graph: ONE }))[0]?.data['loaded']);
  addresses = [ONE, OTHER].map((graph) => `${PUBLIC}crates/${String(keys.get(graph))}/`);
  await store.close();
  await writeCrate(join(folder, 'my survey'), crate());
  ({ listensAt: at } = await startServer({ store: place, folders: [join(folder, 'my survey')], address: PUBLIC }));
});

describe('/robots.txt', () => {
  it('keeps robots from what has no end, below the public address, and names the sitemap', async () => {
    const answer = await get('robots.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await answer.text()).split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['sparql', 'graphs', 'query', '*?']) expect(lines).toContain(`Disallow: /rain/${path}`);
    expect(lines).toContain(`Sitemap: ${PUBLIC}sitemap.xml`);
  });

  it('of a private server keeps them out of everything, and needs no token', async () => {
    const server = await startServer({ folders: [join(folder, 'my survey')], isPrivate: true, token: 'secret' });
    const answer = await fetch(`${server.address}robots.txt`);
    expect([answer.status, await answer.text()]).toEqual([200, 'User-agent: *\nDisallow: /\n']);
    expect((await fetch(`${server.address}sitemap.xml`)).status).toBe(401);
  });
});

describe('/sitemap.xml', () => {
  it('has the start and all crates by their public addresses, with the time of the load', async () => {
    const answer = await get('sitemap.xml');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const xml = await answer.text();
    const all = [PUBLIC, ...addresses, `${PUBLIC}crates/my%20survey/`];
    expect(locations(xml).sort()).toEqual(all.sort());
    expect(xml).toContain(`<url><loc>${String(addresses[0])}</loc><lastmod>${loaded}</lastmod><crategraph:state>`);
    expect(loaded).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  it('says nothing of the time of a change that it does not know, and is asked for again with its tag', async () => {
    const etag = (await get('sitemap.xml')).headers.get('etag') as string;
    const status = async () => (await get('sitemap.xml', { headers: { 'if-none-match': etag } })).status;
    expect(await status()).toBe(304);
    const store = await openStore(place, { mode: 'write' });
    await store.update(`INSERT DATA { GRAPH <${OTHER}> { <${OTHER}> <http://schema.org/keywords> "fresh" } }`);
    await store.close();
    expect(await status()).toBe(200);
    const xml = await textOf('sitemap.xml');
    expect(xml).toContain(`<url><loc>${String(addresses[1])}</loc><crategraph:state>`);
    expect(xml).toContain(`<loc>${String(addresses[0])}</loc><lastmod>`);
  });

  it('follows a load, and a change of the metadata file of a folder', async () => {
    const store = await openStore(place, { mode: 'write' });
    await loadCrates(store, join(folder, 'other'), { contexts: BUNDLED, base: 'https://data.example/third/' });
    await store.close();
    const before = await textOf('sitemap.xml');
    expect(locations(before)).toHaveLength(5);
    await writeFile(join(folder, 'my survey/ro-crate-metadata.json'), JSON.stringify(crate({ name: 'New' })));
    expect(await textOf('sitemap.xml')).not.toBe(before);
  });

  it('has one part where there are few crates', async () => {
    expect(locations(await textOf('sitemap-1.xml'))).toEqual(locations(await textOf('sitemap.xml')));
    expect((await get('sitemap-2.xml')).status).toBe(404);
    expect((await get('sitemap-0.xml')).status).toBe(404);
  });

  it('is a list of files with 50,000 addresses each where there are more', () => {
    const entries = Array.from({ length: 2 * MOST_ADDRESSES }, (_, key) => ({ key: `k${key}`, name: undefined, loaded: undefined, mark: '1', isChanged: false })); // prettier-ignore
    const files = [1, 2, 3].map((number) => `${PUBLIC}sitemap-${number}.xml`);
    expect(locations(siteMap(PUBLIC, entries))).toEqual(files);
    const parts = [1, 2, 3].map((number) => locations(siteMapPart(PUBLIC, entries, number) ?? ''));
    expect(parts.map(({ length }) => length)).toEqual([MOST_ADDRESSES, MOST_ADDRESSES, 1]);
    expect(parts.flat()).toEqual([PUBLIC, ...entries.map(({ key }) => `${PUBLIC}crates/${key}/`)]);
    expect(siteMapPart(PUBLIC, entries, 4)).toBeUndefined();
    expect(locations(siteMap(PUBLIC, entries.slice(0, MOST_ADDRESSES - 1)))).toHaveLength(MOST_ADDRESSES);
  });
});

describe('/feed.atom', () => {
  it('has the newest loads, with their names', async () => {
    const answer = await get('feed.atom');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    const xml = await answer.text();
    expect(xml).toContain(`<id>${PUBLIC}feed.atom</id>`);
    expect(xml).toContain(
      `<entry><id>${String(addresses[0])}</id><title>One &#60;&#38;&#62; &#34;all&#34;</title><updated>${loaded}</updated>`,
    );
  });

  it('has the 50 newest, newest first', () => {
    const entries = Array.from({ length: 60 }, (_, key) => ({ key: `k${key}`, name: '\u0000\ud800', loaded: new Date(key * 1000).toISOString(), mark: '1', isChanged: false })); // prettier-ignore
    const xml = atomFeed(PUBLIC, entries);
    const ids = [...xml.matchAll(/<entry><id>[^<]*\/(k\d+)\/<\/id><title>\ufffd\ufffd</g)].map(([, key]) => key);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, place_) => `k${59 - place_}`));
    expect(xml).toContain('<updated>1970-01-01T00:00:59.000Z</updated>');
  });
});
