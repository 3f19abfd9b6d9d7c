import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import {
  SparqlClient,
  type EndpointRequest,
  type SparqlClientOptions,
} from '../../../../src/store/endpoint/protocol/sparql-client.js';
import { serve } from '../../../package/helpers/server.js';
import { CERTIFICATE, KEY } from '../../../package/helpers/tls.js';

const clients: SparqlClient[] = [];

function clientOf(options: Partial<SparqlClientOptions> = {}): SparqlClient {
  const client = new SparqlClient({ env: {}, ...options, timeouts: { retryMs: 1, ...options.timeouts } });
  clients.push(client);
  return client;
}

afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

type Answer = (response: ServerResponse, body: string, count: number) => void;

/** A server that answers request after request; the last answer stays. */
async function endpoint(...answers: Answer[]) {
  const bodies: string[] = [];
  const server = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      bodies.push(body);
      answers[Math.min(bodies.length, answers.length) - 1]?.(response, body, bodies.length);
    });
  });
  return { ...server, bodies, at: new URL(`${server.url}/ds?secret=1`) };
}

const read = (url: URL): EndpointRequest & { kind: 'read' } => ({ kind: 'read', method: 'GET', url });
const write = (url: URL): EndpointRequest => ({ kind: 'write', method: 'POST', url, body: 'INSERT ö' });
const ok: Answer = (response) => void response.end('done');
const reset: Answer = (response) => void response.socket?.resetAndDestroy();
const status =
  (code: number, text = 'no', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, { 'content-type': 'text/plain', ...headers }).end(text);
/** Sends the raw text of an answer and ends the connection. */
const raw =
  (text: string, end: 'end' | 'resetAndDestroy' = 'end'): Answer =>
  (response) =>
    void response.socket?.write(text, () => setTimeout(() => response.socket?.[end](), 5));

const CUTS: [string, Answer][] = [
  ['a reset before the answer', reset],
  ['an end before the answer', raw('')],
  ['an end within the headers', raw('HTTP/1.1 200 OK\r\nContent-Le')],
  ['an end before the Content-Length', raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello')],
  ['a reset before the Content-Length', raw('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello', 'resetAndDestroy')],
  ['chunks without an end', raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n')],
  ['chunks without an end, and Connection: close', raw('HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n')], // prettier-ignore
];

describe('a request', () => {
  it('has a Content-Length in bytes, and no compressed answer', async () => {
    const { at, bodies, requests } = await endpoint(ok);
    const answer = await clientOf().whole(write(at));
    expect([answer.status, answer.text(), bodies]).toEqual([200, 'done', ['INSERT ö']]);
    expect(requests[0]?.headers).toMatchObject({ 'content-length': '9', 'accept-encoding': 'identity' });
    expect(requests[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it('streams an answer', async () => {
    const { at } = await endpoint((response) => void (response.write('a'), response.end('b')));
    const { status: code, headers, body } = await clientOf().stream(read(at));
    const texts: Uint8Array[] = [];
    for await (const chunk of body) texts.push(chunk);
    expect([code, headers.get('transfer-encoding'), Buffer.concat(texts).toString()]).toEqual([200, 'chunked', 'ab']);
  });

  it('is refused for an answer that is larger than its limit', async () => {
    const { at } = await endpoint(ok);
    await expect(clientOf().whole(read(at), 3)).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  });

  it('takes at most so many connections at once', async () => {
    let [open, most] = [0, 0];
    const { at } = await endpoint((response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => response.end(String((open -= 1))), 10);
    });
    const client = clientOf({ connections: 2 });
    await Promise.all(Array.from({ length: 8 }, () => client.whole(read(at))));
    expect(most).toBe(2);
  });

  it('goes over TLS to an endpoint whose certificate is trusted', async () => {
    const server = createServer({ cert: CERTIFICATE, key: KEY }, (_, response) => void response.end('safe'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/`);
    try {
      expect((await clientOf({ ca: CERTIFICATE }).whole(read(url))).text()).toBe('safe');
      await expect(clientOf().whole(read(url))).rejects.toMatchObject({
        code: 'ERR_ENDPOINT',
        message: expect.stringContaining('certificate is not trusted'),
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const { at } = await endpoint(() => controller.abort(new Error('enough')));
    await expect(clientOf().whole({ ...write(at), signal: controller.signal })).rejects.toThrow('enough');
    const [late, client] = [new AbortController(), clientOf({ timeouts: { retryMs: 60_000 } })];
    const busy = await endpoint((response) => {
      response.writeHead(503).end();
      setTimeout(() => late.abort(new Error('while waiting')), 20);
    });
    await expect(client.whole({ ...read(busy.at), signal: late.signal })).rejects.toThrow('while waiting');
  });
});

describe.each(CUTS)('%s', (_name, cut) => {
  it('is repeated', async () => {
    const { at, bodies } = await endpoint(cut, cut, ok);
    expect((await clientOf().whole(write(at))).text()).toBe('done');
    expect(bodies).toEqual(['INSERT ö', 'INSERT ö', 'INSERT ö']);
  });

  it('is an error in the end', async () => {
    const { at, bodies } = await endpoint(cut);
    await expect(clientOf().whole(read(at))).rejects.toMatchObject({ code: 'ERR_ENDPOINT' });
    await expect(clientOf().whole(write(at))).rejects.toMatchObject({
      code: 'ERR_STATE_UNKNOWN',
      hint: expect.stringContaining('run the same command again'),
    });
    expect(bodies).toHaveLength(10);
  });
});

test('a stream that is cut fails, and gives what came before', async () => {
  for (const [, cut] of CUTS.slice(3)) {
    const { at } = await endpoint(cut);
    const all = (async () => {
      for await (const chunk of (await clientOf().stream(read(at))).body)
        expect(Buffer.from(chunk).toString()).toBe('hello');
    })();
    await expect(all).rejects.toMatchObject({ code: 'ERR_ENDPOINT', message: expect.not.stringContaining('secret') });
  }
});

test('a body that ends with its connection must have a format that shows its end', async () => {
  const answer = (type: string) => raw(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n{}`);
  const { at } = await endpoint(answer('application/n-triples'));
  await expect(clientOf().whole(read(at))).rejects.toMatchObject({ message: expect.stringContaining('incomplete') });
  const json = await endpoint(answer('application/sparql-results+json'));
  expect((await clientOf().whole(read(json.at))).text()).toBe('{}');
});

describe('an endpoint that is', () => {
  it.each([429, 502, 503, 504])('busy (%d) is asked again, when it says so', async (code) => {
    const { at, bodies } = await endpoint(status(code, 'later', { 'retry-after': '0' }), status(code), ok);
    expect((await clientOf().whole(write(at))).text()).toBe('done');
    expect(bodies).toHaveLength(3);
    const always = await endpoint(status(code));
    await expect(clientOf().whole(write(always.at))).rejects.toMatchObject({
      code: code === 429 ? 'ERR_ENDPOINT' : 'ERR_STATE_UNKNOWN',
      details: { status: code },
    });
    expect(always.bodies).toHaveLength(5);
  });

  it('busy for long is not waited for', async () => {
    const { at, bodies } = await endpoint(status(503, 'full', { 'retry-after': '3600' }));
    await expect(clientOf().whole(read(at))).rejects.toThrow('asks to wait for 3600 s: full');
    expect(bodies).toHaveLength(1);
  });

  it('not there is not asked again', async () => {
    const failed = clientOf({ timeouts: { retryMs: 60_000 } }).whole(write(new URL('http://127.0.0.1:1/ds')));
    await expect(failed).rejects.toMatchObject({ code: 'ERR_ENDPOINT', hint: expect.stringContaining('start') });
  });

  it('silent is given up', async () => {
    const { at, bodies } = await endpoint(() => undefined);
    const client = () => clientOf({ timeouts: { headersMs: 100 } });
    await expect(client().whole(read(at))).rejects.toThrow('no answer in time');
    await expect(client().whole(write(at))).rejects.toMatchObject({ code: 'ERR_STATE_UNKNOWN' });
    expect(bodies).toHaveLength(2);
  });

  it('silent in a body is given up', async () => {
    const { at } = await endpoint((response) => void response.write('a'));
    const { body } = await clientOf({ timeouts: { idleMs: 100 } }).stream(read(at));
    const all = (async () => {
      for await (const chunk of body) expect(Buffer.from(chunk).toString()).toBe('a');
    })();
    await expect(all).rejects.toThrow('stopped half-way');
  });
});

describe('a redirect', () => {
  it('of a read is followed within the origin', async () => {
    const { at, requests } = await endpoint(status(307, '', { location: '/other' }), ok);
    expect((await clientOf().whole(read(at))).text()).toBe('done');
    expect(requests[1]?.url).toBe('/other');
  });

  it('is otherwise an error', async () => {
    const { at, bodies } = await endpoint(status(308, '', { location: '/other?key=1' }));
    await expect(clientOf().whole(write(at))).rejects.toThrow(/redirects \(308\) to http:\S+\/other, which is not/);
    expect(bodies).toHaveLength(1);
    const away = await endpoint(status(302, '', { location: 'https://u:p@example.org/?key=1' }));
    await expect(clientOf().whole(read(away.at))).rejects.toThrow('to https://example.org/, which is not followed');
    const loop = await endpoint(status(302, '', { location: '/again' }));
    await expect(clientOf().whole(read(loop.at))).rejects.toThrow('more than 5 redirects');
  });
});

describe('an error of the endpoint', () => {
  it.each([
    [401, 'ERR_ENDPOINT', 'CRATEGRAPH_LOGIN_127_0_0_1'],
    [404, 'ERR_ENDPOINT', '--query-url'],
    [413, 'ERR_ENDPOINT', 'raise its limit'],
    [500, 'ERR_STATE_UNKNOWN', 'look into the log of the endpoint; then run the same command again'],
  ])('%d of a write is %s with a hint', async (code, expected, hint) => {
    const { at, bodies } = await endpoint(status(code));
    await expect(clientOf().whole(write(at))).rejects.toMatchObject({
      code: expected,
      hint: expect.stringContaining(hint),
      details: { status: code },
    });
    expect(bodies).toHaveLength(1);
  });

  it('may be an answer', async () => {
    const { at } = await endpoint(status(404, 'none'));
    expect((await clientOf().whole({ ...read(at), expected: [404] })).status).toBe(404);
    expect((await clientOf().whole({ ...read(at), expected: 'any' })).text()).toBe('none');
  });
});
