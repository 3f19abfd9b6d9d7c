import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { loadRecords } from '../../../src/tasks/stored/load-records.js';
import { syncCatalogue, type SyncOptions } from '../../../src/tasks/sync/sync-catalogue.js';
import type { ItemResult } from '../../../src/tasks/sync/sync-commits.js';
import { BUNDLED } from '../../helpers/read.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { scratch } from '../../package/helpers/crate-forms.js';
import { HostedCatalogue } from './helpers/hosted-catalogue.js';

let folder: string;
let path: string;
let store: GraphStore;
let host: HostedCatalogue;
let list: string;
let told: ItemResult[];

beforeEach(async () => {
  folder = await scratch();
  path = join(folder, 'store.db');
  list = join(folder, 'list.txt');
  store = await openStore(path, { mode: 'write', create: true });
  host = await HostedCatalogue.open();
});
afterEach(async () => {
  await store.close();
  await host.close();
});

const sync = (place: string, options: SyncOptions = {}) => {
  told = [];
  return syncCatalogue(store, place, { contexts: BUNDLED, onItem: (item) => void told.push(item), ...options });
};
const statuses = () => told.map(({ status, source }) => `${status} ${source.replace(host.address, '')}`).sort();
const names = async () => (await listCrates(store)).map(({ name }) => name).sort();
const writeList = (...addresses: readonly string[]) => writeFile(list, addresses.map((one) => `${one}\n`).join(''));

it('keeps in a store file which pages of a sitemap have no crate', async () => {
  const lastmod = '<lastmod>2026-01-01T00:00:00Z</lastmod>';
  host.pages.set('/page', '<html></html>');
  host.pages.set('/sitemap.xml', `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${host.address}page</loc>${lastmod}</url><url><loc>${host.putCrate('1', 'One')}</loc>${lastmod}</url></urlset>`); // prettier-ignore
  const sitemap = `${host.address}sitemap.xml`;
  expect((await sync(sitemap)).counts).toEqual({ loaded: 1, 'no crate': 1 });
  host.takeRequests();
  expect((await sync(sitemap, { kind: 'sitemap' })).counts).toEqual({ unchanged: 1, 'no crate': 1 });
  expect(host.takeRequests()).toEqual(['GET /sitemap.xml']);
  expect(await faults()).toEqual([]);
  expect(String(await queryStore(store, 'ASK { ?s a <http://www.w3.org/ns/dcat#Catalog> }'))).toBe('false\n');
});

describe('a list of crates on the web', () => {
  beforeEach(async () => {
    await writeList(host.putCrate('1', 'One'), host.putCrate('2', 'Two'), host.putCrate('3', 'Three'));
    expect((await sync(list)).counts).toEqual({ loaded: 3 });
    host.takeRequests();
  });

  it('is asked with the validators of its servers, and nothing that is the same is sent again', async () => {
    const report = await sync(list);
    expect(report).toMatchObject({ kind: 'list', listed: 3, counts: { unchanged: 3 }, requests: 4 });
    expect(host.takeRequests().every((one) => one.endsWith(' 304'))).toBe(true);
    expect(report.bytes).toBe(0);
  });

  it('reads what has changed and what is new, and nothing else', async () => {
    host.putCrate('2', 'Two, corrected');
    await writeList(`${host.address}1/ro-crate-metadata.json`, `${host.address}2/ro-crate-metadata.json`, `${host.address}3/ro-crate-metadata.json`, host.putCrate('4', 'Four')); // prettier-ignore
    expect((await sync(list)).counts).toEqual({ replaced: 1, loaded: 1, unchanged: 2 });
    expect(await names()).toEqual(['Four', 'One', 'Three', 'Two, corrected']);
    expect(host.takeRequests().filter((one) => !one.endsWith(' 304'))).toHaveLength(2);
  });

  it('marks what has disappeared, and keeps it; what comes back has no mark', async () => {
    await writeList(`${host.address}1/ro-crate-metadata.json`);
    expect((await sync(list)).counts).toEqual({ unchanged: 1, gone: 2 });
    expect((await listCrates(store)).map(({ gone }) => gone !== undefined)).toEqual([false, true, true]);
    const [first] = await loadRecords(store, { source: `${host.address}2/ro-crate-metadata.json` });
    expect((await sync(list)).counts).toEqual({ unchanged: 1 });
    expect((await loadRecords(store, { source: first?.source ?? '' }))[0]?.gone).toBe(first?.gone);
    const gone =
      'SELECT (COUNT(?g) AS ?n) { GRAPH <urn:crategraph:catalogue> { ?l prov:invalidatedAtTime ?t ; prov:generated ?g } }';
    expect(await queryStore(store, gone, { format: 'csv' })).toBe('n\r\n2\r\n');
    await writeList(`${host.address}1/ro-crate-metadata.json`, `${host.address}2/ro-crate-metadata.json`);
    expect((await sync(list)).counts).toEqual({ unchanged: 2 });
    expect((await listCrates(store)).map(({ gone }) => gone !== undefined)).toEqual([false, false, true]);
    expect(await faults()).toEqual([]);
  });

  it('removes what has disappeared only if it is told to, and never what was changed here', async () => {
    await updateStore(store, `PREFIX schema: <http://schema.org/> INSERT DATA { GRAPH <${host.address}2/> { <${host.address}2/> schema:keywords "mine" } }`); // prettier-ignore
    await writeList(`${host.address}1/ro-crate-metadata.json`);
    await sync(list);
    expect(await names()).toHaveLength(3);
    const report = await sync(list, { prune: true });
    expect(report.counts).toEqual({ unchanged: 1, pruned: 1, kept: 1 });
    expect(await names()).toEqual(['One', 'Two']);
  });

  it.each([false, true])(
    'follows a crate with a name of its own to another place (with another content: %s)',
    async (isNew) => {
      const put = (name: string, title: string) => {
        host.pages.set(`/${name}/ro-crate-metadata.json`, JSON.stringify(crate({ name: title })).replaceAll('"./"', '"https://example.org/own/"')); // prettier-ignore
        return `${host.address}${name}/ro-crate-metadata.json`;
      };
      await writeList(put('old', 'Own'));
      await sync(list);
      await updateStore(store, 'PREFIX schema: <http://schema.org/> INSERT DATA { GRAPH <https://example.org/own/> { <https://example.org/own/> schema:keywords "mine" } }'); // prettier-ignore
      await writeList(put('new', isNew ? 'Own, corrected' : 'Own'));
      expect((await sync(list, { prune: true })).counts).toEqual({ gone: 1, pruned: 3, merged: 1 });
      expect(await names()).toEqual([isNew ? 'Own, corrected' : 'Own']);
      expect((await sync(list, { prune: true })).counts).toEqual({ unchanged: 1 });
      expect((await listCrates(store)).map(({ gone }) => gone)).toEqual([undefined]);
      expect(await queryStore(store, 'SELECT ?k { ?c schema:keywords ?k }', { format: 'csv' })).toBe('k\r\nmine\r\n');
      expect(await faults()).toEqual([]);
    },
  );

  it('keeps a crate that another catalogue has too, until that has it no more', async () => {
    const other = `${list}.other.txt`;
    const [one, two, three] = ['1', '2', '3'].map((name) => `${host.address}${name}/ro-crate-metadata.json`);
    await writeFile(other, `${two}\n${three}\n`);
    await sync(list);
    expect((await sync(other)).counts).toEqual({ unchanged: 2 });
    await writeFile(other, `${three}\n`);
    expect((await sync(other, { dryRun: true })).counts).toEqual({ ask: 1, kept: 1 });
    expect((await sync(other, { prune: true })).counts).toEqual({ unchanged: 1, kept: 1 });
    expect(await names()).toEqual(['One', 'Three', 'Two']);
    await writeList(String(one), String(three));
    expect((await sync(list, { prune: true })).counts).toEqual({ unchanged: 2, gone: 1, pruned: 1 });
    const inCatalogues = 'SELECT (COUNT(?c) AS ?n) { GRAPH <urn:crategraph:catalogue> { ?x <https://w3id.org/ro/terms/crategraph#catalogue> ?c } }'; // prettier-ignore
    expect(await queryStore(store, inCatalogues, { format: 'csv' })).toBe('n\r\n3\r\n');
    expect(await faults()).toEqual([]);
  });

  it('refuses to remove all crates of a catalogue that lists nothing', async () => {
    await writeList();
    await expect(sync(list)).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' }); // it looks like nothing
    await expect(sync(list, { kind: 'list', prune: true })).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
    expect(await names()).toHaveLength(3);
    expect((await sync(list, { kind: 'list' })).counts).toEqual({ gone: 3 });
    await expect(sync(list, { kind: 'list', prune: true })).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID' });
    expect(await names()).toHaveLength(3);
  });

  it('removes nothing if nothing that is listed can be read', async () => {
    await writeList(`${host.address}wrong/ro-crate-metadata.json`);
    await expect(sync(list, { prune: true })).rejects.toMatchObject({ message: expect.stringContaining('3 of its crates') }); // prettier-ignore
    expect(await names()).toHaveLength(3);
  });

  it('compares a crate whose root is no base', async () => {
    const place = host.putCrate('own', 'Own');
    const put = (name: string) => host.pages.set('/own/ro-crate-metadata.json', JSON.stringify(crate({ name })).replaceAll('"./"', '"https://w3id.org/own"')); // prettier-ignore
    put('Own');
    await writeList(place);
    await sync(list);
    put('Other');
    const replaced = async () => (await sync(list, { diff: true }), told.find(({ status }) => status === 'replaced'));
    expect((await replaced())?.difference?.changed).toHaveLength(1);
  });

  it('keeps the crate of a server that fails, and asks again the next time', async () => {
    host.pages.delete('/2/ro-crate-metadata.json');
    const report = await sync(list);
    expect(report.counts).toEqual({ unchanged: 2, failed: 1 });
    expect(told.find(({ status }) => status === 'failed')?.error?.code).toBe('ERR_HTTP');
    expect(await names()).toHaveLength(3);
    host.putCrate('2', 'Two again');
    expect((await sync(list)).counts).toEqual({ unchanged: 2, replaced: 1 });
  });

  it('only says in a dry run what it would do', async () => {
    await writeList(`${host.address}1/ro-crate-metadata.json`, host.putCrate('4', 'Four'));
    const report = await sync(list, { dryRun: true });
    expect(report).toMatchObject({ counts: { ask: 1, new: 1, gone: 2 }, requests: 0 });
    expect(statuses()).toEqual(['ask 1/ro-crate-metadata.json', 'gone 2/ro-crate-metadata.json', 'gone 3/ro-crate-metadata.json', 'new 4/ro-crate-metadata.json']); // prettier-ignore
    expect(await names()).toHaveLength(3);
    expect((await listCrates(store)).every(({ gone }) => gone === undefined)).toBe(true);
  });

  it('says what is another in a crate that has changed', async () => {
    host.putCrate('3', 'Three, corrected');
    await sync(list, { diff: true });
    expect(told.find(({ status }) => status === 'replaced')?.difference?.changed[0]?.properties).toMatchObject([
      { property: 'name', removed: ['Three'], added: ['Three, corrected'] },
    ]);
  });

  it('reads everything again if it has to, and finds that it is the same', async () => {
    expect((await sync(list, { full: true })).counts).toEqual({ unchanged: 3 });
    expect(host.takeRequests().filter((one) => one.endsWith(' 304'))).toEqual([]);
  });

  it('takes over crates that were loaded before', async () => {
    const other = await openStore('memory:');
    await loadCrates(other, `${host.address}1/ro-crate-metadata.json`, { contexts: BUNDLED });
    const report = await syncCatalogue(other, list, { contexts: BUNDLED });
    expect(report.counts).toEqual({ unchanged: 1, loaded: 2 });
    expect((await syncCatalogue(other, list, { contexts: BUNDLED })).bytes).toBe(0);
    await other.close();
  });
});

describe('what the list says of each crate', () => {
  it.each([
    ['semicolons', 'crate;version\r\n'],
    ['tabs', 'crate\tversion\r\n'],
    ['columns in capitals', '\ufeffURL,Version\r\n'],
  ])('may be written with %s', async (_, head) => {
    const delimiter = /[;\t]/.exec(head)?.[0] ?? ',';
    await writeFile(list, `${head}${host.putCrate('1', 'One')}${delimiter}1\r\n`);
    expect((await sync(list)).counts).toEqual({ loaded: 1 });
    host.takeRequests();
    expect((await sync(list)).counts).toEqual({ unchanged: 1 });
    expect(host.takeRequests()).toEqual([]);
  });

  it('may be relative to the address of the list after redirects', async () => {
    host.putCrate('sub/1', 'One');
    host.pages.set('/sub/list.txt', '1/ro-crate-metadata.json\n');
    host.intercept = ({ url }, response) => {
      if (url !== '/list.txt') return false;
      response.writeHead(302, { location: '/sub/list.txt' }).end();
      return true;
    };
    expect((await sync(`${host.address}list.txt`, { kind: 'list' })).counts).toEqual({ loaded: 1 });
  });

  it('saves the request for one of the same version', async () => {
    const rows = (version: string) => JSON.stringify([{ crate: host.putCrate('1', 'One'), version }, { crate: host.putCrate('2', 'Two'), version: 'a' }]); // prettier-ignore
    await writeFile(list, rows('a'));
    await sync(list);
    host.takeRequests();
    expect(await sync(list)).toMatchObject({ counts: { unchanged: 2 }, requests: 0 });
    await writeFile(list, rows('b'));
    await sync(list);
    expect(host.takeRequests()).toEqual(['GET /1/ro-crate-metadata.json']);
    expect(await sync(list)).toMatchObject({ counts: { unchanged: 2 }, requests: 0 });
  });

  it('gives each its base', async () => {
    await writeFile(list, `crate,base\n${host.putCrate('1', 'One')},https://example.org/one/\n`);
    await sync(list);
    expect((await listCrates(store)).map(({ graph }) => graph)).toEqual(['https://example.org/one/']);
    host.takeRequests();
    expect((await sync(list)).counts).toEqual({ unchanged: 1 });
    expect(host.takeRequests()).toEqual(['GET /1/ro-crate-metadata.json 304']);
  });

  it.each(['', ',version'])(
    'gives each another base also if its server says that it is the same (crate,base%s)',
    async (column) => {
      const version = column === '' ? '' : ',1';
      const address = host.putCrate('1', 'One');
      await writeFile(
        list,
        `crate,base${column}\n${address},https://example.org/one/ro-crate-metadata.json${version}\n`,
      );
      await sync(list);
      expect((await sync(list)).counts).toEqual({ unchanged: 1 });
      await writeFile(list, `crate,base${column}\n${address},https://example.org/two/${version}\n`);
      expect((await sync(list)).counts).toEqual({ loaded: 1, gone: 1 });
      expect((await listCrates(store)).filter(({ gone }) => gone === undefined).map(({ graph }) => graph)).toEqual(['https://example.org/two/']); // prettier-ignore
      expect((await sync(list)).counts).toEqual({ unchanged: 1 });
      expect((await sync(list, { prune: true })).counts).toEqual({ unchanged: 1, pruned: 1 });
      expect((await listCrates(store)).map(({ graph }) => graph)).toEqual(['https://example.org/two/']);
    },
  );

  it.each([
    ['a row without a crate', '[{"crate":"x/"},{"name":"no place"}]', 'entry 2'],
    ['JSON that is none', '[{"crate":', 'not JSON'],
    ['an object of several lists', '{"a":[],"b":[]}', 'not a list'],
    ['rows of different lengths', 'crate,version\nx,1,2\n', 'not CSV'],
    ['an address that is none', 'http://[\n', 'no address'],
  ])('is an error with its place: %s', async (_what, text, reason) => {
    await writeFile(list, text);
    await expect(sync(list)).rejects.toMatchObject({ code: 'ERR_CATALOGUE_INVALID', message: expect.stringContaining(reason) }); // prettier-ignore
    expect(await names()).toEqual([]);
  });
});

describe('the people of the servers', () => {
  it('are told whom to ask', async () => {
    await writeList(host.putCrate('1', 'One'));
    await sync(list, { contact: 'mailto:me@example.org' });
    expect([...host.userAgents]).toEqual(['crategraph (mailto:me@example.org)']);
  });

  it('can say what nobody is to ask for', async () => {
    host.pages.set('/robots.txt', 'User-agent: *\nDisallow: /2/\n');
    await writeList(host.putCrate('1', 'One'), host.putCrate('2', 'Two'));
    await sync(list);
    expect(statuses()).toEqual(['failed 2/ro-crate-metadata.json', 'loaded 1/ro-crate-metadata.json']);
    expect(told.find(({ status }) => status === 'failed')?.error?.code).toBe('ERR_ADDRESS_REFUSED');
    expect((await sync(list, { robots: false })).counts).toEqual({ unchanged: 1, loaded: 1 });
  });

  it('get one request at a time, and their robots.txt is read once', async () => {
    let running = 0;
    let most = 0;
    let robots = 0;
    host.intercept = (request, response) => {
      if (request.url === '/robots.txt') robots += 1;
      most = Math.max(most, (running += 1));
      response.on('close', () => (running -= 1));
      return false;
    };
    await writeList(...Array.from({ length: 20 }, (_, index) => host.putCrate(String(index), `Crate ${index}`)));
    expect((await sync(list)).counts).toEqual({ loaded: 20 });
    expect([most, robots]).toEqual([1, 1]);
  });

  it('are not those of private hosts to which a catalogue on the web leads', async () => {
    const other = await HostedCatalogue.open('127.0.0.2');
    try {
      const place = other.putCrate('1', 'Private');
      host.pages.set(
        '/list.txt',
        `${place}\n${host.address}moved/ro-crate-metadata.json\n${host.putCrate('2', 'Two')}\n`,
      );
      host.intercept = ({ url }, response) => {
        if (url !== '/moved/ro-crate-metadata.json') return false;
        response.writeHead(302, { location: place }).end();
        return true;
      };
      expect((await sync(`${host.address}list.txt`, { kind: 'list' })).counts).toEqual({ failed: 2, loaded: 1 });
      expect(told.flatMap(({ error }) => error?.code ?? [])).toEqual(['ERR_ADDRESS_REFUSED', 'ERR_ADDRESS_REFUSED']);
      expect(other.takeRequests()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each([true, false])(
    'say what is not read also where a page leads (a link: %s, else a redirect)',
    async (isLink) => {
      host.putCrate('private', 'Private');
      host.pages.set('/robots.txt', 'User-agent: *\nDisallow: /private/\n');
      host.pages.set('/page', '<html></html>');
      host.intercept = ({ url }, response) => {
        if (url !== '/page') return false;
        const place = `${host.address}private/ro-crate-metadata.json`;
        const link = `<${place}>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/ro/crate"`;
        if (isLink) response.writeHead(200, { link, 'content-type': 'text/html' }).end('<html></html>');
        else response.writeHead(302, { location: place }).end();
        return true;
      };
      await writeList(`${host.address}page`);
      expect((await sync(list)).counts).toEqual({ failed: 1 });
      expect(told.map(({ error }) => error?.code)).toEqual(['ERR_ADDRESS_REFUSED']);
      expect(host.takeRequests().filter((one) => one.includes('private'))).toEqual([]);
      expect((await sync(list, { robots: false })).counts).toEqual({ loaded: 1 });
    },
  );

  it('have their Crawl-delay also after a crate that cannot be read', async () => {
    host.pages.set('/robots.txt', 'User-agent: *\nCrawl-delay: 0.5\n');
    const times = new Map<string | undefined, number>();
    host.intercept = ({ url }) => {
      times.set(url, times.get(url) ?? performance.now());
      return false;
    };
    await writeList(`${host.address}1/ro-crate-metadata.json`, `${host.address}2/ro-crate-metadata.json`);
    expect((await sync(list)).counts).toEqual({ failed: 2 });
    const [first = 0, second = 0] = [1, 2].map((name) => times.get(`/${name}/ro-crate-metadata.json`));
    expect(second - first).toBeGreaterThan(450);
  });

  it('are asked at once, if they are several', async () => {
    const other = await HostedCatalogue.open('127.0.0.2');
    // Each server answers only while the other one is asked too.
    const held: (() => void)[] = [];
    const meet: HostedCatalogue['intercept'] = (request, response) => {
      if (request.url === '/robots.txt') return false;
      held.push(() =>
        response.writeHead(200).end(host.pages.get(request.url ?? '') ?? other.pages.get(request.url ?? '')),
      );
      if (held.length === 2) for (const answer of held.splice(0)) answer();
      return true;
    };
    host.intercept = meet;
    other.intercept = meet;
    await writeList(host.putCrate('1', 'One'), other.putCrate('2', 'Two'));
    expect((await sync(list)).counts).toEqual({ loaded: 2 });
    await other.close();
  });

  it('are waited for when they are busy', async () => {
    let asked = 0;
    host.intercept = (request, response) => {
      if (request.url === '/robots.txt' || (asked += 1) > 1) return false;
      response.writeHead(503, { 'retry-after': '1' }).end();
      return true;
    };
    await writeList(host.putCrate('1', 'One'));
    expect((await sync(list)).counts).toEqual({ loaded: 1 });
    expect(asked).toBe(2);
  });
});

describe('a catalogue on the web', () => {
  it('does not send us to private addresses of others', async () => {
    const other = await HostedCatalogue.open('127.0.0.2');
    host.pages.set('/list.json', JSON.stringify([host.putCrate('1', 'One'), other.putCrate('2', 'Two')]));
    await sync(`${host.address}list.json`);
    expect(told.map(({ status, error }) => error?.code ?? status).sort()).toEqual(['ERR_ADDRESS_REFUSED', 'loaded']);
    expect(other.takeRequests()).toEqual([]);
    await other.close();
  });

  it.each([
    ['an error', 500, undefined],
    ['an answer that ends early', 200, '["http://127.0.0.1/1", "http'],
  ])('leaves the store as it was after %s', async (_what, status, body) => {
    host.pages.set('/list.json', JSON.stringify([host.putCrate('1', 'One'), host.putCrate('2', 'Two')]));
    await sync(`${host.address}list.json`);
    host.intercept = (_request, response) => {
      response.writeHead(status).end(body);
      return true;
    };
    await expect(sync(`${host.address}list.json`, { prune: true })).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_(HTTP|CATALOGUE_INVALID)$/) }); // prettier-ignore
    expect((await listCrates(store)).map(({ gone }) => gone)).toEqual([undefined, undefined]);
  });
});

describe('a folder tree', () => {
  it('gives back each crate as it is, and what was changed here stays', async () => {
    const tree = join(folder, 'tree');
    const more = { '@id': './a.txt', '@type': 'File', name: 'A file' };
    await writeCrate(join(tree, 'a'), crate({ name: 'A', entities: [more] }));
    await writeCrate(join(tree, 'b'), crate({ name: 'B' }));
    expect((await sync(tree)).counts).toEqual({ loaded: 2 });
    const [{ graph = '' } = {}] = (await listCrates(store, { name: 'A' })) as { graph?: string }[];
    await updateStore(store, `PREFIX schema: <http://schema.org/> INSERT DATA { GRAPH <${graph}> { <${graph}> schema:keywords "mine" } }`); // prettier-ignore
    await writeCrate(join(tree, 'a'), crate({ name: 'A, corrected', entities: [more] }));
    expect((await sync(tree)).counts).toEqual({ merged: 1, unchanged: 1 });
    const text = await exportCrate(store, graph);
    expect([text.includes('"mine"'), text.includes('A, corrected')]).toEqual([true, true]);
  });
});

it('removes a crate with the graphs of its RDF files', async () => {
  const tree = join(folder, 'tree');
  const file = { '@id': 'terms.ttl', '@type': 'File' };
  const a = await writeCrate(
    join(tree, 'a'),
    crate({ name: 'A', more: { hasPart: { '@id': 'terms.ttl' } }, entities: [file] }),
  );
  await writeFile(join(a, 'terms.ttl'), '<urn:a> <urn:b> <urn:c> .');
  await writeCrate(join(tree, 'b'), crate({ name: 'B' }));
  await loadCrates(store, a, { contexts: BUNDLED, rdf: {} });
  await sync(tree);
  expect(await listCrates(store, { references: true })).toHaveLength(1);
  await rm(a, { recursive: true });
  expect((await sync(tree, { prune: true })).counts).toMatchObject({ pruned: 1 });
  expect(await names()).toEqual(['B']);
  expect(await listCrates(store, { references: true })).toEqual([]);
});

async function faults(): Promise<readonly unknown[]> {
  await store.close();
  const { problems } = await verifyStore(path);
  store = await openStore(path, { mode: 'write' });
  return problems;
}
