import { connect } from 'node:net';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { tries } from '../helpers/seed.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';

const SECRET = 'the-secret-beside-the-root';
let address: string;

beforeAll(async () => {
  const folder = await scratch();
  const root = await writeCrate(join(folder, 'c'), crate({ name: 'Fuzzed' }));
  await mkdir(join(root, 'data'));
  await writeFile(join(root, 'data/a.txt'), 'text\n'.repeat(500));
  await writeFile(join(root, '.hidden'), SECRET);
  await writeFile(join(folder, 'secret'), SECRET);
  await writeFile(join(folder, 'ro-crate-metadata.json'), SECRET);
  await symlink(join(folder, 'secret'), join(root, 'link'));
  await symlink(folder, join(root, 'up'));
  ({ address } = await startServer({ folders: [root], permalinks: ['/p/=/crates/c/'], limits: { bodyBytes: 1000 } }));
});

/** Pieces of paths that have fooled servers. */
const piece = fc.oneof(
  fc.constantFrom(...['crates', 'c', 'data', 'a.txt', 'secret', 'link', 'up', '.hidden', 'ro-crate-metadata.json']),
  fc.constantFrom(
    ...['..', '.', '', '%2e%2e', '%2E.', '..%2f', '%2f', '%5c', '..\\', '%00', '%', '%ff', '%c0%ae', '..;'],
  ),
  fc.constantFrom(
    ...['~', '*', '?', '#', '?entity=x', '%25%32%65', '\u00e9', '//', 'c:', 'p', 'sparql', 'graphs', 'health'],
  ),
  fc.string({ maxLength: 8 }),
);
const path = fc
  .tuple(
    fc.constantFrom('/', '/crates/c/', '/crates/c/data/', '/p/', '//', 'http://other/', '*', ''),
    fc.array(piece, { maxLength: 6 }),
  )
  .map(([start, pieces]) => start + pieces.join('/'));
const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'HEAD') },
  fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'CONNECT', 'QUERY'),
);
const header = fc.tuple(
  fc.constantFrom(
    ...['range', 'if-range', 'if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'accept'],
    ...['accept-encoding', 'authorization', 'origin', 'content-type', 'host', 'transfer-encoding', 'referer', 'cookie'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...['bytes=0-', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1', `bytes=${'0-,'.repeat(500)}`, 'bytes=-0', '*'],
    ),
    fc.constantFrom(
      ...['"x"', 'W/"x"', 'gzip', 'br;q=2', 'identity;q=0, *;q=0', 'Bearer x', 'null', 'chunked', '\u0080'],
    ),
    fc.string({ maxLength: 30 }),
  ),
);
const body = fc.oneof(fc.constant(''), fc.string({ maxLength: 50 }), fc.constant('x'.repeat(2000)));

/** The whole answer to a request that is sent as it is written. */
function answerTo(text: string): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    socket.setTimeout(300, () => socket.destroy()); // a request without an end gets no answer
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => done(Buffer.concat(chunks).toString('latin1')));
    socket.write(text); // a server of Node takes the end of the input for a client that has gone
  });
}

describe('whatever a client sends', () => {
  it('gets no 5xx and nothing from outside of the folder', async () => {
    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        fc.array(header, { maxLength: 4 }),
        body,
        async (verb, target, headers, content) => {
          const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
          const length = content === '' ? '' : `content-length: ${Buffer.byteLength(content)}\r\n`;
          const host = headers.some(([name]) => name === 'host') ? '' : 'host: localhost\r\n';
          const request = `${verb} ${target} HTTP/1.1\r\n${host}connection: close\r\n${lines}${length}\r\n${content}`;
          const answer = await answerTo(request);
          expect(answer).not.toContain(SECRET);
          expect(answer).not.toMatch(/^HTTP\/1\.1 5\d\d/m);
        },
      ),
      tries(4000),
    );
    expect((await fetch(`${address}health`)).status).toBe(200);
  });

  it('is answered: these requests reach the files', async () => {
    expect(
      await answerTo('GET /crates/c/data/a.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'),
    ).toContain('text\ntext');
  });
});
