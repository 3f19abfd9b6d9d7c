import { openStore } from '../../../../src/index.js';
import { HttpClient } from '../../../../src/package/http/http-client.js';
import type { GraphStore } from '../../../../src/store/port.js';
import { catalogueKind } from '../../../../src/tasks/sync/source-kinds.js';
import { loadRecords } from '../../../../src/tasks/stored/load-records.js';
import { zipOf } from '../../../package/helpers/crate-forms.js';
import { answerFile } from '../../../package/helpers/server.js';
import { HostedCatalogue } from '../helpers/hosted-catalogue.js';
import { crateText, statuses, syncHere } from '../helpers/sync-here.js';

/** A version of a record: its files, the text or bytes of each. */
interface Version {
  readonly concept: number;
  readonly id: number;
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly revision?: number;
  readonly restricted?: boolean;
}

const checksumOf = (content: string | Buffer) => `md5:${Buffer.from(content).toString('hex').slice(-24)}${content.length}`; // prettier-ignore

/** As zenodo-rdm writes it: site/zenodo_rdm/legacy/serializers/schemas/zenodojson.py and common.py. */
const zenodoRecord = ({ concept, id, files, revision = 4 }: Version, site: string) => ({
  created: '2025-03-01T10:00:00.000000+00:00',
  modified: '2025-03-01T10:00:01.000000+00:00',
  id,
  conceptrecid: `${concept}`,
  doi: `10.5281/zenodo.${id}`,
  conceptdoi: `10.5281/zenodo.${concept}`,
  metadata: { title: `Record ${id}`, access_right: 'open' },
  title: `Record ${id}`,
  links: { self: `${site}api/records/${id}`, files: `${site}api/records/${id}/files` },
  updated: '2025-03-01T10:00:01.000000+00:00',
  recid: `${id}`,
  revision,
  files: Object.entries(files).map(([key, content]) => ({
    id: '9f3c',
    key,
    size: content.length,
    checksum: checksumOf(content),
    links: { self: `${site}api/records/${id}/files/${key}/content` },
  })),
  status: 'published',
});

/** As docs-invenio-rdm has it: docs/reference/rest_api_drafts_records.md, “Search records” and “Record files”. */
const rdmRecord = ({ concept, id, files, revision = 3, restricted = false }: Version, hasEntries: boolean) => ({
  access: { record: 'public', files: restricted ? 'restricted' : 'public', embargo: { reason: null, active: false } },
  created: '2020-11-27 10:52:23.945755',
  files: { enabled: true, order: [], ...(hasEntries && { entries: fileEntries(files) }) },
  id: `r-${id}`,
  is_published: true,
  metadata: { title: `Record ${id}` },
  parent: { id: `p-${concept}` },
  revision_id: revision,
  updated: '2020-11-27 10:52:23.969244',
  versions: { index: 1, is_latest: true },
});

const fileEntries = (files: Version['files']) =>
  Object.fromEntries(
    Object.entries(files).map(([key, content]) => [key, { key, checksum: checksumOf(content), size: content.length }]),
  );

const CRATE = 'ro-crate-metadata.json';
let host: HostedCatalogue;
let versions: Version[];
let style: 'zenodo' | 'inveniordm';
let hasEntries: boolean;
let total: number | undefined;
let spoil: (body: string, page: number) => string;
/** The search of the last page. */
let asked: string | undefined;

beforeEach(async () => {
  host = await HostedCatalogue.open();
  style = 'zenodo';
  hasEntries = true;
  total = undefined;
  spoil = (body) => body;
  versions = [
    { concept: 10, id: 11, files: { [CRATE]: crateText('ten'), 'data.zip': Buffer.from('PK no crate') } },
    { concept: 20, id: 21, files: { 'a.zip': zipOf({ [CRATE]: crateText('twenty') }) } },
    { concept: 30, id: 31, files: { 'paper.pdf': '%PDF' } },
    { concept: 40, id: 41, files: { 'b.zip': zipOf({ 'no-crate.txt': 'x' }) } },
    { concept: 50, id: 51, files: { 'c d.zip': zipOf({ [CRATE]: crateText('c') }), 'e.zip': zipOf({ [CRATE]: crateText('e') }) } }, // prettier-ignore
  ];
  host.intercept = (request, response) => {
    const url = new URL(request.url ?? '/', host.address);
    const [, id, key] = /^\/api\/records\/(?:r-)?(\d+)\/files(?:\/(.+)\/content)?$/.exec(url.pathname) ?? [];
    const version = versions.find((one) => `${one.id}` === id);
    const json = (text: string) => void response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    if (key !== undefined) {
      const content = version?.files[decodeURIComponent(key)];
      if (content === undefined) response.writeHead(404).end();
      else answerFile(request, response, Buffer.from(content), { 'content-type': 'application/octet-stream' });
    } else if (version !== undefined) {
      json(JSON.stringify({ enabled: true, entries: Object.values(fileEntries(version.files)) }));
    } else if (/^\/api\/(communities\/[^/]+\/)?records$/.test(url.pathname)) {
      const page = Number(url.searchParams.get('page') ?? '1');
      asked = url.searchParams.get('q') ?? undefined;
      const next = new URL(url);
      next.searchParams.set('page', `${page + 1}`);
      const hits = versions
        .slice(page * 2 - 2, page * 2)
        .map((one) => (style === 'zenodo' ? zenodoRecord(one, host.address) : rdmRecord(one, hasEntries)));
      const links = { self: url.href, ...(page * 2 < versions.length && { next: next.href }) };
      json(spoil(JSON.stringify({ hits: { hits, total: total ?? versions.length }, links }), page));
    } else return false;
    return true;
  };
});
afterEach(() => host.close());

const sync = (store: GraphStore, path = '') => syncHere(store, `${host.address}${path}`, { kind: style });
const shortly = (synced: Awaited<ReturnType<typeof sync>>) =>
  Object.entries(statuses(synced)).map(([source, status]) => `${status} ${source.replace(host.address, '')}`);

describe.each(['zenodo', 'inveniordm'] as const)('records of %s as a catalogue', (name) => {
  const p = name === 'zenodo' ? '' : 'p-';
  beforeEach(() => (style = name));

  it('have the crates in their files; the second time none is asked for', async () => {
    const store = await openStore('memory:');
    expect(shortly(await sync(store))).toEqual([
      `loaded records/${p}10`,
      `loaded records/${p}20`,
      `loaded records/${p}50#c%20d.zip`,
      `loaded records/${p}50#e.zip`,
    ]);
    host.takeRequests();
    expect(await sync(store)).toMatchObject({ listed: 5, counts: { unchanged: 4 }, items: [] });
    expect(host.takeRequests()).toEqual([
      'GET /api/records?sort=oldest&size=25',
      'GET /api/records?sort=oldest&size=25&page=2',
      'GET /api/records?sort=oldest&size=25&page=3',
    ]);
  });

  it('change with the checksum of the file, under the same base, and disappear', async () => {
    const store = await openStore('memory:');
    await sync(store);
    const before = new Map((await loadRecords(store)).map(({ source, base }) => [source, base]));
    const [ten, twenty, ...others] = versions as [Version, Version, ...Version[]];
    versions = [
      { ...ten, id: 12, files: { [CRATE]: crateText('ten, second version') } },
      { ...twenty, revision: 9 },
      ...others.slice(0, -1),
    ];
    expect(shortly(await sync(store))).toEqual([
      `replaced records/${p}10`,
      `gone records/${p}50#c%20d.zip`,
      `gone records/${p}50#e.zip`,
    ]);
    expect(new Map((await loadRecords(store)).map(({ source, base }) => [source, base]))).toEqual(before);
    expect(new Set(before.values()).size).toBe(5); // four crates, and the state of the catalogue
  });

  it('are those of a community or a search that the address names', async () => {
    const store = await openStore('memory:');
    for (const path of ['communities/x', 'communities/x/records', 'search?q=rain%20fall&l=list&p=2&s=10', 'api/records?q=a&type=dataset&page=3']) // prettier-ignore
      expect(await syncHere(store, `${host.address}${path}`, { kind: style, dryRun: true })).toMatchObject({ listed: 5 }); // prettier-ignore
    const firsts = host.takeRequests().filter((one) => !one.includes('page='));
    const community =
      name === 'zenodo'
        ? '/api/records?sort=oldest&size=25&communities=x'
        : '/api/communities/x/records?sort=oldest&size=25';
    expect(firsts).toEqual([
      `GET ${community}`,
      `GET ${community}`,
      'GET /api/records?q=rain+fall&sort=oldest&size=25',
      'GET /api/records?q=a&type=dataset&sort=oldest&size=25',
    ]);
    for (const path of ['records/12', 'search?f=x', 'communities'])
      await expect(sync(store, path)).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
  });

  it('are an error if their parts have fewer than the whole, and nothing is marked', async () => {
    const store = await openStore('memory:');
    await sync(store);
    total = 10_000;
    spoil = (body) => body; // each part says that it has as many
    await expect(sync(store)).rejects.toMatchObject({
      code: 'ERR_CATALOGUE_INVALID',
      message: expect.stringContaining('it has 10000 records of one second'),
    });
    spoil = (body) => body.replace('"total":10000', asked === undefined ? '"total":10000' : '"total":5');
    await expect(sync(store)).rejects.toMatchObject({ message: expect.stringContaining('it ends after 10 of 10000') });
    expect((await loadRecords(store)).filter(({ gone }) => gone !== undefined)).toEqual([]);
  });

  it.each<[string, (body: string) => string, string]>([
    ['cut off', (body) => body.slice(0, -20), 'it is not JSON'],
    ['without hits', () => '{"links": {}}', '/hits/total is missing'],
    ['with hits of another type', () => '{"hits": {"total": 5, "hits": {}}}', '/hits/hits is no list'],
    ['with a total of another type', () => '{"hits": {"total": "5", "hits": []}}', '/hits/total is no count'],
    ['with records that end early', () => '{"hits": {"total": 5, "hits": []}, "links": {}}', 'it ends after 2 of 5'],
    ['with fewer than before', (body) => body.replace('"total":5', '"total":4'), '5 have become 4'],
    ['without identifiers', () => '{"hits": {"total": 5, "hits": [{}]}}', '/hits/hits/0/parent/id is missing'],
    ['with a next page elsewhere', (body) => body.replace('"next":"http://127.0.0.1', '"next":"http://127.0.0.2'), 'another host'], // prettier-ignore
    ['with the first page as the next one', (body) => body.replace('&page=3"}', '"}'), 'in a circle'],
  ])('are an error with a page %s, and nothing is marked', async (_, change, message) => {
    const store = await openStore('memory:');
    await sync(store);
    spoil = (body, page) => (page === 2 ? change(body) : body);
    await expect(sync(store)).rejects.toMatchObject({
      code: 'ERR_CATALOGUE_INVALID',
      message: expect.stringContaining(message),
    });
    expect((await loadRecords(store)).filter(({ gone }) => gone !== undefined)).toEqual([]);
  });
});

describe('InvenioRDM', () => {
  it('may list files at their own address; those that are restricted are not asked for', async () => {
    style = 'inveniordm';
    hasEntries = false;
    versions.push({ concept: 60, id: 61, files: { [CRATE]: crateText('six') }, restricted: true });
    const store = await openStore('memory:');
    expect(await sync(store)).toMatchObject({ listed: 5, counts: { loaded: 4 } });
    expect(await sync(store)).toMatchObject({ listed: 5, counts: { unchanged: 4 } });
    expect(host.takeRequests().filter((one) => one.includes('r-61'))).toEqual([]);
  });
});

describe('Zenodo', () => {
  it('is known by its host', async () => {
    const reading = { client: new HttpClient({ offline: true }) };
    for (const place of ['https://zenodo.org/communities/x', 'https://sandbox.zenodo.org'])
      expect((await catalogueKind(place, undefined, reading)).kind.name).toBe('zenodo');
  });
});
