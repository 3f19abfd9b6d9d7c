import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SURVEY } from '../cli/helpers/crates.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { nginxConfiguration } from '../helpers/nginx-configuration.mjs';
import { startServer } from '../helpers/server.js';
import { raw } from '../server/helpers/raw-request.js';
import { scratch } from '../package/helpers/crate-forms.js';

/** Headers of the metadata file on which both must agree. */
const SAME = [
  'content-type',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-length',
  'content-range',
  'last-modified',
];

describeWhere(isInstalled('nginx', '-v'), 'the same folder served by nginx', 'nginx is not installed', () => {
  let nginx: ChildProcess;
  let theirs: string;
  let ours: string;

  beforeAll(async () => {
    const folder = await scratch();
    await mkdir(join(folder, 'www/crates'), { recursive: true });
    await mkdir(join(folder, 'tmp'));
    await cp(SURVEY, join(folder, 'www/crates/survey'), { recursive: true });
    const port = await freePort();
    await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(folder, port));
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')]);
    theirs = `http://127.0.0.1:${port}/`;
    await untilReady(`${theirs}crates/survey/ro-crate-metadata.json`);
    ours = (await startServer({ folders: [join(folder, 'www/crates/survey')] })).address;
  });
  afterAll(async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  });

  it.each([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { range: 'bytes=0-9' }],
    ['GET', { range: 'bytes=-5' }],
    ['GET', { range: 'bytes=99999999-' }],
    ['GET', { range: 'lines=1-2' }],
    ['GET', { 'if-modified-since': new Date(Date.now() + 1000).toUTCString() }],
    ['GET', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
    ['GET', { 'if-none-match': '*' }],
    ['GET', { 'if-none-match': '"other"' }],
    ['GET', { 'if-match': '"other"' }],
    ['GET', { range: 'bytes=0-9', 'if-range': '"other"' }],
  ])('%s with %j gets the same answer', async (method, headers) => {
    const [one, other] = await Promise.all(
      [ours, theirs].map(async (address) => {
        const plain = { 'accept-encoding': 'identity', ...headers } as Record<string, string>;
        const answer = await fetch(`${address}crates/survey/ro-crate-metadata.json`, { method, headers: plain });
        const body = Buffer.from(await answer.arrayBuffer());
        const isError = answer.status >= 400; // the texts of errors differ, and with them type and length
        const names = isError ? ['content-range'] : answer.status === 304 ? [] : SAME;
        const shown = Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
        return { status: answer.status, ...shown, body: isError ? '' : body.toString('base64') };
      }),
    );
    expect(one).toEqual(other);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilReady(address: string, isOk = true): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await fetch(address).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer !== undefined && (answer.ok || !isOk)) return;
    await wait(50);
  }
  throw new Error(`nginx does not answer at ${address}`);
}

describeWhere(isInstalled('nginx', '-v'), 'a server behind nginx', 'nginx is not installed', () => {
  it.each([
    ['passes the public host on, with --address', 'proxy_set_header Host $host;', 'https://data.example.org/', 200],
    ['passes the public host on, without --address', 'proxy_set_header Host $host;', undefined, 421],
    ['names the server as it knows it', '', 'https://data.example.org/', 200],
  ])('that %s', async (_, setting, address, expected) => {
    const folder = await scratch();
    await mkdir(join(folder, 'tmp'));
    const { listensAt } = await startServer({ folders: [SURVEY], address });
    const port = await freePort();
    const location = `location ^~ / { ${setting} proxy_pass ${listensAt.slice(0, -1)}; }`;
    await writeFile(join(folder, 'nginx.conf'), nginxConfiguration(folder, port, location));
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', join(folder, 'error.log')]);
    const ended = once(nginx, 'exit');
    await untilReady(`http://127.0.0.1:${port}/health`, false);
    const headers = { host: 'data.example.org' };
    const { status } = await raw(`http://127.0.0.1:${port}/`, '/crates/rainfall-survey/ro-crate-metadata.json', {
      headers,
    });
    nginx.kill('SIGTERM');
    await ended;
    expect(status).toBe(expected);
  });
});
