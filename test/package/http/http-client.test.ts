import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { fetchDocument } from '../../../src/package/contexts/fetch-context.js';
import { isPublicAddress, publicLookup } from '../../../src/package/http/addresses.js';
import { HttpClient, type HttpOptions } from '../../../src/package/http/http-client.js';
import { parseNetrc, tokenVariable } from '../../../src/base/net/credentials.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import { METADATA, scratch } from '../helpers/crate-forms.js';
import { serve } from '../helpers/server.js';
import { CERTIFICATE, KEY } from '../helpers/tls.js';
import { baseOf } from '../../helpers/base-of.js';

const client = (options: HttpOptions = {}) => new HttpClient({ env: {}, ...options });

describe('private addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::5db8:d822',
    'fec0::1',
    '4000::1',
    'nonsense',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
  ])('%s is refused without a connection', async (address) => {
    const { url, requests } = await serve((_request, response) => void response.end(METADATA));
    const target = address.replace('PORT', new URL(url).port);
    await expect(client({ allowPrivate: false }).get(target)).rejects.toMatchObject({
      code: 'ERR_ADDRESS_REFUSED',
      message: expect.stringContaining('is not a public address'),
    });
    expect(requests).toHaveLength(0);
  });

  /** A public name whose server is on loopback, as a test can have it. */
  const lookup: HttpOptions['lookup'] = (hostname, options, callback) => {
    if (hostname !== 'public.example') return publicLookup()(hostname, options, callback);
    if (options.all === true)
      return (callback as unknown as (error: null, all: unknown[]) => void)(null, [
        { address: '127.0.0.1', family: 4 },
      ]);
    return callback(null, '127.0.0.1', 4);
  };

  it.each(['http://127.0.0.1:PORT/secret', 'http://localhost:PORT/secret', 'http://127.0.0.2:PORT/secret'])(
    'also after a redirect to %s',
    async (location) => {
      const { url, requests } = await serve(
        (_request, response) =>
          void response.writeHead(302, { location: location.replace('PORT', new URL(url).port) }).end(),
      );
      const address = url.replace('127.0.0.1', 'public.example');
      await expect(openPackage(address, { http: { allowPrivate: false, lookup, env: {} } })).rejects.toMatchObject({
        code: 'ERR_ADDRESS_REFUSED',
      });
      expect(requests).toHaveLength(1);
    },
  );

  it('a name that resolves to a public address at the check and to a private one later is not connected to', async () => {
    const answers = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
    let asked = 0;
    const rebinding = publicLookup(((
      _hostname: string,
      _options: unknown,
      callback: (error: null, all: unknown[]) => void,
    ) => callback(null, answers[Math.min(asked++, 1)] as unknown[])) as never);
    const first: unknown[] = [];
    rebinding('x.example', { all: true }, ((_error: unknown, found: unknown) => first.push(found)) as never);
    expect(first).toEqual([answers[0]]); // what was checked is what is connected to
    const errors: unknown[] = [];
    rebinding('x.example', { all: true }, ((error: unknown) => errors.push(error)) as never);
    expect(errors[0]).toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
  });

  it('a name with one private address among public ones is refused', () => {
    const mixed = publicLookup(((
      _hostname: string,
      _options: unknown,
      callback: (error: null, all: unknown[]) => void,
    ) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as never);
    mixed('x.example', {}, (error) => expect(error).toMatchObject({ code: 'ERR_ADDRESS_REFUSED' }));
  });

  it('are allowed by default', async () => {
    const { url } = await serve((_request, response) => void response.end(METADATA));
    expect((await client().get(url)).status).toBe(200);
  });
});

describe('credentials', () => {
  const variable = (url: string) => tokenVariable(new URL(url)) as string;

  it('have a variable for each host', () => {
    expect(variable('https://data.example.org/x')).toBe('CRATEGRAPH_TOKEN_DATA_EXAMPLE_ORG');
    expect(variable('https://a-b.example/')).toBe('CRATEGRAPH_TOKEN_A__B_EXAMPLE');
    expect(variable('http://localhost:8080/')).toBe('CRATEGRAPH_TOKEN_LOCALHOST_8080');
  });

  it('a token goes to its host, and not to another origin, nor back from there', async () => {
    const home: { url: string } = { url: '' };
    const other = await serve(
      (_request, response) => void response.writeHead(302, { location: `${home.url}/back` }).end(),
    );
    const own = await serve((request, response) => {
      if (request.url === '/start') response.writeHead(302, { location: '/step' }).end();
      else if (request.url === '/step') response.writeHead(302, { location: `${other.url}/away` }).end();
      else response.end('x');
    });
    home.url = own.url;
    const env = { [variable(own.url)]: 'abc', [variable(other.url)]: 'def' };
    const answer = await client({ env }).get(`${own.url}/start`);
    answer.cancel();
    expect(own.requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/start', 'Bearer abc'],
      ['/step', 'Bearer abc'],
      ['/back', undefined],
    ]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('come from netrc, only for the named machine', async () => {
    const folder = await scratch();
    await writeFile(
      join(folder, 'netrc'),
      '# comment\nmachine 127.0.0.1\n  login me password s3cret\ndefault login you password no\n',
    );
    const { url, requests } = await serve((_request, response) => void response.end('x'));
    const env = { NETRC: join(folder, 'netrc') };
    (await client({ env }).get(url)).cancel();
    (await client({ env }).get(url.replace('127.0.0.1', 'localhost'))).cancel();
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('me:s3cret').toString('base64')}`,
      undefined,
    ]);
  });

  it('are not sent over plain http except to loopback', async () => {
    const { authorizationFor } = await import('../../../src/base/net/credentials.js');
    const env = { CRATEGRAPH_TOKEN_EXAMPLE_ORG: 'abc', NETRC: '/nowhere' };
    expect(await authorizationFor(new URL('http://example.org/'), env)).toBeUndefined();
    expect(await authorizationFor(new URL('https://example.org/'), env)).toBe('Bearer abc');
    expect(await authorizationFor(new URL('https://sub.example.org/'), env)).toBeUndefined();
    expect(await authorizationFor(new URL('https://example.org:8443/'), env)).toBeUndefined();
  });

  it('netrc is read as curl reads it', () => {
    const text =
      'machine a login x password y machine b password z\nmacdef init\nput machine c login no\n\nmachine c\nlogin w\n';
    expect(Object.fromEntries(parseNetrc(text))).toEqual({
      a: { login: 'x', password: 'y' },
      b: { login: '', password: 'z' },
      c: { login: 'w', password: '' },
    });
  });

  it('in an address are refused and not shown', async () => {
    const error = await client()
      .get('http://me:s3cret@127.0.0.1:9/')
      .catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
    expect(JSON.stringify(error)).not.toContain('s3cret');
  });
});

describe('https', () => {
  it('may redirect to http, with a warning and without credentials', async () => {
    const plain = await serve((_request, response) => void response.end(METADATA));
    const authorizations: unknown[] = [];
    const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(302, { location: `${plain.url}/ro-crate-metadata.json` }).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    try {
      const env = { [`CRATEGRAPH_TOKEN_127_0_0_1_${port}`]: 'abc', CRATEGRAPH_TOKEN_127_0_0_1: 'no' };
      const found = await openPackage(`https://127.0.0.1:${port}/id`, { http: { ca: CERTIFICATE, env } });
      expect(found.warnings).toEqual([{ kind: 'insecure-redirect', detail: 'a redirect leads from https to http' }]);
      expect((await baseOf(found)).iri).toBe(`${plain.url}/ro-crate-metadata.json`);
      expect(authorizations).toEqual(['Bearer abc']);
      expect(plain.requests[0]?.headers.authorization).toBeUndefined();
      await expect(openPackage(`https://127.0.0.1:${port}/id`, { http: { env: {} } })).rejects.toMatchObject({
        code: 'ERR_HTTP',
        message: expect.stringContaining('CERT'),
      });
    } finally {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    }
  });
});

describe('a server that is busy', () => {
  it.each([
    ['503', 503, () => '0'],
    ['429 with a date', 429, () => new Date(Date.now() - 60_000).toUTCString()],
  ])('%s gets a retry when it asks for one', async (_name, status, when) => {
    const { url, requests } = await serve((_request, response) => {
      if (requests.length < 3) response.writeHead(status, { 'retry-after': when() }).end('busy');
      else response.end(METADATA);
    });
    const found = await openPackage(url, { http: { env: {} } });
    expect(found.hops.map((hop) => [hop.status, hop.step])).toEqual([
      [status, 'retry'],
      [status, 'retry'],
      [200, 'address'],
    ]);
  });

  it('that asks for a retry too late is a clear error at once', async () => {
    const { url, requests } = await serve(
      (_request, response) => void response.writeHead(503, { 'retry-after': '86400' }).end(),
    );
    await expect(openPackage(url, { http: { env: {} } })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: `${url}/: the server answered 503 and asks to retry in 86400 s, which is too late`,
      hint: expect.stringContaining('--limit duration='),
      details: { status: 503 },
    });
    expect(requests).toHaveLength(1);
  });

  it('that names an endless time gives an error with a number', async () => {
    const { url } = await serve(
      (_request, response) => void response.writeHead(503, { 'retry-after': '9'.repeat(400) }).end(),
    );
    await expect(client({ limits: { totalMs: Infinity } }).get(url)).rejects.toMatchObject({
      message: expect.stringContaining('asks to retry in 2147483648 s, which is too late'),
    });
  });

  it('is given up after several retries', async () => {
    const { url, requests } = await serve(
      (_request, response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
    );
    expect((await client().get(url)).status).toBe(429);
    expect(requests).toHaveLength(6);
  });

  it.each([undefined, '', 'soon', '-1'])('with Retry-After %j gets no retry', async (value) => {
    const { url, requests } = await serve(
      (_request, response) => void response.writeHead(503, value === undefined ? {} : { 'retry-after': value }).end(),
    );
    expect((await client().get(url)).status).toBe(503);
    expect(requests).toHaveLength(1);
  });
});

describe('a server that is slow', () => {
  it('is given up after the total time, though it never stalls', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200).write('{');
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    await expect(openPackage(url, { http: { env: {}, limits: { totalMs: 300 } } })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('not complete after 0.3 s'),
      hint: expect.stringContaining('--limit duration='),
    });
  });

  it('is given up after the total time, though each redirect is fast enough', async () => {
    const { url } = await serve(
      ({ url: path }, response) => void setTimeout(() => response.writeHead(302, { location: `${path}x` }).end(), 50),
    );
    const limits = { totalMs: 300, redirects: 1_000_000 };
    await expect(client({ limits }).get(url)).rejects.toMatchObject({
      message: expect.stringContaining('not complete after 0.3 s'),
    });
  });

  it('is given up after the total time, though its few bytes decode to many', async () => {
    const packed = gzipSync(`{${' '.repeat(20_000_000)}`); // it could be a document: all of it is wanted
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      let sent = 0;
      const timer = setInterval(() => response.write(packed.subarray(sent, (sent += 5))), 10);
      response.on('close', () => clearInterval(timer));
    });
    await expect(openPackage(url, { http: { env: {}, limits: { totalMs: 300 } } })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('not complete after 0.3 s'),
    });
  });

  it('is not charged for the time of its reader', async () => {
    const bytes = Buffer.alloc(1_000_000, 'x');
    const { url } = await serve((_request, response) => void response.end(bytes));
    const { body } = await client({ limits: { totalMs: 60_000 } }).get(url);
    const now = performance.now.bind(performance);
    let [size, later] = [0, 0];
    performance.now = () => now() + later;
    try {
      for await (const chunk of body) {
        later += 60_000; // the reader takes a minute for each piece
        size += chunk.byteLength;
      }
    } finally {
      performance.now = now;
    }
    expect(size).toBe(bytes.length);
  });
});

describe('limits that are longer than the longest timer', () => {
  it.each([3e9, 1e300, Infinity])('%d ms do not time out at once', async (time) => {
    const { url } = await serve((_request, response) => void setTimeout(() => response.end(METADATA), 20));
    const limits = { headersMs: time, idleMs: time, totalMs: time };
    const answer = await client({ limits }).get(url);
    let size = 0;
    for await (const chunk of answer.body) size += chunk.byteLength;
    expect(size).toBe(Buffer.byteLength(METADATA));
    expect(await fetchDocument(url, client({ limits }), { milliseconds: time })).toMatchObject({
      document: JSON.parse(METADATA),
    });
  });
});

describe('content encodings', () => {
  const answer = (encoding: string, body: Buffer) => (_request: unknown, response: ServerResponse) =>
    void response.writeHead(200, { 'content-encoding': encoding }).end(body);

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })],
    ['gzip, gzip', (bytes) => gzipSync(gzipSync(bytes))],
  ])('a bomb of %s is refused by its ratio', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(65_000_000, ' '));
    const { url } = await serve(answer(encoding, bomb));
    const { body } = await client().get(url);
    const read = async () => {
      for await (const _ of body);
    };
    await expect(read()).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: expect.stringContaining('250 times its packed size'),
    });
  });

  it('a high ratio is allowed if the user raises the limit, or the size is small', async () => {
    const { url } = await serve(answer('gzip', gzipSync(Buffer.alloc(65_000_000, ' '))));
    const size = async (limits: HttpOptions['limits']) => {
      let bytes = 0;
      for await (const chunk of (await client({ limits }).get(url)).body) bytes += chunk.byteLength;
      return bytes;
    };
    expect(await size({ ratio: 2000 })).toBe(65_000_000);
    await expect(size({})).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  });

  it.each([
    ['gzip, gzip, gzip', '3 content encodings at once'],
    ['zstd', 'content encoding zstd is not supported'],
  ])('%s is refused by name', async (encoding, message) => {
    const { url } = await serve(answer(encoding, Buffer.from('x')));
    await expect(openPackage(url, { http: { env: {} } })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: `${url}/: ${message}`,
    });
  });
});
