import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { openStore } from '../../src/store/open-store.js';
import { join } from 'node:path';

const TOKEN = 'a-token';
const LIMIT = 300_000;
const MEGABYTE = 1_000_000;
/** Bytes after which a test gives up: the server would take them all. */
const MOST = 1000 * MEGABYTE;

/** Every route that reads a body. */
const ROUTES: readonly (readonly [method: string, path: string, type: string])[] = [
  ['POST', '/sparql', 'application/sparql-update'],
  ['POST', '/sparql', 'application/sparql-query'],
  ['POST', '/sparql', 'application/x-www-form-urlencoded'],
  ['PUT', '/graphs?graph=urn:g', 'text/turtle'],
  ['POST', '/graphs?graph=urn:g', 'application/n-quads'],
  ['POST', '/graphs', 'application/rdf+xml'],
  ['PUT', '/graphs/own', 'application/ld+json'],
  ['POST', '/graphs?graph=urn:g', 'multipart/form-data; boundary=x'],
  ['PATCH', '/graphs?graph=urn:here', 'application/sparql-update'],
  ['POST', '/query/bound.json', 'application/x-www-form-urlencoded'],
  ['POST', '/crates.json', 'application/x-www-form-urlencoded'],
];

let address: string;
/** The address of a server with the limits that a server has by itself. */
let usual: string;
let before: string;

beforeAll(async () => {
  const place = join(await scratch(), 'store');
  await (await openStore(place, { mode: 'write', create: true })).close();
  ({ address } = await startServer({ store: place, token: TOKEN, limits: { bodyBytes: LIMIT } }));
  const other = join(await scratch(), 'store');
  await (await openStore(other, { mode: 'write', create: true })).close();
  usual = (await startServer({ store: other, token: TOKEN })).address;
  for (const one of [address, usual])
    await fetch(`${one}graphs?graph=urn:here`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/turtle' },
      body: '<urn:s> <urn:p> 1 .',
    });
  before = await content();
});

/** All that the store has. */
async function content(): Promise<string> {
  const query = encodeURIComponent('SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o');
  return (await fetch(`${address}sparql?query=${query}&format=csv`)).text();
}

afterEach(async () => expect(await content()).toBe(before));

const head = ([method, path, type]: (typeof ROUTES)[number], more: string): string =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: ${type}\r\n${more}\r\n\r\n`;

function open(to = address): { socket: Socket; answer: () => string; closed: Promise<unknown> } {
  const socket = connect(Number(new URL(to).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => undefined); // the server closes while there is more to send
  return { socket, answer: () => text, closed: new Promise((done) => socket.once('close', done)) };
}

describe.each(ROUTES)('%s %s, %s', (...route) => {
  it('refuses compressed bodies, whatever they are compressed with', async () => {
    const bomb = Buffer.alloc(20 * MEGABYTE, ' ');
    const bodies = { gzip: gzipSync(bomb), 'x-gzip': gzipSync('x'), deflate: deflateSync(bomb), br: brotliCompressSync('x'), zstd: Buffer.from('x'), 'gzip, gzip': gzipSync(gzipSync(bomb)), unknown: Buffer.from('x') }; // prettier-ignore
    for (const [encoding, body] of Object.entries(bodies)) {
      const { socket, answer, closed } = open();
      socket.write(head(route, `content-encoding: ${encoding}\r\nconnection: close\r\ncontent-length: ${body.length}`));
      socket.write(body);
      await closed;
      expect([encoding, answer()]).toEqual([encoding, expect.stringMatching(/^HTTP\/1\.1 415 [^]*\r\naccept-encoding: identity\r\n[^]*must be sent as it is/i)]); // prettier-ignore
    }
  });

  it('ends a body without an end: 413, and the connection is closed', async () => {
    const { socket, answer, closed } = open();
    socket.write(head(route, 'transfer-encoding: chunked'));
    await sendWithoutEnd(socket, closed);
    expect(answer()).toMatch(/^HTTP\/1\.1 413 [^]*The body of the request is larger than \d+ bytes/);
  });
});

it.each([
  ['somebody who may not write', 401, head(['PUT', '/graphs?graph=urn:g', 'text/turtle'], 'transfer-encoding: chunked').replace(TOKEN, 'x')], // prettier-ignore
  ['an address that takes none', 405, head(['POST', '/', 'text/plain'], 'transfer-encoding: chunked')],
  ['a type that nobody reads', 415, head(['PUT', '/graphs?graph=urn:g', 'image/png'], 'transfer-encoding: chunked')],
  ['a compressed one', 415, head(['PUT', '/graphs?graph=urn:g', 'text/turtle'], 'content-encoding: gzip\r\ntransfer-encoding: chunked')], // prettier-ignore
  ['a list', 405, head(['PUT', '/crates.json', 'text/plain'], 'transfer-encoding: chunked')],
])('ends the body without an end of %s: %i or 413', async (_, status, start) => {
  const { socket, answer, closed } = open();
  socket.write(start);
  await sendWithoutEnd(socket, closed);
  expect(answer()).toMatch(new RegExp(`^HTTP/1\\.1 (?:413|${status}) `));
});

it.each([
  ['x', 'multipart/form-data; boundary=x'],
  ['a b', 'multipart/form-data; boundary="a b"'],
  ['b', 'multipart/form-data; foo="; boundary=zzzz"; boundary=b'],
  ['b', 'multipart/form-data; foo="\\"; boundary=zzzz"; boundary=b; boundary=c'],
  ['b', 'Multipart/Form-Data ; BOUNDARY="\\b"; charset=utf-8'],
])('refuses a form of many small parts between %j, whose reader would need seconds', async (boundary, type) => {
  const part = (index: number) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="${index}.ttl"\r\ncontent-type: text/turtle\r\n\r\n\r\n`;
  const body = `${Array.from({ length: 1500 }, (_, index) => part(index)).join('')}--${boundary}--\r\n`;
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': type };
  const response = await fetch(`${address}graphs?graph=urn:g`, { method: 'POST', headers, body });
  expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('more than 1000 parts')]);
});

const FORM = 'application/x-www-form-urlencoded';
const [QUERY, UPDATE] = ['application/sparql-query', 'application/sparql-update'];

it.each([
  ['a form', '/sparql', FORM, '1000000 bytes. Send a longer text as application/sparql-query'],
  ['a form of a page', '/crates.json', FORM, '1000000 bytes.'],
  ['a query', '/sparql', QUERY, '1000000 bytes. Load what the query lists as a graph'],
  ['an update', '/sparql', UPDATE, '4000000 bytes. Send it in several'],
  ['an update of one graph', '/graphs?graph=urn:here', UPDATE, '4000000 bytes. Send it in several'],
])('takes no longer body than the thread that answers can read: %s', async (_, path, type, message) => {
  const { socket, answer, closed } = open(usual);
  const length = type === UPDATE ? 10 * MEGABYTE + 1 : MEGABYTE + 1;
  socket.write(
    head([path.startsWith('/graphs') ? 'PATCH' : 'POST', path, type], `content-length: ${length}\r\nconnection: close`),
  );
  await closed;
  expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer()).toContain(message);
});

it.each(['sparql', 'crates.json', 'query/bound.json'])('takes no form of many fields: %s', async (path) => {
  const headers = { 'content-type': FORM };
  const response = await fetch(usual + path, { method: 'POST', headers, body: 'a&'.repeat(20_000) });
  expect([response.status, (await response.text()).trim()]).toEqual([413, 'The form has more than 20000 fields.']);
});

it('asks for the token before it reads an update', async () => {
  const { socket, answer, closed } = open();
  const start = head(['POST', '/sparql', UPDATE], 'transfer-encoding: chunked\r\nconnection: close');
  socket.write(start.replace(TOKEN, 'x'));
  await sendWithoutEnd(socket, closed);
  expect(answer()).toMatch(/^HTTP\/1\.1 401 /);
});

it('takes forms that are long and right', async () => {
  const query = `ASK {} #${'x'.repeat(900_000)}`;
  const response = await fetch(`${usual}sparql`, { method: 'POST', body: new URLSearchParams({ query }) });
  expect([response.status, await response.json()]).toEqual([200, { head: {}, boolean: true }]);
});

it.each([
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  'multipart/form-data; foo="; boundary=b"',
  `multipart/form-data; boundary=${'b'.repeat(71)}`,
  'multipart/form-data; boundary="b "',
  'multipart/form-data; boundary="b\\"b"',
])('refuses a form that names no right boundary: %s', async (type) => {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': type };
  const body = '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n--b--\r\n';
  const response = await fetch(`${address}graphs?graph=urn:g`, { method: 'POST', headers, body });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('names no boundary')]);
});

/** Sends until the server closes the connection. */
async function sendWithoutEnd(socket: Socket, closed: Promise<unknown>): Promise<void> {
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  const chunk = Buffer.from(`2710\r\n${' '.repeat(10_000)}\r\n`);
  let sent = 0;
  for (; !isClosed && sent < MOST; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
  socket.destroy();
  expect(sent).toBeLessThan(MOST);
}
