import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { SparqlClient, type EndpointRequest } from '../../../../src/store/endpoint/protocol/sparql-client.js';
import { startForwardProxy } from '../../../helpers/forward-proxy.js';
import { setProxies } from '../../../helpers/proxy-variables.js';
import { serve } from '../../../package/helpers/server.js';
import { OF_DATA_HOST, serveSecurely } from '../../../package/helpers/tls.js';

const clients: SparqlClient[] = [];

function clientOf(ca?: string): SparqlClient {
  const client = new SparqlClient({ env: {}, timeouts: { retryMs: 1, connectMs: 1000 }, ca });
  clients.push(client);
  return client;
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

const write = (scheme: string): EndpointRequest => ({
  kind: 'write',
  method: 'POST',
  url: new URL(`${scheme}://sparql.example.org/update`),
  headers: { 'content-type': 'application/sparql-update' },
  body: 'CLEAR ALL',
});

it.each(['http', 'https'])('a request to an endpoint goes through a proxy with its body, by %s', async (scheme) => {
  const plain = await serve((request, response) => void pipeline(request, response, () => undefined));
  const port = await serveSecurely(
    OF_DATA_HOST,
    (request, response) => void pipeline(request, response, () => undefined),
  );
  const hosts = { 'data.example.org:443': `127.0.0.1:${port}`, 'data.example.org': new URL(plain.url).host };
  const proxy = await startForwardProxy({ hosts });
  setProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
  const url = new URL(`${scheme}://data.example.org/update`);
  expect((await clientOf(OF_DATA_HOST).whole({ ...write(scheme), url })).text()).toBe('CLEAR ALL');
  expect(proxy.asked).toEqual([scheme === 'http' ? `POST ${url.href}` : 'CONNECT data.example.org:443']);
});

it.each(['http', 'https'])('a write that a proxy refuses has not arrived, by %s', async (scheme) => {
  const proxy = await startForwardProxy({ login: 'jo:s3cret' });
  setProxies({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
  await expect(clientOf().whole(write(scheme))).rejects.toMatchObject({
    code: 'ERR_PROXY',
    message: expect.stringContaining('asks for user and password'),
  });
  expect(proxy.requests).toHaveLength(1);
  setProxies({ HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' });
  await expect(clientOf().whole(write(scheme))).rejects.toMatchObject({ code: 'ERR_PROXY' });
});

it.each([
  ['http', 'gives no answer in time'],
  ['https', 'gives no connection in time'],
])('a proxy that is silent is named, by %s', async (scheme, words) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const sockets: Socket[] = [];
  silent.on('connection', (socket) => void sockets.push(socket.on('error', () => undefined)));
  setProxies({ HTTPS_PROXY: `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}` });
  try {
    await expect(clientOf().whole(write('https'))).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: expect.stringContaining(words),
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
