import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { tokenVariable } from '../../../src/base/net/credentials.js';
import type { CratePackage } from '../../../src/package/crate-package.js';
import { openPackage } from '../../../src/package/open/open-package.js';
import type { PackageOptions } from '../../../src/package/package-options.js';
import { bagFiles, BAG_UUID, FILES, METADATA, tarGzOf, zipOf } from '../helpers/crate-forms.js';
import { answerFile, serve } from '../helpers/server.js';
import { baseOf } from '../../helpers/base-of.js';

const LD = 'application/ld+json;profile="https://w3id.org/ro/crate"';
const HTML = '<!DOCTYPE html><html><head><title>A landing page</title></head></html>';
const DATACITE =
  '{"@context": "http://schema.org", "@type": "Dataset", "@id": "https://doi.org/10.5281/zenodo.1", "name": "x"}';

const opened: CratePackage[] = [];

async function open(url: string, options: PackageOptions = {}): Promise<CratePackage> {
  const found = await openPackage(url, { ...options, http: { env: {}, ...options.http } });
  opened.push(found);
  return found;
}

afterEach(async () => {
  for (const found of opened.splice(0)) await found.close();
});

const textIn = (found: { metadata: { content: { bytes: Uint8Array } } }) =>
  Buffer.from(found.metadata.content.bytes).toString();

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers by path; everything else is 404. */
function routes(paths: Record<string, Listener | string>): Listener {
  return (request, response) => {
    const answer = paths[request.url ?? ''];
    if (answer === undefined) response.writeHead(404).end('not here');
    else if (typeof answer === 'string') response.writeHead(200, { 'content-type': 'application/ld+json' }).end(answer);
    else answer(request, response);
  };
}

const page =
  (headers: Record<string, string | string[]> = {}): Listener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(HTML);

describe('redirects (trap 30)', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i with a relative Location: the base is the final address, and the hops are recorded',
    async (status) => {
      const { url } = await serve(
        routes({
          '/id': (_request, response) =>
            void response.writeHead(status, { location: 'v/1/ro-crate-metadata.json?x=1#y' }).end(),
          '/v/1/ro-crate-metadata.json?x=1': METADATA,
        }),
      );
      const found = await open(`${url}/id`);
      expect(textIn(found)).toBe(METADATA);
      expect(await baseOf(found)).toEqual({
        iri: `${url}/v/1/ro-crate-metadata.json`,
        root: `${url}/v/1/`,
        reason: 'url',
      });
      expect(found.hops).toEqual([
        { url: `${url}/id`, status, step: 'redirect' },
        { url: `${url}/v/1/ro-crate-metadata.json`, status: 200, step: 'address' },
      ]);
    },
  );

  it('end after ten', async () => {
    const { url, requests } = await serve(
      (request, response) => void response.writeHead(302, { location: `${request.url}x` }).end(),
    );
    await expect(open(`${url}/loop`)).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining('more than 10 redirects'),
    });
    expect(requests).toHaveLength(11);
  });

  it('end where a circle closes', async () => {
    const { url, requests } = await serve(
      (request, response) => void response.writeHead(302, { location: request.url === '/a' ? '/b' : '/a#x' }).end(),
    );
    await expect(open(`${url}/`)).rejects.toMatchObject({ code: 'ERR_HTTP', message: `${url}/a: the redirects lead in a circle` }); // prettier-ignore
    expect(requests.map((request) => request.url)).toEqual(['/', '/a', '/b']);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/x', 'http://me:secret@127.0.0.1/'])(
    'never lead to %s',
    async (location) => {
      const { url } = await serve((_request, response) => void response.writeHead(302, { location }).end());
      const error = await open(`${url}/?token=secret`).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({ code: 'ERR_ADDRESS_REFUSED' });
      expect(JSON.stringify(error)).not.toContain('secret');
    },
  );
});

describe('a response (trap 30)', () => {
  it.each<[string, Record<string, string>, Buffer]>([
    ['application/json', { 'content-type': 'application/json' }, Buffer.from(METADATA)],
    ['text/plain', { 'content-type': 'text/plain' }, Buffer.from(METADATA)],
    ['text/html, wrongly', { 'content-type': 'text/html' }, Buffer.from(METADATA)],
    ['no type', {}, Buffer.from(METADATA)],
    ['a BOM', {}, Buffer.from(`\uFEFF${METADATA}`)],
    ['gzip', { 'content-encoding': 'gzip' }, gzipSync(METADATA)],
    ['brotli', { 'content-encoding': 'br' }, brotliCompressSync(METADATA)],
  ])('with %s is read', async (_name, headers, body) => {
    const { url } = await serve((_request, response) => void response.writeHead(200, headers).end(body));
    expect(textIn(await open(url)).replace(/^\uFEFF/, '')).toBe(METADATA);
  });
});

describe('Signposting (trap 31)', () => {
  it.each<[string, string | string[]]>([
    [
      'describedby with profile',
      `</m.json>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/ro/crate"`,
    ],
    [
      'the profile in the type',
      `</m.json>; rel="describedby"; type="application/ld+json;profile=\\"https://w3id.org/ro/crate\\""`,
    ],
    ['rel in capitals, several values', `<m.json>; REL="Item DescribedBy"; PROFILE="https://w3id.org/ro/crate/1.2"`],
    [
      'several in one header',
      `<https://orcid.org/1>; rel=author, </wrong>; rel="describedby"; type="text/turtle", <./m.json>; rel=describedby; profile="https://w3id.org/ro/crate"`,
    ],
    [
      'several headers',
      [
        `</datacite>; rel="describedby"; type="application/vnd.datacite.datacite+json"`,
        `</m.json>; rel="describedby"; profile="https://w3id.org/ro/crate"`,
      ],
    ],
    [
      'the profile is preferred to plain JSON-LD',
      `</datacite>; rel="describedby"; type="application/ld+json", </m.json>; rel="item"; profile="https://w3id.org/ro/crate"`,
    ],
    [
      'DataCite is ignored',
      `</datacite>; rel="describedby"; type="application/ld+json", </m.json>; rel="describedby"; type="application/json"`,
    ],
    ['an item that is an archive', `</a.zip>; rel="item"; type="application/zip"`],
  ])('%s', async (_name, link) => {
    const { url } = await serve(
      routes({
        '/page': page({ link }),
        '/m.json': METADATA,
        '/datacite': DATACITE,
        '/a.zip': (_request, response) => void response.end(zipOf(FILES)),
      }),
    );
    const found = await open(`${url}/page`);
    expect(textIn(found)).toBe(METADATA);
    if (found.container === undefined) expect((await baseOf(found)).iri).toBe(`${url}/m.json`);
    expect(found.hops.at(-1)?.step).toBe('Signposting');
    await found.close();
  });
});

describe('a link set (RFC 9264)', () => {
  const header = (type: string) => ({ link: `</set>; rel="linkset"; type="${type}"` });
  const set = (type: string, text: string): Listener => {
    return (_request, response) => void response.writeHead(200, { 'content-type': type }).end(text);
  };
  const json = (anchor: string) =>
    JSON.stringify({
      linkset: [
        { anchor: '/page/a.csv', describedby: [{ href: '/wrong', profile: ['https://w3id.org/ro/crate'] }] },
        {
          anchor,
          item: [{ href: '/wrong', type: 'text/csv' }, 'no object', { type: 'application/zip' }],
          describedby: [{ href: '/m.json', profile: ['https://w3id.org/ro/crate'] }],
        },
      ],
    });

  it.each([
    ['JSON', 'application/linkset+json', json('/page')],
    [
      'text',
      'application/linkset',
      '</wrong>; rel="describedby"; profile="https://w3id.org/ro/crate"; anchor="/page/a.csv",\n</m.json>\n ; rel="describedby"; profile="https://w3id.org/ro/crate"\n ; anchor="/page"\n',
    ],
  ])('leads to the crate: %s', async (_name, type, text) => {
    const { url } = await serve(routes({ '/page': page(header(type)), '/set': set(type, text), '/m.json': METADATA }));
    const found = await open(`${url}/page`);
    expect(textIn(found)).toBe(METADATA);
    expect(found.hops.at(-1)?.step).toBe('link set');
  });

  it.each([
    ['of something else', 'application/linkset+json', json('/other'), 'no link to an RO-Crate'],
    ['without an anchor', 'application/linkset', '</m.json>; rel="describedby"; profile="https://w3id.org/ro/crate"', 'no link to an RO-Crate'], // prettier-ignore
    ['that is no JSON', 'application/linkset+json', '{', 'no JSON'],
    ['that has another form', 'application/linkset+json', '[{"linkset":1}]', 'no link to an RO-Crate'],
  ])('%s is named in the error', async (_name, type, text, reason) => {
    const { url } = await serve(routes({ '/page': page(header(type)), '/set': set(type, text) }));
    await expect(open(`${url}/page`)).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
      details: { attempts: expect.arrayContaining([{ step: 'link set', url: `${url}/set`, reason }]) },
    });
  });
});

describe('all requests of one retrieval', () => {
  /** A page of 60 links, each to an endless chain of redirects on a busy server. */
  const maze = () => {
    const link = Array.from({ length: 60 }, (_, index) => `</${index}/0>; rel="item"; type="application/zip"`);
    const requested = new Map<string, number>();
    return serve((request, response) => {
      const [, start, step] = /^\/(\d+)\/(\d+)$/.exec(request.url ?? '') ?? [];
      if (start === undefined) return page({ link })(request, response);
      const times = (requested.get(request.url ?? '') ?? 0) + 1;
      requested.set(request.url ?? '', times);
      if (times <= 5) response.writeHead(503, { 'retry-after': '0' }).end();
      else response.writeHead(302, { location: `/${start}/${Number(step) + 1}` }).end();
    });
  };

  it.each<[PackageOptions['http'], number]>([
    [{}, 200],
    [{ limits: { requests: 7 } }, 7],
  ])('are at most %d with %j', async (http, most) => {
    const { url, requests } = await maze();
    await expect(open(`${url}/page`, { http })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringContaining(`more than ${most} requests`),
      hint: expect.stringContaining('--limit requests='),
    });
    expect(requests).toHaveLength(most);
  });

  it('share one time limit', async () => {
    const link = Array.from({ length: 20 }, (_, index) => `</${index}>; rel="item"; type="application/zip"`);
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/page') return page({ link })(request, response);
      setTimeout(() => response.writeHead(404).end(), 100);
    });
    await expect(open(`${url}/page`, { http: { limits: { totalMs: 450 } } })).rejects.toMatchObject({
      message: expect.stringContaining('not complete after 0.45 s'),
    });
    expect(requests.length).toBeLessThan(8);
  });

  it('do not repeat links that differ only in their fragment', async () => {
    const link = Array.from({ length: 60 }, (_, index) => `</same#${index}>; rel="item"; type="application/zip"`);
    const { url, requests } = await serve(
      routes({ '/page.html': page({ link: [...link, '</other.zip>; rel="item"; type="application/zip"'] }) }),
    );
    await expect(open(`${url}/page.html`)).rejects.toMatchObject({
      message: expect.not.stringContaining('not followed'),
    });
    expect(requests.map((request) => request.url).filter((path) => /same|other/.test(path ?? ''))).toEqual([
      '/same',
      '/other.zip',
    ]);
  });
});

describe('many Signposting links', () => {
  const link = Array.from({ length: 210 }, (_, index) => `</${index}>; rel="item"; type="application/zip"`);

  it('are followed up to the twentieth, and the error counts the rest', async () => {
    const { url, requests } = await serve(routes({ '/page.html': page({ link }) }));
    await expect(open(`${url}/page.html`)).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
      message: expect.stringContaining('Signposting: 190 more links not followed'),
    });
    expect(requests.filter((request) => /^\/\d+$/.test(request.url ?? ''))).toHaveLength(20);
  });

  it('are followed up to the limit of the user', async () => {
    const { url } = await serve(
      routes({ '/page': page({ link }), '/99': (_request, response) => void response.end(zipOf(FILES)) }),
    );
    await expect(open(`${url}/page`)).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
    expect(textIn(await open(`${url}/page`, { http: { limits: { links: 100 } } }))).toBe(METADATA);
  });

  it('get no credentials when they lead to another origin', async () => {
    const other = await serve(routes({ '/m.json': METADATA }));
    const { url, requests } = await serve(
      routes({
        '/page': page({ link: `<${other.url}/m.json>; rel="describedby"; profile="https://w3id.org/ro/crate"` }),
      }),
    );
    const env = Object.fromEntries([url, other.url].map((one) => [tokenVariable(new URL(one)), 'secret']));
    await open(`${url}/page`, { http: { env } });
    expect(requests[0]?.headers.authorization).toBe('Bearer secret');
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('get no credentials when another origin has redirected to their page', async () => {
    const own: { url: string } = { url: '' };
    const other = await serve(
      (_request, response) => void response.writeHead(302, { location: `${own.url}/page` }).end(),
    );
    const { url, requests } = await serve(
      routes({
        '/id': (_request, response) => void response.writeHead(302, { location: other.url }).end(),
        '/page': page({ link: `</m.json>; rel="describedby"; profile="https://w3id.org/ro/crate"` }),
        '/m.json': METADATA,
      }),
    );
    own.url = url;
    const found = await open(`${url}/id`, { http: { env: { [tokenVariable(new URL(url)) as string]: 'secret' } } });
    expect(requests.map((request) => [request.url, request.headers.authorization])).toEqual([
      ['/id', 'Bearer secret'],
      ['/page', undefined],
      ['/m.json', undefined],
    ]);
    expect(found.fetchedFrom).toMatchObject({ trusted: false });
  });
});

describe('content negotiation and the metadata file next to an address', () => {
  it('requests the profile if the address is a page', async () => {
    const { url, requests } = await serve((request, response) => {
      const wanted = request.headers.accept?.includes(LD) === true;
      if (request.url === '/42' && wanted) response.writeHead(303, { location: '/42/meta' }).end();
      else if (request.url === '/42/meta') response.writeHead(200, { 'content-type': LD }).end(METADATA);
      else page()(request, response);
    });
    const found = await open(`${url}/42`);
    expect((await baseOf(found)).iri).toBe(`${url}/42/meta`);
    expect(requests.map((request) => request.headers.accept?.startsWith(LD))).toEqual([false, true, true]);
  });

  it.each(['/c/', '/c', '/c/index.html'])('falls back to ro-crate-metadata.json next to %s', async (path) => {
    const { url } = await serve(routes({ [path]: page(), '/c/ro-crate-metadata.json': METADATA }));
    expect((await baseOf(await open(url + path))).iri).toBe(`${url}/c/ro-crate-metadata.json`);
  });

  it.each(['ro-crate-metadata.jsonld', 'crate-metadata.json', 'crate-metadata.jsonld'])(
    'falls back to %s, even if the folder itself is forbidden',
    async (name) => {
      const forbidden: Listener = (_request, response) => void response.writeHead(403).end();
      const { url } = await serve(routes({ '/c/': forbidden, [`/c/${name}`]: METADATA }));
      expect((await baseOf(await open(`${url}/c/`))).iri).toBe(`${url}/c/${name}`);
    },
  );

  const missing: Listener = (_request, response) => void response.writeHead(404).end(HTML);
  const forbidden: Listener = (_request, response) => void response.writeHead(403).end();

  it.each<[string, Listener]>([
    ['/all/7', missing],
    ['/all/7', forbidden],
    ['/all/index.html', missing],
    ['/all/7/', page()],
    ['/all/7.x/', page()],
  ])('does not take the crate of the parent folder for %s', async (path, answer) => {
    const { url } = await serve(routes({ [path]: answer, '/all/ro-crate-metadata.json': METADATA }));
    await expect(open(url + path)).rejects.toMatchObject({ details: { address: url + path } });
  });

  it.each(['/all/7', '/all/v1.2', '/all/10.5281', '/all/a%2Fb', '/all/7?x=1#y', '//all/7'])(
    'tries each name in the folder %s before it tries next to it',
    async (path) => {
      const folder = path.replace(/[?#].*/, '');
      const file = `${folder}/crate-metadata.jsonld`;
      const above = folder.replace(/[^/]*$/, 'ro-crate-metadata.json');
      const { url } = await serve(routes({ [file]: METADATA, [above]: METADATA.replace('many', 'other') }));
      const found = await open(url + path);
      expect([(await baseOf(found)).iri, found.warnings]).toEqual([url + file, []]);
    },
  );

  it.each(['/all/7', '/all/index.html'])('reports a crate found next to %s', async (path) => {
    const { url } = await serve(routes({ [path]: page(), '/all/ro-crate-metadata.json': METADATA }));
    const { warnings } = await open(url + path);
    expect(warnings).toEqual([{ kind: 'found-beside', detail: `${url}/all/ro-crate-metadata.json` }]);
  });

  it('refuses DataCite and HTML, with the reason for each step', async () => {
    const { url } = await serve((request, response) => {
      if (request.url !== '/doi') response.writeHead(404).end();
      else if (request.headers.accept?.includes('ld+json') === true)
        response.writeHead(200, { 'content-type': 'application/ld+json' }).end(DATACITE);
      else page()(request, response);
    });
    await expect(open(`${url}/doi?key=secret`)).rejects.toMatchObject({ code: 'ERR_HTTP' }); // 404: another address
    const error = await open(`${url}/doi`).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'ERR_NOT_A_CRATE' });
    expect((error as Error).message).toMatch(
      /address: an HTML page; content negotiation: the JSON-LD of DataCite, not an RO-Crate; metadata file in the folder <.+>: the server answered 404; .*metadata file beside the address <.+>: the server answered 404/,
    );
  });

  it('reports the status if all requests fail, with a hint about credentials', async () => {
    const { url } = await serve((_request, response) => void response.writeHead(401).end());
    await expect(open(`${url}/x?token=secret`)).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: `${url}/x: the server answered 401`,
      hint: expect.stringContaining(
        `set the environment variable CRATEGRAPH_TOKEN_127_0_0_1_${new URL(url).port} to a token`,
      ),
    });
  });

  it('names the variable of the host also if only the address itself wants credentials', async () => {
    const { url } = await serve(
      (request, response) => void response.writeHead(request.url === '/c/' ? 401 : 404).end(),
    );
    await expect(open(`${url}/c/`)).rejects.toMatchObject({
      code: 'ERR_NOT_A_CRATE',
      hint: expect.stringContaining(`CRATEGRAPH_TOKEN_127_0_0_1_${new URL(url).port}`),
    });
  });

  it('names no variable for another origin, where credentials never go', async () => {
    const { url: other } = await serve((_request, response) => void response.writeHead(401).end());
    const { url } = await serve((_request, response) => void response.writeHead(302, { location: `${other}/c` }).end());
    await expect(open(`${url}/c`)).rejects.toMatchObject({
      hint: `no credentials were sent to ${new URL(other).host}: they go only to the origin of the address that you give`,
    });
  });
});

describe('archives over HTTP', () => {
  it.each<[string, () => Promise<Buffer>]>([
    ['ZIP', async () => zipOf(FILES, 'top/')],
    ['tar.gz', () => tarGzOf(FILES)],
  ])('%s: the base depends on the address, not on byte ranges', async (_name, make) => {
    const bytes = await make();
    const { url } = await serve(
      (_request, response) => void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes),
    );
    const found = await open(`${url}/a?id=7`);
    expect(textIn(found)).toBe(METADATA);
    expect(await baseOf(found)).toMatchObject({
      iri: expect.stringMatching(
        /^arcp:\/\/uuid,[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\/$/,
      ),
      reason: 'arcp-location',
    });
    expect((await baseOf(await open(`${url}/a?id=7`))).iri).toBe((await baseOf(found)).iri);
    expect((await baseOf(await open(`${url}/a?id=8`))).iri).not.toBe((await baseOf(found)).iri);
    await found.close();
  });

  it('a bag has its own identifier and is verified', async () => {
    const { url } = await serve(
      (request, response) =>
        void response.end(zipOf(request.url === '/good' ? bagFiles() : { ...bagFiles(), 'data/data 1.txt': 'x' })),
    );
    expect((await baseOf(await open(`${url}/good`))).iri).toBe(`arcp://uuid,${BAG_UUID}/data/`);
    await expect(open(`${url}/bad`)).rejects.toMatchObject({ code: 'ERR_CHECKSUM' });
  });

  it('an archive without a crate is refused', async () => {
    const { url } = await serve((_request, response) => void response.end(zipOf({ 'a.txt': '' })));
    await expect(open(url)).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
  });
});

describe('limits (trap 32)', () => {
  const http = { env: {}, limits: { headersMs: 200, idleMs: 200 } };

  it.each(['headers', 'body'])('end a request whose %s hang', async (part) => {
    const { url } = await serve((_request, response) => {
      if (part === 'body') response.writeHead(200).write('{');
    });
    await expect(open(url, { http })).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: expect.stringMatching(/no (?:response within|data for) 0.2 s/),
    });
  });

  it('end a download of 5 GB, also in gzip', async () => {
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/gzip')
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`{${' '.repeat(5_000_000)}`));
      response.writeHead(200, { 'content-length': 5_000_000_000 }).write('{');
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1 << 16, ' ')));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    const limits = { metadataBytes: 1_000_000, downloadBytes: 1_000_000 };
    const tooLarge = { code: 'ERR_LIMIT', message: expect.stringContaining('more than 1 MB') };
    await expect(open(`${url}/`, { limits })).rejects.toMatchObject(tooLarge);
    await expect(open(`${url}/gzip`, { limits })).rejects.toMatchObject(tooLarge);
    expect(requests).toHaveLength(2);
  });

  it('end the download of an archive that is too large', async () => {
    const { url } = await serve(
      (_request, response) => void response.end(zipOf({ ...FILES, 'big.bin': randomBytes(20_000).toString('hex') })),
    );
    await expect(open(url, { limits: { downloadBytes: 10_000 } })).rejects.toMatchObject({ code: 'ERR_LIMIT' });
  });

  it('allow no request with --offline', async () => {
    const { url, requests } = await serve(routes({ '/': METADATA }));
    await expect(open(url, { http: { offline: true } })).rejects.toMatchObject({
      code: 'ERR_ADDRESS_REFUSED',
      message: expect.stringContaining('--offline'),
    });
    expect(requests).toHaveLength(0);
  });

  it('do not hide a network error', async () => {
    await expect(open('http://127.0.0.1:9/?token=secret')).rejects.toMatchObject({
      code: 'ERR_HTTP',
      message: 'http://127.0.0.1:9/: cannot be fetched (ECONNREFUSED)',
    });
  });
});

describe('links and JSON-LD of a page', () => {
  const html =
    (text: string): Listener =>
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!DOCTYPE html><html><head>${text}</head></html>`);
  const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
  const dataset = (...distribution: object[]) => ({ '@context': 'https://schema.org', '@type': ['Dataset'], distribution }); // prettier-ignore
  const PROFILE = 'https://w3id.org/ro/crate/1.1';

  it.each<[string, string]>([
    [
      'a link element',
      `<base href="/deep/er"><link rel="describedby" href="crate" type="application/ld+json" profile="${PROFILE}">`,
    ],
    ['conformsTo', jsonLd(dataset({ contentUrl: '/deep/crate', conformsTo: { '@id': PROFILE } }))],
    ['encodingFormat with a profile', jsonLd([dataset({ contentUrl: { '@id': '/deep/crate' }, encodingFormat: LD })])],
    ['encoding, by reference in a graph', jsonLd({ '@graph': [{ '@id': '#d', contentUrl: '/deep/crate', 'dct:conformsTo': [PROFILE] }, { '@type': 'schema:Dataset', encoding: { '@id': '#d' } }] })], // prettier-ignore
    ['one dataset of several, that of the page', jsonLd([dataset({ contentUrl: '/no', conformsTo: PROFILE }), { ...dataset({ contentUrl: '/deep/crate', conformsTo: PROFILE }), url: '/page' }])], // prettier-ignore
    ['JSON-LD after some that is none', `<script type="application/ld+json">{</script>${jsonLd(dataset({ contentUrl: '/deep/crate', conformsTo: PROFILE }))}`], // prettier-ignore
  ])('%s leads to the crate', async (_what, text) => {
    const { url } = await serve(routes({ '/page': html(text), '/deep/crate': METADATA }));
    expect(textIn(await open(`${url}/page`))).toBe(METADATA);
  });

  it.each<[string, string]>([
    ['a script of another kind', `<script>${JSON.stringify(dataset({ contentUrl: '/crate', conformsTo: PROFILE }))}</script>`], // prettier-ignore
    ['a comment', `<!-- ${jsonLd(dataset({ contentUrl: '/crate', conformsTo: PROFILE }))} -->`],
    ['a download without a profile', jsonLd(dataset({ contentUrl: '/crate', encodingFormat: 'text/csv' }))],
    ['one of several datasets', jsonLd([dataset({ contentUrl: '/crate', conformsTo: PROFILE }), dataset()])],
    ['a dataset of a catalogue', jsonLd({ '@type': 'DataCatalog', dataset: [dataset({ contentUrl: '/crate', conformsTo: PROFILE })] })], // prettier-ignore
  ])('%s does not', async (_what, text) => {
    const { url, requests } = await serve(routes({ '/page': html(text), '/crate': METADATA }));
    await expect(open(`${url}/page`)).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
    expect(requests.map((request) => request.url)).not.toContain('/crate');
  });

  it('an archive that says no more is tried if it is the only one, after the metadata file in the folder', async () => {
    const zip = zipOf(FILES);
    const archive = jsonLd(dataset({ contentUrl: '/a.zip' }));
    const answers: Record<string, Listener | string> = {
      '/page': html(archive),
      '/a.zip': (request, response) => answerFile(request, response, zip),
    };
    const { url } = await serve((request, response) => routes(answers)(request, response));
    expect(textIn(await open(`${url}/page`))).toBe(METADATA);
    answers['/page'] = html(jsonLd(dataset({ contentUrl: '/a.zip' }, { contentUrl: '/b.zip' })));
    await expect(open(`${url}/page`)).rejects.toMatchObject({ code: 'ERR_NOT_A_CRATE' });
  });
});
