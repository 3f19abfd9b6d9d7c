import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { busy, ERROR_PAGE, FaultProxy, MALFORMED_RESULTS } from '../helpers/fault-proxy.js';

let server: Server;
let proxy: FaultProxy;
let address: string;
/** What the server got: method, address, body, and whether it was whole. */
let got: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('error', () => void got.push(`${request.method} ${request.url} ${body} CUT`));
    request.on('end', () => {
      got.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(200, { 'content-type': 'text/plain' }).end('0123456789');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await FaultProxy.before(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  address = `http://127.0.0.1:${proxy.port}/data?x=1`;
});
beforeEach(() => {
  got = [];
  proxy.set();
});
afterAll(async () => {
  await proxy.stop();
  server.closeAllConnections();
  server.close();
});

const post = async (body: string) => {
  const answer = await fetch(address, { method: 'POST', body });
  return `${answer.status} ${await answer.text()}`;
};

test('without rules everything goes through', async () => {
  expect(await post('hello')).toBe('200 0123456789');
  expect(await (await fetch(proxy.through('http://127.0.0.1:1/other'))).text()).toBe('0123456789');
  expect(got).toEqual(['POST /data?x=1 hello', 'GET /other ']);
  expect(proxy.seen).toEqual([
    { method: 'POST', path: '/data?x=1', bytes: 5, fault: undefined },
    { method: 'GET', path: '/other', bytes: 0, fault: undefined },
  ]);
});

test.each([0, 3])('a request is cut after %d bytes', async (after) => {
  proxy.set({ fault: { kind: 'cut-request', after }, method: 'POST' });
  await expect(post('hello')).rejects.toThrow();
  expect(got).toEqual([`POST /data?x=1 ${'hello'.slice(0, after)} CUT`]);
  expect(await post('again')).toBe('200 0123456789');
});

test.each([-1, 0, 4])('an answer is cut after %d bytes, when the server has done its work', async (after) => {
  proxy.set({ fault: { kind: 'cut-answer', after } });
  await expect(post('hello')).rejects.toThrow();
  expect(got).toEqual(['POST /data?x=1 hello']);
});

test('a server is busy for two requests, from the second on', async () => {
  proxy.set({ ...busy(2, '1'), skip: 1, path: /^\/data/ });
  const answers = [await post('1'), await post('2'), await post('3'), await post('4')];
  expect(answers).toEqual(['200 0123456789', '503 busy', '503 busy', '200 0123456789']);
  expect(got).toEqual(['POST /data?x=1 1', 'POST /data?x=1 4']);
});

test('an answer says 200 and is none', async () => {
  proxy.set({ fault: ERROR_PAGE, body: /one/ }, { fault: MALFORMED_RESULTS, body: /two/ });
  expect(await post('two')).toMatch(/^200 \{"head"/);
  expect(await post('one')).toMatch(/^200 <html>/);
  expect(got).toEqual(['POST /data?x=1 two']);
});

test('an answer is late', async () => {
  proxy.set({ fault: { kind: 'delay', ms: 500 } });
  await expect(fetch(address, { signal: AbortSignal.timeout(100) })).rejects.toThrow('timeout');
});
