import { connect } from 'node:net';
import { plainAnswer } from '../../../src/server/http/plain-answer.js';
import { listen, type NodeServer } from '../../../src/server/node-server.js';
import { SURVEY } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { raw } from '../helpers/raw-request.js';

const servers: NodeServer[] = [];

async function answering(options: Parameters<typeof listen>[0] = {}): Promise<NodeServer> {
  const server = await listen(options);
  server.answerWith(async () => plainAnswer(200, 'ours'));
  servers.push(server);
  return server;
}

afterAll(async () => {
  for (const server of servers) await server.stop();
});

/** The whole answer to a request that is sent as it is written. */
async function sent({ address }: NodeServer, lines: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  let answer = '';
  for await (const chunk of socket.setEncoding('latin1')) answer += chunk as string;
  return answer;
}

const asking = (host: string) => ['GET / HTTP/1.1', `Host: ${host}`];
const MISDIRECTED = /^HTTP\/1\.1 421 Misdirected Request\r\n/;

describe('a server on loopback', () => {
  let server: NodeServer;
  beforeAll(async () => {
    server = await answering({ address: 'https://Data.Example.org/x/' });
  });

  it.each([
    ...[
      'localhost',
      'LocalHost:3000',
      'localhost.',
      'localhost.:80',
      '127.0.0.1',
      '127.0.0.1:65535',
      '[::1]',
      '[::1]:1',
    ],
    ...['data.example.org', 'DATA.example.org:8443', 'data.example.org.'],
  ])('answers for %s: the port may be forwarded', async (host) => {
    expect(await sent(server, asking(host))).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*\r\nours\n$/);
  });

  it.each([
    ...['a.example', 'a.example:3000', 'localhost.a.example', 'localhosta', 'a.localhost', 'xdata.example.org', ''],
    ...[
      '127.0.0.1.a.example',
      '127.0.0.2',
      '0.0.0.0',
      '[::]',
      '[::1].a.example',
      'localhost:80:80',
      'localhost..',
      '.',
    ],
    ...['a.example@localhost', 'localhost@a.example', 'localhost/', 'localhost#', 'localhost,a.example', 'localhost\\'],
  ])('does not answer for %j', async (host) => {
    const answer = await sent(server, asking(host));
    expect(answer).toMatch(MISDIRECTED);
    expect(answer).toContain('start it with --address');
    expect(answer).not.toContain('ours');
    expect(answer.toLowerCase()).not.toContain('access-control');
  });

  it('is not told another host by a header or by the target of a request', async () => {
    for (const header of [
      'X-Forwarded-Host: localhost',
      'Forwarded: host=localhost',
      'X-Host: localhost',
      'Host: localhost',
    ])
      expect(await sent(server, [...asking('a.example'), header])).toMatch(/^HTTP\/1\.1 4(?:00|21) /);
    expect(await sent(server, [...asking('localhost'), 'Host: a.example'])).toMatch(/^HTTP\/1\.1 4(?:00|21) /);
    for (const target of ['http://a.example/', 'HTTP://a.example', 'https://localhost@a.example/', 'ftp://a.example/'])
      expect(await sent(server, [`GET ${target} HTTP/1.1`, 'Host: localhost'])).toMatch(MISDIRECTED);
    expect(await sent(server, ['GET http://localhost/ HTTP/1.1', 'Host: a.example'])).toMatch(MISDIRECTED);
    expect(await sent(server, ['GET http://LOCALHOST:9/ HTTP/1.1', 'Host: localhost'])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('answers a client of HTTP/1.0 that names no host: it is no browser', async () => {
    expect(await sent(server, ['GET / HTTP/1.0'])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await sent(server, ['GET / HTTP/1.0', 'Host: a.example'])).toMatch(/^HTTP\/1\.1 421 /);
    expect(await sent(server, ['GET / HTTP/1.1'])).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('takes no body for another host, however long', async () => {
    const { hostname, port } = new URL(server.address);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    let isOpen = true;
    socket.on('close', () => (isOpen = false));
    socket.write('PUT /graphs HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n');
    while (isOpen) {
      socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`);
      await new Promise(setImmediate);
    }
  });
});

it('a server on another address of loopback answers for that one too', async () => {
  const server = await answering({ host: '127.0.0.2' });
  expect(await sent(server, asking('127.0.0.2'))).toMatch(/ 200 /);
  expect(await sent(server, asking('localhost'))).toMatch(/ 200 /);
  expect(await sent(server, asking('127.0.0.3'))).toMatch(MISDIRECTED);
});

it('a server that listens on all addresses has names that it does not know', async () => {
  const server = await answering({ host: '0.0.0.0' });
  expect(server.isLoopback).toBe(false);
  expect(await sent(server, asking('data.example.org'))).toMatch(/ 200 /);
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

it.each([
  ['open', {}],
  ['private', { isPrivate: true }],
  ['private with a token', { isPrivate: true, token: 'a-secret-token' }],
])('whatever the real server has is refused for another host: %s', async (_kind, access) => {
  const server = await startServer({ folders: [SURVEY], permalinks: ['/w/s=/crates/rainfall-survey/'], ...access });
  const headers = { host: 'a.example:3000', authorization: 'Bearer a-secret-token' };
  const paths = ['/', '/health', '/metrics', '/sparql', '/sparql?query=ASK%7B%7D', '/graphs?default', '/query', '/w/s'];
  const inside = ['/crates/rainfall-survey/', '/crates/rainfall-survey/ro-crate-metadata.json', '/assets/site.css'];
  for (const method of METHODS)
    for (const path of [...paths, ...inside, '/nothing']) {
      const { status, headers: answered, body } = await raw(server.address, path, { method, headers });
      expect([method, path, status, answered['access-control-allow-origin']]).toEqual([method, path, 421, undefined]);
      expect(String(body)).not.toContain('ainfall');
    }
});
