import { openStore } from '../../../../src/index.js';
import { catalogueKind } from '../../../../src/tasks/sync/source-kinds.js';
import { HttpClient } from '../../../../src/package/http/http-client.js';
import { loadRecords } from '../../../../src/tasks/stored/load-records.js';
import { zipOf } from '../../../package/helpers/crate-forms.js';
import { answerFile } from '../../../package/helpers/server.js';
import { HostedCatalogue } from '../helpers/hosted-catalogue.js';
import { crateText, statuses, syncHere } from '../helpers/sync-here.js';

/** A workflow as SEEK writes it: seek4science/seek, app/serializers/ga4gh/trs/v2/tool_serializer.rb. */
const tool = (id: number, versions: readonly number[]) => ({
  id: `${id}`,
  url: `https://workflowhub.eu/workflows/${id}`,
  name: `Workflow ${id}`,
  organization: 'A project',
  toolclass: { id: '1', name: 'Workflow', description: 'A computational workflow' },
  versions: versions.map((version) => ({
    id: `${version}`,
    url: `https://workflowhub.eu/workflows/${id}?version=${version}`,
    name: `Workflow ${id}`,
    authors: ['A. Uthor'],
    descriptor_type: ['GALAXY'],
  })),
});

let host: HostedCatalogue;
/** What the hub has; pages of two. */
let tools: unknown[];
/** Changes an answer before it is sent. */
let spoil: (body: string, offset: number, headers: Record<string, string>) => string;

beforeEach(async () => {
  host = await HostedCatalogue.open();
  tools = [tool(1, [1, 2]), tool(2, [1]), tool(3, [9, 10])];
  spoil = (body) => body;
  host.intercept = (request, response) => {
    const url = new URL(request.url ?? '/', host.address);
    const [, id] = /^\/workflows\/(\d+)\/ro_crate$/.exec(url.pathname) ?? [];
    if (id !== undefined) {
      const name = `${id} in version ${url.searchParams.get('version')}`;
      answerFile(request, response, zipOf({ 'ro-crate-metadata.json': crateText(name) }), {
        'content-type': 'application/zip',
      });
      return true;
    }
    if (url.pathname !== '/ga4gh/trs/v2/tools') return false;
    // As tools_controller.rb: `next_page` if there are more, and a `last_page` that counts from the offset.
    const offset = Number(url.searchParams.get('offset') ?? '0');
    const next = new URL(url);
    next.searchParams.set('offset', `${offset + 2}`);
    const headers: Record<string, string> = { 'content-type': 'application/json', last_page: url.href };
    if (offset + 2 < tools.length) headers['next_page'] = next.href;
    const body = spoil(JSON.stringify(tools.slice(offset, offset + 2)), offset, headers);
    response.writeHead(200, headers).end(body);
    return true;
  };
});
afterEach(() => host.close());

const sync = (store: Parameters<typeof syncHere>[0], path = '') =>
  syncHere(store, `${host.address}${path}`, { kind: 'workflowhub' });

describe('WorkflowHub as a catalogue', () => {
  it('has the latest crate of each workflow; the second time none is asked for', async () => {
    const store = await openStore('memory:');
    expect(statuses(await sync(store))).toEqual({
      [`${host.address}workflows/1`]: 'loaded',
      [`${host.address}workflows/2`]: 'loaded',
      [`${host.address}workflows/3`]: 'loaded',
    });
    const asked = host.takeRequests().filter((one) => one.includes('/ro_crate'));
    expect([...new Set(asked.map((one) => one.split(' ')[1]))]).toEqual([
      '/workflows/1/ro_crate?version=2',
      '/workflows/2/ro_crate?version=1',
      '/workflows/3/ro_crate?version=10',
    ]);
    expect(await sync(store)).toMatchObject({ listed: 3, counts: { unchanged: 3 }, items: [] });
    expect(host.takeRequests()).toEqual([
      'GET /ga4gh/trs/v2/tools?limit=500',
      'GET /ga4gh/trs/v2/tools?limit=500&offset=2',
    ]);
  });

  it('reads a new version under the same base, and sees what has disappeared', async () => {
    const store = await openStore('memory:');
    await sync(store);
    const before = new Map((await loadRecords(store)).map(({ source, base }) => [source, base]));
    tools = [tool(1, [1, 2, 3]), tool(3, [9, 10])];
    expect(statuses(await sync(store))).toEqual({
      [`${host.address}workflows/1`]: 'replaced',
      [`${host.address}workflows/2`]: 'gone',
    });
    const records = await loadRecords(store);
    expect(new Map(records.map(({ source, base }) => [source, base]))).toEqual(before);
    expect(new Set(before.values()).size).toBe(3);
    expect(records.find(({ source }) => source.endsWith('/1'))?.itemVersion).toBe('3');
  });

  it('may be named by its page of workflows, or by an address of TRS with a filter', async () => {
    const store = await openStore('memory:');
    for (const path of ['workflows', 'ga4gh/trs/v2', 'ga4gh/trs/v2/tools?organization=IWC&offset=1'])
      expect(await sync(store, path)).toMatchObject({ listed: 3 });
    expect(host.takeRequests()).toContain('GET /ga4gh/trs/v2/tools?organization=IWC&limit=500');
    for (const path of ['workflows?filter[tag]=x', 'projects/1'])
      await expect(sync(store, path)).rejects.toMatchObject({ name: 'CrateError' });
  });

  it.each<[string, typeof spoil, string]>([
    ['no JSON', () => '<html>', 'it is not JSON'],
    ['no list', () => '{"code": 500}', 'its JSON is no list'],
    ['a workflow without identifier', () => '[{"versions": []}]', '/0/id is missing'],
    ['an identifier that is a path', () => '[{"id": "../x", "versions": [{"id": "1"}]}]', '/0/id is no identifier'],
    ['a workflow without versions', () => '[{"id": "1", "versions": []}]', '/0/versions is no list with a version'],
    ['versions of another type', () => '[{"id": "1", "versions": "1"}]', '/0/versions is no list'],
    ['the same page again', (body) => body, 'a second time'],
    ['an empty page that another follows', () => '[]', 'no page that another one follows'],
  ])('is an error if a page has %s', async (what, change, message) => {
    const store = await openStore('memory:');
    await sync(store);
    spoil = (body, offset, headers) => {
      if (what.startsWith('the same')) return offset === 2 ? JSON.stringify([tool(2, [1])]) : body;
      if (what.startsWith('an empty')) headers['next_page'] = `${host.address}ga4gh/trs/v2/tools?offset=8`;
      return offset === 2 ? change(body, offset, headers) : body;
    };
    await expect(sync(store)).rejects.toMatchObject({
      code: 'ERR_CATALOGUE_INVALID',
      message: expect.stringContaining(message),
    });
    expect((await loadRecords(store)).filter(({ gone }) => gone !== undefined)).toEqual([]);
  });

  it('asks neither another host for a page nor for a page twice', async () => {
    const store = await openStore('memory:');
    for (const [next, message] of [
      ['http://localhost:1/ga4gh/trs/v2/tools', 'another host'],
      [`${host.address}ga4gh/trs/v2/tools?limit=500`, 'in a circle'],
      ['http://[', 'no address'],
    ] as const) {
      spoil = (body, _, headers) => {
        headers['next_page'] = next;
        return body;
      };
      await expect(sync(store)).rejects.toMatchObject({
        code: 'ERR_CATALOGUE_INVALID',
        message: expect.stringContaining(message),
      });
    }
  });

  it('is an error if an answer is cut in the middle', async () => {
    spoil = (body, offset, headers) => {
      if (offset === 2) headers['content-length'] = `${body.length + 10}`;
      return body;
    };
    const closing = host.intercept;
    host.intercept = (request, response) => {
      const isDone = closing(request, response);
      if (request.url?.includes('offset=2') === true) setTimeout(() => response.socket?.destroy(), 20);
      return isDone;
    };
    await expect(sync(await openStore('memory:'))).rejects.toMatchObject({ code: 'ERR_HTTP' });
  });

  it('is known by its host', async () => {
    const reading = { client: new HttpClient({ offline: true }) };
    for (const place of ['https://workflowhub.eu', 'https://dev.workflowhub.eu/workflows'])
      expect((await catalogueKind(place, undefined, reading)).kind.name).toBe('workflowhub');
  });
});
