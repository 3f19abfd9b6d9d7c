import { openStore } from '../../../../src/index.js';
import type { GraphStore } from '../../../../src/store/port.js';
import { loadRecords } from '../../../../src/tasks/stored/load-records.js';
import { HostedCatalogue } from '../helpers/hosted-catalogue.js';
import { crateText, statuses, syncHere } from '../helpers/sync-here.js';

interface Dataset {
  readonly id: string;
  readonly version: number;
  readonly state?: 'DRAFT' | 'RELEASED';
  /** The content of its metadata file. */
  readonly file?: string;
}

/** As guides.dataverse.org has it, api/search.html, “Advanced Search Example”. */
const datasetItem = ({ id, version, state = 'RELEASED' }: Dataset) => ({
  name: `Dataset ${id}`,
  type: 'dataset',
  url: `https://doi.org/10.5072/FK2/${id}`,
  global_id: `doi:10.5072/FK2/${id}`,
  description: 'x',
  published_at: '2016-05-10T12:57:45Z',
  citation: 'Finch, Fiona, 2016',
  versionId: version,
  versionState: state,
  createdAt: '2016-05-10T12:53:39Z',
  updatedAt: '2016-05-10T12:57:45Z',
  authors: ['Finch, Fiona'],
});

/** As the same page has it, “Basic Search Example”. */
const fileItem = ({ id, version, file }: Dataset, name = 'ro-crate-metadata.json') => ({
  name,
  type: 'file',
  url: `https://demo.dataverse.org/api/access/datafile/${version}`,
  file_id: `${version}`,
  published_at: '2016-05-10T12:53:39Z',
  file_content_type: 'application/json',
  size_in_bytes: file?.length,
  md5: `${file?.length}-${version}`,
  dataset_name: `Dataset ${id}`,
  dataset_persistent_id: `doi:10.5072/FK2/${id}`,
});

/** As dataverse.harvard.edu/api/info/exportFormats answers. */
const formats = (...names: readonly string[]) =>
  JSON.stringify({
    status: 'OK',
    data: Object.fromEntries(names.map((name) => [name, { displayName: name, mediaType: 'application/json', isHarvestable: false, isVisibleInUserInterface: true }])), // prettier-ignore
  });

let host: HostedCatalogue;
let datasets: Dataset[];
let exporters: string | undefined;
let spoil: (body: string, start: number) => string;

beforeEach(async () => {
  host = await HostedCatalogue.open();
  exporters = formats('OAI_ORE', 'schema.org', 'rocrate_json');
  spoil = (body) => body;
  datasets = [
    { id: 'A', version: 1, file: crateText('A in a file') },
    { id: 'B', version: 2 },
    { id: 'C', version: 3, file: crateText('C in a file') },
  ];
  host.intercept = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', host.address);
    const json = (text: string | undefined) => {
      if (text === undefined) response.writeHead(404).end('{"status":"ERROR"}');
      else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      return true;
    };
    if (pathname === '/api/info/exportFormats') return json(exporters);
    if (pathname === '/api/datasets/export') {
      const id = searchParams.get('persistentId');
      const one = datasets.find((dataset) => id === `doi:10.5072/FK2/${dataset.id}`);
      if (one === undefined || searchParams.get('exporter') !== 'rocrate_json') return json(undefined);
      return json(crateText(`${one.id} in version ${one.version}`));
    }
    const [, file] = /^\/api\/access\/datafile\/(\d+)$/.exec(pathname) ?? [];
    if (file !== undefined) return json(datasets.find(({ version }) => `${version}` === file)?.file);
    if (pathname !== '/api/search') return false;
    const start = Number(searchParams.get('start'));
    const all =
      searchParams.get('type') === 'dataset'
        ? datasets.map(datasetItem)
        : [
            ...datasets.filter((one) => one.file !== undefined).map((one) => fileItem(one)),
            fileItem({ id: 'B', version: 9, file: 'x' }, 'about ro-crate-metadata.json.txt'),
          ];
    // A server may give fewer than it is asked for.
    const items = all.slice(start, start + 2);
    const data = { q: '*', total_count: all.length, start, spelling_alternatives: {}, items, count_in_response: items.length }; // prettier-ignore
    return json(spoil(JSON.stringify({ status: 'OK', data }), start));
  };
});
afterEach(() => host.close());

const sync = (store: GraphStore, path = '') => syncHere(store, `${host.address}${path}`, { kind: 'dataverse' });
const doi = (id: string) => `https://doi.org/10.5072/FK2/${id}`;

describe('a Dataverse as a catalogue', () => {
  it('exports each dataset as a crate; the second time none is asked for', async () => {
    const store = await openStore('memory:');
    expect(statuses(await sync(store))).toEqual({ [doi('A')]: 'loaded', [doi('B')]: 'loaded', [doi('C')]: 'loaded' });
    host.takeRequests();
    expect(await sync(store)).toMatchObject({ listed: 3, counts: { unchanged: 3 }, items: [] });
    expect(host.takeRequests()).toEqual([
      'GET /api/info/exportFormats',
      'GET /api/search?q=*&sort=date&order=asc&type=dataset&per_page=1000&start=0',
      'GET /api/search?q=*&sort=date&order=asc&type=dataset&per_page=1000&start=2',
    ]);
  });

  it('reads a new version under the same base, sees what has disappeared, and reads no drafts', async () => {
    const store = await openStore('memory:');
    await sync(store);
    const before = new Map((await loadRecords(store)).map(({ source, base }) => [source, base]));
    datasets = [
      { id: 'A', version: 4 },
      { id: 'A', version: 5, state: 'DRAFT' },
      { id: 'C', version: 3 },
    ];
    expect(statuses(await sync(store))).toEqual({ [doi('A')]: 'replaced', [doi('B')]: 'gone' });
    expect(new Map((await loadRecords(store)).map(({ source, base }) => [source, base]))).toEqual(before);
    expect(new Set(before.values()).size).toBe(3);
  });

  it('has the crates in files where no exporter is installed', async () => {
    exporters = formats('OAI_ORE', 'schema.org');
    const store = await openStore('memory:');
    expect(statuses(await sync(store))).toEqual({ [doi('A')]: 'loaded', [doi('C')]: 'loaded' });
    expect(await sync(store)).toMatchObject({ listed: 2, counts: { unchanged: 2 }, items: [] });
    host.takeRequests();
    await syncHere(store, `${host.address}api/search?q=rain`, { kind: 'dataverse', dryRun: true });
    const [, asked = ''] = host.takeRequests().at(-1)?.split(' ') ?? [];
    const words = new URL(asked, host.address).searchParams.get('q');
    expect(words).toBe('(rain) AND "ro-crate-metadata.json"');
  });

  it('is asked for the usual exporter if the server does not tell', async () => {
    exporters = undefined;
    expect(await sync(await openStore('memory:'))).toMatchObject({ counts: { loaded: 3 } });
  });

  it('may be a collection or a search', async () => {
    const store = await openStore('memory:');
    await sync(store, 'dataverse/birds');
    expect(host.takeRequests()[1]).toBe('GET /api/search?subtree=birds&q=*&sort=date&order=asc&type=dataset&per_page=1000&start=0'); // prettier-ignore
    await sync(store, 'api/search?q=finch&fq=publicationDate:2016&start=7&type=file');
    expect(host.takeRequests()[1]).toBe('GET /api/search?q=finch&fq=publicationDate%3A2016&sort=date&order=asc&type=dataset&per_page=1000&start=0'); // prettier-ignore
    for (const path of ['dataset.xhtml?persistentId=doi:1', 'dataverse/birds?q=x'])
      await expect(sync(store, path)).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
  });

  it.each<[string, (body: string) => string, string]>([
    ['cut off', (body) => body.slice(0, -9), 'it is not JSON'],
    ['without data', () => '{"status":"OK"}', '/data/total_count is missing'],
    ['with items of another type', () => '{"data":{"total_count":3,"items":"x"}}', '/data/items is no list'],
    ['that is empty too early', () => '{"data":{"total_count":3,"items":[]}}', 'it ends after 2 of 3'],
    ['with fewer than before', (body) => body.replace('"total_count":3', '"total_count":2'), '3 have become 2'],
    ['with what was there before', (body) => body.replace('doi:10.5072/FK2/C', 'doi:10.5072/FK2/A'), 'a second time'],
    ['with another identifier', (body) => body.replace('doi:10.5072/FK2/C', 'x'), '/data/items/0/global_id is no DOI'],
    ['with a dataset without version', (body) => body.replaceAll(/"(versionId|updatedAt|published_at)":/g, '"x":'), '/versionId is missing'], // prettier-ignore
  ])('is an error with a page %s, and nothing is marked', async (_, change, message) => {
    const store = await openStore('memory:');
    await sync(store);
    spoil = (body, start) => (start === 2 ? change(body) : body);
    await expect(sync(store)).rejects.toMatchObject({
      code: 'ERR_CATALOGUE_INVALID',
      message: expect.stringContaining(message),
    });
    expect((await loadRecords(store)).filter(({ gone }) => gone !== undefined)).toEqual([]);
  });
});
