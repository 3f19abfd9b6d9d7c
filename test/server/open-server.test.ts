import { existsSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { openServer } from '../../src/server/open-server.js';
import { listen } from '../../src/server/node-server.js';
import { plainAnswer } from '../../src/server/http/plain-answer.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openStore } from '../../src/store/open-store.js';
import { crate, SURVEY, writeCrate } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

let folder: string;
beforeAll(async () => {
  folder = await scratch();
});

describe('a server', () => {
  it('serves a folder, with its address as the base of its graph', async () => {
    const { address, packages, notes } = await startServer({ folders: [SURVEY] });
    expect(notes).toEqual([]);
    expect(packages).toEqual([
      {
        name: 'rainfall-survey',
        folder: SURVEY,
        metadata: 'ro-crate-metadata.json',
        graph: `${address}crates/rainfall-survey/`,
      },
    ]);
    const answer = await fetch(`${address}crates/rainfall-survey/ro-crate-metadata.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toHaveProperty('@graph');
  });

  it('answers health and metrics', async () => {
    const { address } = await startServer();
    const health = await fetch(`${address}health`);
    expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
    await fetch(`${address}nowhere`);
    const metrics = await fetch(`${address}metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await metrics.text();
    expect(text).toMatch(/^crategraph_requests_total\{status="404"\} 1$/m);
    expect(text).toMatch(/^crategraph_requests_open 1$/m);
    expect(text.match(/^# TYPE/gm)?.length).toBe(text.match(/^# HELP/gm)?.length);
  });

  it('says no more than that there is nothing, and sets its safety headers on every answer', async () => {
    const { address, handler } = await startServer();
    expect((await handler(new Request('http://other/nowhere'))).status).toBe(404);
    const answer = await fetch(`${address}nowhere`);
    expect([answer.status, await answer.text()]).toEqual([404, 'Not Found\n']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('refuses a body that is too large', async () => {
    const { address } = await startServer({ limits: { bodyBytes: 100 } });
    const answer = await fetch(`${address}crates/x/`, { method: 'POST', body: 'x'.repeat(101) });
    expect([answer.status, await answer.text()]).toEqual([413, 'The body of the request is larger than 100 bytes.\n']);
    expect((await fetch(`${address}crates/x/`, { method: 'POST', body: 'x'.repeat(100) })).status).toBe(405);
  });

  it('removes its temporary store at the end, and stops twice without harm', async () => {
    const ours = () => readdirSync(tmpdir()).filter((name) => /^\.crategraph-[0-9a-f]{16}\..*\.tmp$/.test(name));
    const before = new Set(ours());
    const server = await openServer({ folders: [SURVEY], contexts: BUNDLED });
    const [made, ...others] = ours().filter((name) => !before.has(name) && existsSync(join(tmpdir(), name, 'store')));
    await Promise.all([server.stop(), server.stop()]);
    expect(made).toBeDefined();
    if (others.length === 0) expect(existsSync(join(tmpdir(), made as string))).toBe(false);
    await expect(fetch(server.address)).rejects.toThrow('fetch failed');
  });

  it('serves a folder that cannot be read, as files, and says so', async () => {
    const broken = await writeCrate(join(folder, 'broken'), '{ "@graph": [');
    const { address, notes, packages } = await startServer({ folders: [broken] });
    expect(notes).toEqual([expect.stringMatching(/broken is served as files only: ERR_JSON_SYNTAX: /)]);
    expect(packages[0]?.graph).toBeUndefined();
    expect((await fetch(`${address}crates/broken/ro-crate-metadata.json`)).status).toBe(200);
  });

  it('finds its folders in a store that it is given, and notes those that are not there', async () => {
    const place = join(folder, 'given.store');
    const store = await openStore(place, { mode: 'write', create: true });
    await loadCrates(store, SURVEY, { contexts: BUNDLED, base: 'https://example.org/survey/' });
    await store.close();
    const other = await writeCrate(join(folder, 'other'), crate());
    const { packages, notes } = await startServer({ folders: [SURVEY, other], store: place });
    expect(packages.map(({ graph }) => graph)).toEqual(['https://example.org/survey/', undefined]);
    const absent = `${other} is served as files only: the store does not have it`;
    expect(notes).toEqual([absent, expect.stringMatching(/^from now on the store keeps the names of graphs that are removed/)]); // prettier-ignore
    expect((await startServer({ folders: [SURVEY, other], store: place })).notes).toEqual([absent]);
  });

  it('has the public address of a proxy as its own', async () => {
    const { address, listensAt, packages } = await startServer({
      folders: [SURVEY],
      address: 'https://data.example.org/x',
    });
    expect(address).toBe('https://data.example.org/x/');
    expect(listensAt).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(packages[0]?.graph).toBe('https://data.example.org/x/crates/rainfall-survey/');
  });
});

test('a content that fails on its way ends the connection, and adds nothing', async () => {
  const faults: unknown[] = [];
  const printed = jest.spyOn(console, 'error');
  const server = await listen({ onFault: (error) => void faults.push(error) });
  async function* broken() {
    yield Buffer.from('beginning');
    await new Promise((done) => setTimeout(done, 50));
    throw new Error('the disk is broken');
  }
  server.answerWith(async () => new Response(Readable.toWeb(Readable.from(broken())) as ReadableStream));
  const text = await new Promise<string>((done) => {
    let received = '';
    get(server.address, (answer) => {
      answer.on('data', (chunk: Buffer) => (received += String(chunk)));
      answer.on('error', (error) => done(`${received}, ${error.message}`));
      answer.on('end', () => done(`${received}, ended`));
    });
  });
  expect(text).toBe('beginning, aborted');
  expect(faults).toEqual([new Error('the disk is broken')]);
  expect(printed).not.toHaveBeenCalled();
  await server.stop();
});

describe('a server is refused', () => {
  it('for a folder that no request reaches', async () => {
    await writeCrate(join(folder, '.hidden'), crate());
    const refused = { code: 'ERR_USAGE', message: expect.stringContaining('has no name') };
    await expect(openServer({ folders: [join(folder, '.hidden')] })).rejects.toMatchObject(refused);
  });

  it.each([
    ['a folder that does not exist', { folders: ['no/such/folder'] }, 'ERR_NOT_FOUND', 'does not exist'],
    ['a file', { folders: ['package.json'] }, 'ERR_NOT_A_CRATE', 'is not a folder'],
    ['a folder without a metadata file', { folders: ['src'] }, 'ERR_NOT_A_CRATE', 'has no RO-Crate metadata file'],
    ['two folders of one name', { folders: [SURVEY, SURVEY] }, 'ERR_USAGE', 'same name'],
    ['a store that does not exist', { store: 'no/such/store' }, 'ERR_STORE_NOT_FOUND', 'no store'],
    ['an address that is none', { address: 'example.org' }, 'ERR_USAGE', 'invalid --address'],
    ['a permalink of another form', { permalinks: ['/w/x'] }, 'ERR_USAGE', 'invalid --permalink'],
    ['a permalink to nowhere', { permalinks: ['/w/x=/crates/x/'] }, 'ERR_USAGE', 'leads to nothing'],
  ])('for %s', async (_, options, code, message) => {
    await expect(openServer(options)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('for a port that is in use', async () => {
    const first = await listen();
    const port = Number(new URL(first.address).port);
    await expect(listen({ port })).rejects.toMatchObject({
      code: 'ERR_OUTPUT',
      message: `cannot listen on 127.0.0.1, port ${port}: another program uses the port`,
    });
    await first.stop();
  });
});

describe('a server that stops', () => {
  it('ends the requests under way, takes no more, and logs each', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    let arrived = () => {};
    const asked = new Promise<void>((done) => (arrived = done));
    const lines: string[] = [];
    const server = await listen({ onAccess: (line) => lines.push(line) });
    server.answerWith(async () => (arrived(), await released, plainAnswer(200, 'late')));
    const slow = fetch(`${server.address}slow?secret=1`, { headers: { referer: 'http://a.example/?q=2', 'user-agent': 'a "test"' } }); // prettier-ignore
    await asked;
    const stopped = server.stop();
    await expect(fetch(server.address)).rejects.toThrow('fetch failed');
    release();
    expect(await (await slow).text()).toBe('late\n');
    await stopped;
    expect(lines).toEqual([
      expect.stringMatching(
        /^127\.0\.0\.1 - - \[\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000\] "GET \/slow HTTP\/1\.1" 200 \d+ "http:\/\/a\.example\/" "a \\"test\\""$/,
      ),
    ]);
  });

  it('cuts off what does not end in time', async () => {
    const server = await listen({ graceMs: 50 });
    let arrived = () => {};
    const asked = new Promise<void>((done) => (arrived = done));
    server.answerWith(() => (arrived(), new Promise(() => undefined)));
    const lost = new Promise((done) => get(server.address).on('error', done));
    await asked;
    await server.stop();
    expect(await lost).toMatchObject({ code: 'ECONNRESET' });
  });
});
