import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startForwardProxy, type ForwardProxy, type ProxyBehaviour } from '../helpers/forward-proxy.js';
import { startOxigraph } from '../helpers/oxigraph-endpoint.js';
import { FILES, METADATA, zipOf } from '../package/helpers/crate-forms.js';
import { answerFile, serve, type TestServer } from '../package/helpers/server.js';
import { CERTIFICATE, EXPIRED, OF_DATA_HOST, serveSecurely } from '../package/helpers/tls.js';
import { crate, writeCrate } from './helpers/crates.js';
import { expectFailure, finished, freshFolder, runCli, spawnCli, startCli } from './helpers/run.js';

const CONTEXT = JSON.stringify({ '@context': { mine: 'http://example.org/mine' } });

/** What the host data.example.org serves, which only the proxy finds. */
async function site(): Promise<TestServer> {
  return serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '').replace('/c/', '');
    if (request.url?.startsWith('/context') === true) response.end(CONTEXT);
    else if (request.url === '/a.zip') answerFile(request, response, zipOf(FILES));
    else if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end();
    else if (FILES[path] === undefined) response.writeHead(404).end();
    else response.end(FILES[path]);
  });
}

let data: TestServer;
let proxy: ForwardProxy;
let folder: string;

async function startProxy(behaviour: ProxyBehaviour = {}, hosts: Readonly<Record<string, string>> = {}) {
  return startForwardProxy({ hosts: { 'data.example.org': new URL(data.url).host, ...hosts }, ...behaviour });
}

beforeEach(async () => {
  data = await site();
  proxy = await startProxy();
  folder = await freshFolder('proxy');
});

const withContext = (address: string) =>
  crate({ context: ['https://w3id.org/ro/crate/1.1/context', address], more: { mine: 'x' } });
const run = (args: readonly string[], env: Readonly<Record<string, string>> = { HTTP_PROXY: proxy.url }) =>
  runCli(args, { cwd: folder, env });

describe('a proxy is asked for', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('a crate that load reads, with %s', async (variable) => {
    const ran = await run(['load', 'http://data.example.org/c/', '--quiet'], { [variable]: proxy.url });
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(proxy.asked).toContain('GET http://data.example.org/c/ro-crate-metadata.json');
    expect((await run(['list', '--json'])).stdout).toContain('"http://data.example.org/c/"');
  });

  it('the parts of an archive', async () => {
    expect((await run(['root', 'http://data.example.org/a.zip'])).status).toBe(0);
    expect(proxy.requests.some(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  it('the files that fetch retrieves', async () => {
    const fetched = await run(['fetch', 'http://data.example.org/c/', '-o', 'out/', '--quiet']);
    expect(fetched).toMatchObject({ status: 0, stderr: '' });
    expect(await readFile(join(folder, 'out', 'data 1.txt'), 'utf8')).toBe('hello');
    expect(proxy.asked).toContain('GET http://data.example.org/c/data%201.txt');
  });

  it('the files that attach downloads', async () => {
    const file = 'http://data.example.org/c/data%201.txt';
    const parts = { more: { hasPart: { '@id': file } }, entities: [{ '@id': file, '@type': 'File' }] };
    await writeCrate(folder, crate({ root: 'http://data.example.org/c/', ...parts }), 'c-ro-crate-metadata.json');
    const ran = await run(['attach', 'c-ro-crate-metadata.json', '-o', 'copy/', '--download', '--quiet']);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    expect(await readFile(join(folder, 'copy', 'data 1.txt'), 'utf8')).toBe('hello');
    expect(proxy.asked).toEqual([`GET ${file}`]);
  });

  it('a context, also by the threads of load', async () => {
    const context = withContext('http://data.example.org/context');
    for (let index = 0; index < 70; index += 1) await writeCrate(join(folder, 'many', `${index}`), context);
    const args = ['load', 'many', '--jobs', '2', '--quiet', '--base', 'http://example.org/c/', '--mode', 'merge'];
    expect(await run(args)).toMatchObject({ status: 0 });
    expect(proxy.asked).toContain('GET http://data.example.org/context');
    expect(data.requests.length).toBe(proxy.asked.length);
  });

  it('the addresses that detach --check-links requests', async () => {
    await writeCrate(join(folder, 'crate'), METADATA);
    await run(['detach', 'crate', '--published', 'http://data.example.org/c/', '--check-links']);
    expect(proxy.asked).toContain('HEAD http://data.example.org/c/data%201.txt');
  });

  it('an endpoint: loads, queries and updates', async () => {
    const endpoint = await startOxigraph();
    proxy = await startProxy({ login: 'jo:s3cret' }, { 'sparql.example.org': new URL(endpoint.address).host });
    const env = { HTTP_PROXY: `http://jo:s3cret@${proxy.authority}` };
    const store = ['--store', 'http://sparql.example.org/'];
    await writeCrate(join(folder, 'crate'), METADATA);
    expect(await run(['load', 'crate', ...store, '--base', 'http://example.org/c/', '--quiet'], env)).toMatchObject({
      status: 0,
    });
    const count = 'SELECT (COUNT(*) AS ?n) { ?s a <http://schema.org/Person> }';
    const answers = [
      await run(['query', ...store, count, '--format', 'csv'], env),
      await run(['query', '--in', 'http://sparql.example.org/', '--format', 'csv', count], env),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 0, stdout: expect.stringMatching(/^n\s+1\s+$/) });
    const text = 'INSERT DATA { GRAPH <http://example.org/c/> { <urn:a> <urn:b> "c" } }';
    expect(await run(['update', ...store, text, '--quiet'], env)).toMatchObject({ status: 0 });
    expect(endpoint.lines().some((line) => line.startsWith('<urn:a> <urn:b> "c"'))).toBe(true);
    expect(proxy.asked).toContain('POST http://sparql.example.org/update');
  });

  it('a context by a server', async () => {
    await writeCrate(join(folder, 'crate'), withContext('http://data.example.org/context/2'));
    const args = ['serve', 'crate', '--port', '0', '--json'];
    const server = await startCli(args, { cwd: folder, env: { HTTP_PROXY: proxy.url } });
    const ended = finished(server);
    const { address } = JSON.parse(String((await once(server.stdout, 'data'))[0])) as { address: string };
    const ask = encodeURIComponent('ASK { ?crate <http://example.org/mine> "x" }');
    const answer = await fetch(`${address}sparql?query=${ask}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('true')]);
    expect(new Set(proxy.asked)).toEqual(new Set(['GET http://data.example.org/context/2']));
    server.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  });
});

describe('a proxy is not asked', () => {
  it.each(['127.0.0.1', '127.0.0.0/8', 'other.org,127.0.0.1:PORT', '*'])('for a host of NO_PROXY=%s', async (text) => {
    const NO_PROXY = text.replace('PORT', new URL(data.url).port);
    for (const env of [{ NO_PROXY }, { no_proxy: NO_PROXY, NO_PROXY: '' }]) {
      const ran = await run(['root', `${data.url}/c/`], { HTTP_PROXY: proxy.url, ...env });
      expect(ran).toMatchObject({ status: 0, stdout: `${data.url}/c/\n` });
    }
    expect(proxy.requests).toEqual([]);
  });

  it('with --offline, nor for a context on a private address', async () => {
    expectFailure(await run(['root', 'http://data.example.org/c/', '--offline']), 1, 'ERR_ADDRESS_REFUSED');
    for (const address of ['http://127.0.0.2:9/context', 'http://localhost:9/', 'http://[::1]/']) {
      await writeCrate(join(folder, 'crate'), withContext(address));
      expectFailure(await run(['convert', 'crate']), 1, 'ERR_CONTEXT_UNAVAILABLE');
    }
    expect(proxy.requests).toEqual([]);
    await writeCrate(join(folder, 'crate'), withContext('http://data.example.org/away'));
    const away = await run(['convert', 'crate']);
    expectFailure(away, 1, 'ERR_CONTEXT_UNAVAILABLE');
    expect(away.stderr).toContain('127.0.0.2 is not a public address');
    expect(proxy.asked).toEqual(['GET http://data.example.org/away']);
  });
});

describe('an error of a proxy', () => {
  const root = (env: Readonly<Record<string, string>>, ...more: string[]) =>
    run(['root', 'http://data.example.org/c/', ...more], env);

  it('names it and the variable, never user and password', async () => {
    const asks = await startProxy({ login: 'jo:right' });
    const wrong = await root({ http_proxy: `http://jo:wr0ng@${asks.authority}` });
    expectFailure(wrong, 1, 'ERR_PROXY');
    expect(wrong.stderr).toContain(`the proxy ${asks.url} of http_proxy does not accept user and password`);
    const none = await root({ HTTP_PROXY: asks.url }, '--json');
    expectFailure({ ...none, stdout: '' }, 1, 'ERR_PROXY');
    expect(none.stderr).toContain('write them into HTTP_PROXY: http://user:password@host:port');
    const down = await root({ HTTP_PROXY: 'http://jo:wr0ng@127.0.0.1:1' });
    expectFailure(down, 1, 'ERR_PROXY');
    expect(down.stderr).toContain('the proxy http://127.0.0.1:1 of HTTP_PROXY does not run (ECONNREFUSED)');
    for (const { stdout, stderr } of [wrong, none, down]) expect(stdout + stderr).not.toMatch(/wr0ng|jo:|am86/);
    expect(data.requests).toEqual([]);
  });

  it.each(['socks5://jo:wr0ng@127.0.0.1:1080', 'http://', 'http://jo:wr0ng@host:x'])(
    'comes before any request for %s',
    async (HTTPS_PROXY) => {
      const ran = await run(['root', `${data.url}/c/`], { HTTPS_PROXY });
      expectFailure(ran, 1, 'ERR_PROXY');
      expect(ran.stderr).toMatch(/^ERR_PROXY: HTTPS_PROXY (?:is|names) .*\n {2}hint: set it to http:\/\/host:port/m);
      expect(ran.stderr).not.toContain('wr0ng');
      expect(data.requests).toEqual([]);
    },
  );

  it('has its hint also where a context is missing', async () => {
    await writeCrate(join(folder, 'crate'), withContext('http://data.example.org/context/3'));
    const ran = await run(['convert', 'crate'], { HTTP_PROXY: 'http://127.0.0.1:1' });
    expectFailure(ran, 1, 'ERR_CONTEXT_UNAVAILABLE');
    expect(ran.stderr).toMatch(
      /the proxy http:\/\/127\.0\.0\.1:1 of HTTP_PROXY .*\n {2}hint: check HTTP_PROXY; NO_PROXY/,
    );
  });

  it('is one for an endpoint and for the files of fetch', async () => {
    const store = await run(['query', '--store', 'http://sparql.example.org/', 'ASK {}'], {
      HTTP_PROXY: 'http://127.0.0.1:1',
    });
    expectFailure(store, 1, 'ERR_PROXY');
    const refuses = await startProxy({ connectStatus: 403 });
    const fetched = await run(['fetch', 'https://data.example.org/c/', '-o', 'out/'], { HTTPS_PROXY: refuses.url });
    expectFailure(fetched, 1, 'ERR_PROXY');
    expect(fetched.stderr).toContain('does not connect to data.example.org: it answered 403');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('certificates of an institute', () => {
  /** Starts a server for https, and writes its certificate into a file. */
  async function secure(certificate: string) {
    const file = join(folder, 'institute.pem');
    await writeFile(file, certificate);
    const port = await serveSecurely(certificate, (_, response) => void response.end(METADATA));
    return { file, port, address: `https://localhost:${port}/ro-crate-metadata.json` };
  }
  const rootOf = (address: string, env: Readonly<Record<string, string>>) =>
    spawnCli(['root', address], { cwd: folder, env });

  it('are trusted with NODE_EXTRA_CA_CERTS, which the hint says, and with SSL_CERT_FILE where Node uses that', async () => {
    const { file, address } = await secure(CERTIFICATE);
    const untrusted = await rootOf(address, {});
    expectFailure(untrusted, 1, 'ERR_HTTP');
    expect(untrusted.stderr).toMatch(/certificate is not trusted .*\n {2}hint: .*NODE_EXTRA_CA_CERTS=<file.pem>/);
    const endpoint = await spawnCli(['query', '--store', address, 'ASK {}'], { cwd: folder });
    expectFailure(endpoint, 1, 'ERR_ENDPOINT');
    expect(endpoint.stderr).toContain('NODE_EXTRA_CA_CERTS=<file.pem>');
    for (const env of [{ NODE_EXTRA_CA_CERTS: file }, { NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: file }])
      expect(await rootOf(address, env)).toMatchObject({ status: 0, stdout: new URL('.', address).href + '\n' });
  });

  it.each([
    [
      'another host name',
      OF_DATA_HOST,
      /is for another host name: data\.example\.org .*\n {2}hint: give the address with/,
    ],
    ['a time that is over', EXPIRED, /has expired .*\n {2}hint: check the clock/],
  ])('do not help against %s', async (_, certificate, words) => {
    const { file, address } = await secure(certificate);
    const env = { NODE_EXTRA_CA_CERTS: file };
    const ran = await rootOf(address, env);
    expectFailure(ran, 1, 'ERR_HTTP');
    const endpoint = await spawnCli(['query', '--store', address, 'ASK {}'], { cwd: folder, env });
    expectFailure(endpoint, 1, 'ERR_ENDPOINT');
    for (const { stderr } of [ran, endpoint]) {
      expect(stderr).toMatch(words);
      expect(stderr).not.toContain('NODE_EXTRA_CA_CERTS');
    }
  });

  it('are checked inside of the tunnel of a proxy', async () => {
    const { file, port } = await secure(OF_DATA_HOST);
    const tunnels = await startProxy({}, { 'data.example.org:443': `127.0.0.1:${port}` });
    const address = 'https://data.example.org/ro-crate-metadata.json';
    const env = { https_proxy: tunnels.url };
    expectFailure(await rootOf(address, env), 1, 'ERR_HTTP');
    expect(await rootOf(address, { ...env, NODE_EXTRA_CA_CERTS: file })).toMatchObject({
      status: 0,
      stdout: 'https://data.example.org/\n',
      stderr: '',
    });
    expect(new Set(tunnels.asked)).toEqual(new Set(['CONNECT data.example.org:443']));
  });
});
