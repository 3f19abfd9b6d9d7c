import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { HttpClient, type HttpOptions } from '../../../src/package/http/http-client.js';
import { serve } from '../helpers/server.js';

const client = (options: HttpOptions = {}) => new HttpClient({ env: {}, ...options });

/** A server that answers each connection by hand. */
async function rawServer(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const read = async (url: string) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await client().get(url)).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

describe('a connection that is cut', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\nConnection: close\r\n';
  it.each([
    ['a length', 'Content-Length: 9\r\n\r\nhalf', (socket: Socket) => socket.end()],
    ['a length, by a reset', 'Content-Length: 9\r\n\r\nhalf', (socket: Socket) => socket.resetAndDestroy()],
    ['chunks', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', (socket: Socket) => socket.end()],
    ['no length, by a reset', '\r\nhalf', (socket: Socket) => socket.resetAndDestroy()],
  ])('is an error for a body with %s', async (_, rest, cut) => {
    const url = await rawServer((socket) => socket.write(HEAD + rest, () => setTimeout(() => cut(socket), 50)));
    await expect(read(url)).rejects.toMatchObject({ code: 'ERR_HTTP' });
  });

  it('ends a body without a length that the server closes in order', async () => {
    expect(await read(await rawServer((socket) => socket.end(`${HEAD}\r\nwhole`)))).toBe('whole');
  });
});

it('gives several header lines of one name as one, in any spelling', async () => {
  const { url } = await serve((_, response) => response.writeHead(200, { LINK: ['<a>', '<b>'], 'X-Odd': 'é' }).end());
  const { headers } = await client().get(url);
  expect([headers.get('link'), headers.get('x-odd'), headers.get('x-none')]).toEqual(['<a>, <b>', 'é', null]);
});

it('a body that nobody reads makes the server wait, and is complete when somebody does', async () => {
  let sent = 0;
  const size = 64 << 20;
  const answer = async (response: ServerResponse) => {
    for (; sent < size; sent += 1 << 20) if (!response.write(Buffer.alloc(1 << 20))) await once(response, 'drain');
    response.end();
  };
  const { url } = await serve((_, response) => void answer(response));
  const { body, received } = await client().get(url);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(received()).toBeLessThan(1 << 20);
  expect(sent).toBeLessThan(size);
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.byteLength;
  expect(bytes).toBe(size);
});

it('an abort ends a request that waits for its answer, and a body', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/body') response.write('begun');
  });
  for (const path of ['', 'body']) {
    const stop = new AbortController();
    const reading = (async () => {
      const { body } = await client({ signal: stop.signal }).get(new URL(path, url));
      for await (const chunk of body) void chunk;
    })();
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
  }
});

it('opens no more connections than it may, and keeps them', async () => {
  const sockets = new Set<unknown>();
  const { url } = await serve((request, response) => {
    sockets.add(request.socket);
    response.end('x');
  });
  const one = client({ connections: 1 });
  for (let count = 0; count < 5; count += 1) {
    const { whole, body, cancel } = await one.get(url);
    if (whole?.() === undefined) for await (const chunk of body) void chunk;
    cancel();
  }
  expect(sockets.size).toBe(1);
});
