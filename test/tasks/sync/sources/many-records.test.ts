import { openStore } from '../../../../src/index.js';
import { HostedCatalogue } from '../helpers/hosted-catalogue.js';
import { crateText, syncHere } from '../helpers/sync-here.js';

const CRATE = 'ro-crate-metadata.json';
const MANY = 10_030;
/** The last of them are crates. */
const CRATES = 50;
const PAGE = 25;
const SEARCH = /^\(soil OR rain\) AND created:\[(.{19}) TO (.{19})\}$/;

/** One is made each hour. */
const timeOf = (id: number) => Date.UTC(2024, 0, 1) + id * 3_600_000;
const secondsOf = (time: string) => Date.parse(`${time}Z`);

const record = (id: number) => ({
  id,
  conceptrecid: `${id}`,
  created: new Date(timeOf(id)).toISOString(),
  revision: 1,
  files: id < MANY - CRATES ? [] : [{ key: CRATE, checksum: `md5:${id}` }],
});

let host: HostedCatalogue;
let searches: string[];
beforeEach(async () => {
  host = await HostedCatalogue.open();
  searches = [];
  const all = Array.from({ length: MANY }, (_, id) => id);
  host.intercept = ({ url: asked = '/' }, response) => {
    const url = new URL(asked, host.address);
    const json = (text: string) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    const [, id] = /^\/api\/records\/(\d+)\/files\//.exec(url.pathname) ?? [];
    if (id !== undefined) json(crateText(`Crate ${id}`));
    else if (url.pathname !== '/api/records') return false;
    else {
      const q = url.searchParams.get('q') ?? '';
      const page = Number(url.searchParams.get('page') ?? '1');
      if (page === 1) searches.push(q);
      const [, from, to] = SEARCH.exec(q) ?? [];
      const [first, end] = from === undefined ? [0, Infinity] : [secondsOf(from), secondsOf(String(to))];
      const found = all.filter((one) => timeOf(one) >= first && timeOf(one) < end);
      const next = new URL(url);
      next.searchParams.set('page', `${page + 1}`);
      const links = page * PAGE < found.length ? { next: next.href } : {};
      const hits = found.slice((page - 1) * PAGE, page * PAGE).map(record);
      // OpenSearch counts no further without `track_total_hits`
      json(JSON.stringify({ hits: { hits, total: Math.min(found.length, 10_000) }, links }));
    }
    return true;
  };
});
afterEach(() => host.close());

it('more records than Zenodo lists are asked for in parts, by the time in which they were made', async () => {
  const store = await openStore('memory:');
  const synced = await syncHere(store, `${host.address}api/records?q=soil OR rain`, { kind: 'zenodo' });
  expect(synced).toMatchObject({ listed: CRATES, counts: { loaded: CRATES } });
  expect(searches[0]).toBe('soil OR rain');
  expect(searches.slice(1).filter((search) => !SEARCH.test(search))).toEqual([]);
  const pages = host.takeRequests().filter((one) => one.startsWith('GET /api/records?'));
  expect(pages.length).toBeLessThan(MANY / PAGE + 30);
});
