import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  contextOptionsOf,
  contextsFor,
  openContexts,
  type ContextOptions,
} from '../../../src/package/contexts/open-contexts.js';
import { defaultCacheDir } from '../../../src/package/contexts/context-cache.js';
import { tokenVariable } from '../../../src/base/net/credentials.js';
import { serve as serveElsewhere } from '../helpers/server.js';

const CONTEXT = { a: 'http://example.org/a' };
const DOCUMENT = JSON.stringify({ '@context': CONTEXT });
const LD = { 'content-type': 'application/ld+json' };

let folder: string;
let server: Server | undefined;
let requests: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contexts-'));
  requests = [];
});

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = undefined;
  await rm(folder, { recursive: true });
});

/** Starts a server on loopback. @returns its address without a final slash */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer((request, response) => {
    requests.push(request.url!);
    listener(request, response);
  });
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Opens a source that may request the test servers, which are all on loopback. */
const open = (options: ContextOptions = {}) => openStrict({ http: { env: {}, allowPrivate: true }, ...options });
/** Opens a source with the default permissions. */
const openStrict = (options: ContextOptions = {}) => openContexts({ cacheDir: join(folder, 'cache'), ...options });
const document = (_request: IncomingMessage, response: ServerResponse) => response.writeHead(200, LD).end(DOCUMENT);
const unavailable = (message: string | RegExp) => ({
  code: 'ERR_CONTEXT_UNAVAILABLE',
  message: typeof message === 'string' ? expect.stringContaining(message) : expect.stringMatching(message),
});

describe('the network', () => {
  it('returns the @context, requesting JSON-LD', async () => {
    let accept: string | undefined;
    const url = await serve((request, response) => {
      accept = request.headers.accept;
      document(request, response);
    });
    expect(await open().load(`${url}/c`)).toEqual(CONTEXT);
    expect(accept).toBe('application/ld+json, application/json;q=0.9');
  });

  it.each([301, 302, 303, 307, 308])('follows a relative %i and resolves references there', async (status) => {
    const url = await serve((request, response) => {
      if (request.url === '/x/c.json') response.writeHead(200, LD).end('{"@context": "other.json"}');
      else response.writeHead(status, { location: 'x/c.json' }).end();
    });
    expect(await open().load(`${url}/c`)).toBe(`${url}/x/other.json`);
  });

  it('follows 10 redirects, not 11', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) document(request, response);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(await open().load(`${url}/10`)).toEqual(CONTEXT);
    await expect(open().load(`${url}/11`)).rejects.toMatchObject(unavailable('more than 10 redirects'));
  });

  it('gives up on redirects without end, and on a loop where it closes', async () => {
    const next = (path = '') => `/${Number(path.slice(1)) + 1}`;
    const url = await serve(({ url: path }, response) =>
      response.writeHead(302, { location: path === '/loop' ? '/loop' : next(path) }).end(),
    );
    await expect(open().load(`${url}/0`)).rejects.toMatchObject(unavailable('more than 10 redirects'));
    expect(requests).toHaveLength(11);
    await expect(open().load(`${url}/loop`)).rejects.toMatchObject(unavailable('the redirects lead in a circle'));
    expect(requests).toHaveLength(12);
  });

  it.each(['file:///etc/passwd', 'http://user:secret@127.0.0.1/', 'http://[', ''])(
    'refuses a redirect to %j',
    async (location) => {
      const url = await serve((_request, response) =>
        response.writeHead(302, location === '' ? {} : { location }).end(),
      );
      const error = (await open()
        .load(`${url}/c`)
        .catch((thrown: unknown) => thrown)) as Error;
      expect(error).toMatchObject(unavailable('redirect'));
      expect(error.message).not.toMatch('secret');
    },
  );

  it('reports the status of the server, without query or user', async () => {
    const url = await serve((_request, response) => response.writeHead(404).end('{"@context": {}}'));
    const error = (await open()
      .load(`${url}/c?token=secret`)
      .catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject(unavailable(`context ${url}/c: the server answered 404`));
    expect(JSON.stringify(error)).not.toMatch('secret');
    await expect(open().load('http://me:secret@127.0.0.1:9/c')).rejects.toMatchObject(
      unavailable(/^context http:\/\/127.0.0.1:9\/c: .*user or password/),
    );
  });

  it('reports the network error if nothing listens', async () => {
    const url = await serve(document);
    server!.close();
    server!.closeAllConnections();
    await expect(open().load(`${url}/c`)).rejects.toMatchObject(unavailable('cannot be fetched (ECONNREFUSED)'));
  });

  it('gives up on a broken connection', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { ...LD, 'content-length': '1000' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    await expect(open().load(`${url}/c`)).rejects.toMatchObject(unavailable('cannot be fetched'));
  });

  it.each(['headers', 'body'])('gives up if the %s do not arrive in time', async (part) => {
    const url = await serve((_request, response) => {
      if (part === 'body') response.writeHead(200, LD).write('{"@context":');
    });
    const slow = open({ limits: { milliseconds: 200 } });
    await expect(slow.load(`${url}/c`)).rejects.toMatchObject(unavailable('no response within 0.2 s'));
  });

  it('gives up on a document that is too large, before or after decompression', async () => {
    const url = await serve((request, response) => {
      const big = Buffer.alloc(2_000_000, ' ');
      if (request.url === '/gzip') response.writeHead(200, { ...LD, 'content-encoding': 'gzip' }).end(gzipSync(big));
      else response.writeHead(200, LD).end(big);
    });
    const small = open({ limits: { bytes: 1_000_000 } });
    await expect(small.load(`${url}/plain`)).rejects.toMatchObject(unavailable('larger than 1 MB'));
    await expect(small.load(`${url}/gzip`)).rejects.toMatchObject(unavailable('larger than 1 MB'));
  });

  it.each([
    ['HTML', 'text/html; charset=utf-8', '<html>', 'the response is not JSON (text/html)'],
    ['broken JSON', 'application/ld+json', '{"@context": ', 'the response is not JSON (application/ld+json)'],
    ['bytes that are not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), 'the response is not JSON'],
    ['nothing', '', '', 'the response is not JSON (no media type)'],
    ['JSON without a context', 'application/json', '{"@graph": []}', 'does not contain `@context`'],
    ['an array', 'application/json', '[]', 'does not contain `@context`'],
  ])('refuses %s', async (_name, type, body, message) => {
    const url = await serve((_request, response) =>
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(body),
    );
    await expect(open().load(`${url}/c`)).rejects.toMatchObject(unavailable(message));
  });

  it('tolerates a BOM, a wrong media type and surrounding whitespace in the address', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`\uFEFF${DOCUMENT}`),
    );
    expect(await open().load(` ${url}/c\n`)).toEqual(CONTEXT);
  });

  it('follows Link rel=alternate only from a page that is not JSON', async () => {
    const link = [
      '<style,;.css>; rel="stylesheet"; type="text/css", <wrong>; rel=alternate; type="text/turtle"',
      '<docs/c.jsonld>; title="a, \\"b\\"; c"; REL="Alternate"; type="application/ld+json; profile=x"',
    ];
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html', link }).end('<html>');
      else
        response.writeHead(200, { ...LD, link: '</wrong>; rel="alternate"; type="application/ld+json"' }).end(DOCUMENT);
    });
    expect(await open().load(`${url}/`)).toEqual(CONTEXT);
    expect(requests).toEqual(['/', '/docs/c.jsonld']);
  });

  it('gives up on a loop of alternates', async () => {
    const link = '</>; rel="alternate"; type="application/ld+json"';
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', link }).end('<html>'),
    );
    await expect(open().load(`${url}/`)).rejects.toMatchObject(unavailable('more than 10 redirects'));
  });

  it('gets one request from concurrent loads', async () => {
    const url = await serve(document);
    const source = open();
    const answers = await Promise.all(['/c', '/c', '/c#f'].map((path) => source.load(url + path)));
    expect(answers).toEqual([CONTEXT, CONTEXT, CONTEXT]);
    expect(requests).toEqual(['/c']);
  });

  it.each(['c.json', 'file:///etc/passwd', ''])('is not used for %j', async (address) => {
    await expect(open().load(address)).rejects.toMatchObject(unavailable('this is not an http or https address'));
  });

  it('is not used for the contexts of RO-Crate', async () => {
    const source = open({ fetch: () => Promise.reject(new Error('asked')) });
    expect(await source.load('https://w3id.org/ro/crate/1.1/context')).toHaveProperty('name', 'http://schema.org/name');
  });
});

describe('a context that a document names', () => {
  const refused = {
    ...unavailable('is not a public address'),
    hint: expect.stringContaining('--allow-private-contexts'),
  };
  const tokenOf = (url: string) => ({ [tokenVariable(new URL(url)) as string]: 'secret' });
  let authorizations: (string | undefined)[];

  const noting: RequestListener = (request, response) => {
    authorizations.push(request.headers.authorization);
    document(request, response);
  };

  beforeEach(() => {
    authorizations = [];
  });

  it.each([
    'http://127.0.0.1:PORT/admin',
    'http://localhost:PORT/',
    'http://a.localhost:PORT/',
    'http://2130706433:PORT/',
  ])('is not requested at %s', async (address) => {
    const { port } = new URL(await serve(document));
    await expect(openStrict().load(address.replace('PORT', port))).rejects.toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it.each<[string, RequestListener]>([
    ['a redirect', (_request, response) => response.writeHead(302, { location: LOCATION.href }).end()],
    [
      'a link to an alternate',
      (_request, response) =>
        response
          .writeHead(200, {
            'content-type': 'text/html',
            link: `<${LOCATION.href}>; rel="alternate"; type="application/ld+json"`,
          })
          .end('<html>'),
    ],
  ])('is not requested at a private address after %s from a public one', async (_name, listener) => {
    const { port } = new URL(await serve(listener));
    const { url, requests: asked } = await serveElsewhere(document, '127.0.0.2');
    LOCATION.href = `${url}/admin`;
    const source = openStrict({ http: { env: {}, lookup: publicName } });
    await expect(source.load(`http://public.example:${port}/c`)).rejects.toMatchObject(refused);
    expect([requests, asked.length]).toEqual([['/c'], 0]);
  });

  it('is requested without credentials, even if the user allows private addresses', async () => {
    const url = await serve(noting);
    await open({ http: { allowPrivate: true, env: tokenOf(url) } }).load(`${url}/c`);
    expect(authorizations).toEqual([undefined]);
  });

  it('is requested with credentials at the origin of the document', async () => {
    const url = await serve(noting);
    const source = openStrict({ http: { env: tokenOf(url) } });
    const own = contextsFor(source, {
      url: `${url}/crates/1/ro-crate-metadata.json`,
      fromPrivate: true,
      trusted: true,
    });
    expect(await own.load(`${url}/c`)).toEqual(CONTEXT);
    expect(authorizations).toEqual(['Bearer secret']);
    expect(await source.load(`${url}/c`)).toEqual(CONTEXT); // a fetched context is held, without another request
    expect(await own.load('https://w3id.org/ro/crate/1.1/context')).toHaveProperty('name');
    await expect(source.load(`${url}/other`)).rejects.toMatchObject(refused);
    expect(requests).toEqual(['/c']);
  });

  it('is requested without credentials if a link or redirect to another origin led to the document', async () => {
    const url = await serve(noting);
    const from = { url: `${url}/crate.json`, fromPrivate: true, trusted: false };
    await contextsFor(openStrict({ http: { env: tokenOf(url) } }), from).load(`${url}/c`);
    expect(authorizations).toEqual([undefined]);
  });

  it('is not requested at another private origin than that of the document', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: LOCATION.href }).end());
    const others = [await serveElsewhere(document), await serveElsewhere(document, '127.0.0.2')];
    const env = Object.assign({}, ...[url, ...others.map((other) => other.url)].map(tokenOf)) as Record<string, string>;
    const source = contextsFor(openStrict({ http: { env } }), {
      url: `${url}/crate.json`,
      fromPrivate: true,
      trusted: true,
    });
    for (const other of others) {
      await expect(source.load(`${other.url}/c`)).rejects.toMatchObject(refused);
      LOCATION.href = `${other.url}/c`;
      await expect(source.load(`${url}/c`)).rejects.toMatchObject(refused);
      expect(other.requests).toHaveLength(0);
    }
  });

  it('is requested with credentials only at the origin of the document, wherever an alternate is', async () => {
    const url = await serve((_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'text/html',
          link: `<${LOCATION.href}>; rel="alternate"; type="application/ld+json"`,
        })
        .end('<html>'),
    );
    const other = await serveElsewhere(noting);
    LOCATION.href = `${other.url}/c`;
    const http = { allowPrivate: true, env: { ...tokenOf(url), ...tokenOf(other.url) } };
    await contextsFor(open({ http }), { url: `${url}/crate.json`, fromPrivate: true, trusted: true }).load(`${url}/c`);
    expect(authorizations).toEqual([undefined]);
  });

  it('is not requested at the origin of a public document if that has become private', async () => {
    const { port } = new URL(await serve(document));
    const url = `http://rebound.localhost:${port}`;
    const source = contextsFor(openStrict(), { url: `${url}/crate.json`, fromPrivate: false, trusted: true });
    await expect(source.load(`${url}/c`)).rejects.toMatchObject(refused);
    expect(requests).toEqual([]);
  });

  it('has options for another thread, if that can open the source', () => {
    expect(contextOptionsOf(openStrict({ http: { allowPrivate: true } }))).toMatchObject({
      http: { allowPrivate: true },
    });
    expect(contextOptionsOf(openStrict({ http: { lookup: publicName } }))).toBeUndefined();
  });

  it('is left to a source of the caller', () => {
    const mine = { load: async () => CONTEXT };
    expect(contextsFor(mine, { url: 'http://127.0.0.1/', fromPrivate: true, trusted: true })).toBe(mine);
    const source = openStrict();
    expect(contextsFor(source, undefined)).toBe(source);
    const from = { url: 'http://127.0.0.1/a', fromPrivate: true, trusted: true };
    expect(contextsFor(source, { ...from, url: 'http://127.0.0.1/b' })).toBe(contextsFor(source, from));
  });
});

/** Serves a name that could be that of a public host. */
const publicName: LookupFunction = (_hostname, options, callback) =>
  options.all === true
    ? (callback as unknown as (error: null, all: unknown[]) => void)(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(null, '127.0.0.1', 4);

/** Where a test server redirects to, set after it has started. */
const LOCATION = { href: '' };

describe('the disk cache', () => {
  it('has the context the second time, offline too', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/x/c') response.writeHead(200, LD).end('{"@context": ["d", {}]}');
      else response.writeHead(302, { location: '/x/c' }).end();
    });
    const context = [`${url}/x/d`, {}];
    expect(await open().load(`${url}/c`)).toEqual(context);
    expect(await open().load(`${url}/c`)).toEqual(context);
    expect(await open({ offline: true }).load(`${url}/c`)).toEqual(context);
    expect(requests).toEqual(['/c', '/x/c']);
    const names = await readdir(join(folder, 'cache/contexts'));
    expect(names).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/)]);
    expect((await stat(join(folder, 'cache/contexts', names[0]!))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(folder, 'cache/contexts', names[0]!), 'utf8'))).toEqual({
      address: `${url}/c`,
      finalUrl: `${url}/x/c`,
      fetched: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      document: { '@context': ['d', {}] },
    });
  });

  it.each([
    [500, DOCUMENT],
    [200, 'no JSON'],
    [200, '{}'],
  ])('never stores a failure (%i %s)', async (status, body) => {
    let failing = true;
    const url = await serve((request, response) => {
      if (failing) response.writeHead(status, LD).end(body);
      else document(request, response);
    });
    const source = open();
    await expect(source.load(`${url}/c`)).rejects.toMatchObject(unavailable(''));
    await expect(readdir(join(folder, 'cache'))).rejects.toThrow('ENOENT');
    failing = false;
    expect(await source.load(`${url}/c`)).toEqual(CONTEXT);
  });

  it.each(['', '{', 'null', '{"address": "http://other/"}', 'no context'])(
    'replaces the invalid entry %j',
    async (text) => {
      const url = await serve(document);
      await open().load(`${url}/c`);
      const [name] = await readdir(join(folder, 'cache/contexts'));
      const path = join(folder, 'cache/contexts', name!);
      const edited = text === 'no context' ? JSON.stringify({ address: `${url}/c`, finalUrl: url, document: 1 }) : text;
      await writeFile(path, edited);
      expect(await open().load(`${url}/c`)).toEqual(CONTEXT);
      expect(JSON.parse(await readFile(path, 'utf8'))).toHaveProperty('document.@context', CONTEXT);
    },
  );

  it('may be read-only', async () => {
    const url = await serve(document);
    await writeFile(join(folder, 'file'), '');
    expect(await open({ cacheDir: join(folder, 'file') }).load(`${url}/c`)).toEqual(CONTEXT);
  });

  it('is in the folder that the environment names', () => {
    expect(defaultCacheDir({ CRATEGRAPH_CACHE: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
    expect(defaultCacheDir({ XDG_CACHE_HOME: '/b' })).toBe(join('/b', 'crategraph'));
    expect(defaultCacheDir({ XDG_CACHE_HOME: 'relative' })).toMatch(/[\\/]\.cache[\\/]crategraph$/);
    expect(defaultCacheDir({})).toMatch(/[\\/]\.cache[\\/]crategraph$/);
  });
});

describe('offline', () => {
  it('refuses a context that is not available locally, with a hint', async () => {
    const url = await serve(document);
    await expect(open({ offline: true }).load(`${url}/c?token=secret`)).rejects.toMatchObject({
      ...unavailable(`context ${url}/c: it is not available locally`),
      hint: expect.stringContaining('--contexts'),
    });
    expect(requests).toEqual([]);
  });

  it('still has the bundle', async () => {
    const context = await open({ offline: true }).load(' https://w3id.org/ro/crate/1.3/context');
    expect(context).toHaveProperty('FormalParameter', 'https://bioschemas.org/terms/FormalParameter');
  });
});

describe('a folder of contexts', () => {
  const index = (text: string) => writeFile(join(folder, 'index.json'), text);

  it('wins over the bundle, the cache and the network', async () => {
    const url = await serve(document);
    await open().load(`${url}/c`);
    const crate = 'https://w3id.org/ro/crate/1.1/context';
    await index(JSON.stringify([{ file: 'x.json', urls: [`${url}/c`, crate], license: 'any' }]));
    await writeFile(join(folder, 'x.json'), '\uFEFF{"@context": {"mine": "http://example.org/mine"}}');
    const source = open({ folders: [folder] });
    expect(await source.load(`${url}/c`)).toEqual({ mine: 'http://example.org/mine' });
    expect(await source.load(crate.replace('https', 'http'))).toEqual({ mine: 'http://example.org/mine' });
    expect(await source.load('https://w3id.org/ro/crate/1.2/context')).toHaveProperty('name');
    expect(requests).toHaveLength(1);
  });

  it('may list files relative to its parent; the first folder wins', async () => {
    for (const name of ['one', 'two']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'c.json'), `{"@context": {"n": "http://${name}"}}`);
      const entries = [{ file: `${name}/c.json`, urls: ['https://c.example/'] }];
      await writeFile(join(folder, name, 'index.json'), JSON.stringify(entries));
    }
    const source = open({ folders: [join(folder, 'two'), join(folder, 'one')] });
    expect(await source.load('https://c.example')).toEqual({ n: 'http://two' });
  });

  it('without index.json is a clear error', async () => {
    await expect(open({ folders: [folder] }).load('http://c.example/')).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
      message: `${join(folder, 'index.json')} does not exist`,
      hint: expect.stringContaining('"urls"'),
    });
  });

  it.each([
    ['[', 'is not JSON'],
    ['{}', 'is not an array'],
    ['[{"file": "a", "urls": []}, {"file": "b"}]', 'entry /1 needs "file" and "urls"'],
    ['[null]', 'entry /0'],
  ])('with the index %s is a clear error, until it is corrected', async (text, message) => {
    const source = open({ folders: [folder], offline: true });
    await index(text);
    await expect(source.load('http://c.example/')).rejects.toMatchObject({
      ...unavailable(message),
      details: { file: join(folder, 'index.json') },
    });
    await index('[]');
    await expect(source.load('http://c.example/')).rejects.toMatchObject(unavailable('not available locally'));
  });

  it.each([
    ['missing.json', 'cannot be read'],
    ['../../../../../../etc/hostname', 'cannot be read'],
    ['broken.json', 'is not JSON'],
    ['empty.json', 'does not contain `@context`'],
  ])('that lists %s is a clear error', async (file, message) => {
    await writeFile(join(folder, 'broken.json'), '{');
    await writeFile(join(folder, 'empty.json'), '{}');
    await index(JSON.stringify([{ file, urls: ['http://c.example/'] }]));
    await expect(open({ folders: [folder] }).load('http://c.example/')).rejects.toMatchObject(unavailable(message));
  });
});
