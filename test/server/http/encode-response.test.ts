import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodeResponse } from '../../../src/server/http/encode-response.js';
import { SURVEY } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { raw } from '../helpers/raw-request.js';

const ENCODINGS = [
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const;
const ROWS = encodeURIComponent('SELECT * { GRAPH ?g { ?s ?p ?o } }');
const TOKEN = 'secret';

let address: string;
beforeAll(async () => void ({ address } = await startServer({ folders: [SURVEY], token: TOKEN })));

describe.each([
  ['/', 'text/html'],
  ['/crates/rainfall-survey/', 'text/html'],
  ['/crates/rainfall-survey/', 'text/turtle'],
  ['/crates/rainfall-survey.nq', '*/*'],
  ['/query/terms.json', '*/*'],
  ['/assets/query.js', '*/*'],
  ['/assets/site.css', '*/*'],
  ['/metrics', '*/*'],
  [`/sparql?query=${ROWS}`, 'text/csv'],
  [`/sparql?query=${ROWS}`, 'application/sparql-results+json'],
  ['/graphs?default', 'application/n-triples'],
])('%s as %s', (path, accept) => {
  it.each(ENCODINGS)('comes as %s to a client that likes it best', async (encoding, decode) => {
    const plain = await raw(address, path, { headers: { accept } });
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    expect(plain.headers.vary).toContain('Accept-Encoding');
    const asked = { accept, 'accept-encoding': `${encoding}, identity;q=0.5` };
    const { status, headers, body } = await raw(address, path, { headers: asked });
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, encoding, plain.headers['content-type']]); // prettier-ignore
    expect(body.length).toBeLessThan(plain.body.length);
    if (path !== '/metrics') expect(decode(body).equals(plain.body)).toBe(true);
    const { etag, vary } = plain.headers;
    expect([headers.etag, headers.vary]).toEqual([etag?.replace(/"$/, `-${encoding}"`), vary]);
    const head = await raw(address, path, { method: 'HEAD', headers: asked });
    for (const name of ['content-encoding', 'content-type', 'etag', 'vary', 'link'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    if (headers.etag === undefined) return;
    const again = await raw(address, path, { headers: { ...asked, 'if-none-match': headers.etag } });
    expect([again.status, again.headers.etag, again.body.length]).toEqual([304, headers.etag, 0]);
    expect(again.headers.vary?.split(', ').sort()).toEqual(vary?.split(', ').sort());
    const late = await raw(address, path, { headers: { ...asked, 'if-match': '"other"' } });
    expect([late.status, late.headers['content-encoding']]).toEqual([412, undefined]);
    expect((await raw(address, path, { headers: { ...asked, 'if-match': headers.etag } })).status).toBe(200);
  });
});

it('what is short, or no text, or not wanted, comes as it is', async () => {
  for (const [path, headers] of [
    ['/health', { 'accept-encoding': 'br' }],
    ['/', { 'accept-encoding': 'br;q=0, identity' }],
    ['/', { 'accept-encoding': 'zstd' }],
    ['/', {}],
  ] as const)
    expect((await raw(address, path, { headers })).headers['content-encoding']).toBeUndefined();
});

it('a HEAD request gets the length of an answer in memory', async () => {
  for (const path of ['/', '/health', '/crates/nothing', '/sparql?query=zz', '/graphs', '/assets/site.css']) {
    const [get, head] = [await raw(address, path), await raw(address, path, { method: 'HEAD' })];
    expect([path, head.status, head.headers['content-length'], head.body.length]).toEqual([path, get.status, String(get.body.length), 0]); // prettier-ignore
  }
});

it('the tag of a compressed graph lets its reader write', async () => {
  const graph = `/graphs?graph=${encodeURIComponent('https://example.org/tagged/')}`;
  const put = (body: string, more: Record<string, string> = {}) =>
    raw(address, graph, { method: 'PUT', body, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/turtle', ...more } }); // prettier-ignore
  const long = `<> <urn:p> "${'long '.repeat(1000)}" .`;
  expect((await put(long)).status).toBe(201);
  const { headers } = await raw(address, graph, { headers: { 'accept-encoding': 'gzip' } });
  expect(headers['content-encoding']).toBe('gzip');
  expect((await put('<> <urn:p> 1 .', { 'if-match': String(headers.etag) })).status).toBe(204);
  expect((await put(long, { 'if-match': String(headers.etag) })).status).toBe(412);
});

describe('a compressed stream', () => {
  const text = (body: ReadableStream<Uint8Array>) =>
    encodeResponse(
      new Request('http://a.example/', { headers: { 'accept-encoding': 'gzip' } }),
      new Response(body, { headers: { 'content-type': 'text/plain' } }),
    );
  const noise = (): Uint8Array => crypto.getRandomValues(new Uint8Array(60_000));

  it('ends its source when its reader goes away', async () => {
    let cancelled: () => void = () => undefined;
    const gone = new Promise<void>((done) => (cancelled = done));
    const response = await text(new ReadableStream({ pull: (c) => c.enqueue(noise()), cancel: () => cancelled() }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await gone;
  });

  it('fails when its source fails', async () => {
    let pulled = 0;
    const response = await text(
      new ReadableStream({
        pull: (c) => ((pulled += 1) === 5 ? c.error(new Error('the disk is gone')) : c.enqueue(noise())),
      }),
    );
    await expect(response.arrayBuffer()).rejects.toThrow('the disk is gone');
  });

  it('reads no more than its reader takes', async () => {
    let pulled = 0;
    const response = await text(new ReadableStream({ pull: (c) => ((pulled += 1), c.enqueue(noise())) }));
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    let before = -1;
    while (before !== pulled) {
      before = pulled;
      await new Promise((later) => setTimeout(later, 100));
    }
    expect(pulled).toBeLessThan(20);
    await reader.cancel();
  });
});

it('results that a client has asked for compressed are not held after it has gone', async () => {
  const big = encodeURIComponent('SELECT * { ?s ?p ?o . ?a ?b ?c . FILTER(?s != ?a) } LIMIT 20000');
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(`GET /sparql?query=${big} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`);
  await new Promise((data) => socket.once('data', data));
  socket.destroy();
  const state = async () => String((await raw(address, '/metrics')).body);
  let text = await state();
  while (!/query_held_bytes 0\n/.test(text) || !/requests_open 1\n/.test(text)) text = await state();
});
