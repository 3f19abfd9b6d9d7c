import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { startServer } from '../helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { raw, type RawAnswer } from './helpers/raw-request.js';

const METADATA_TYPE =
  'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened http://www.w3.org/ns/json-ld#compacted https://w3id.org/ro/crate"';
const TEXT = 'line\n'.repeat(1000);
const BIG = 'x'.repeat(3_000_000);

let folder: string;
let address: string;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
  raw(address, path, { method, headers });
/** The links to the link sets of a crate. */
const sets = (key: string) =>
  `<${address}crates/${key}.linkset.json>; rel="linkset"; type="application/linkset+json", <${address}crates/${key}.linkset>; rel="linkset"; type="application/linkset"`;
const write = async (path: string, text: string) => {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
};

beforeAll(async () => {
  folder = await scratch();
  const described = crate({
    name: 'Survey',
    more: {
      hasPart: [{ '@id': 'data/a b.txt' }, { '@id': 'https://example.org/far.csv' }, { '@id': 'data/' }],
      license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
      author: [{ '@id': 'https://orcid.org/0000-0002-1825-0097' }, { '@id': '#bob' }],
      identifier: [{ '@id': '#doi' }],
    },
    entities: [
      { '@id': 'data/a b.txt', '@type': 'File', encodingFormat: 'text/plain' },
      {
        '@id': 'data/odd',
        '@type': 'File',
        encodingFormat: ['Markdown', 'text/markdown', { '@id': 'https://x.example/' }],
      },
      { '@id': 'data/evil', '@type': 'File', encodingFormat: 'text/html\r\nx-evil: 1' },
      { '@id': 'data/mixed', '@type': 'File', encodingFormat: 'multipart/x-mixed-replace; boundary=x' },
      { '@id': 'https://example.org/far.csv', '@type': 'File', encodingFormat: 'text/csv' },
      { '@id': '#doi', '@type': 'PropertyValue', value: 'https://doi.org/10.5555/12345678' },
    ],
  });
  await writeCrate(join(folder, 'survey'), described);
  await writeCrate(join(folder, 'only prefix'), crate({ descriptor: 'x-ro-crate-metadata.json' }), 'x-ro-crate-metadata.json'); // prettier-ignore
  await write('survey/data/a b.txt', TEXT);
  await write('survey/data/odd', '# Title');
  await write('survey/data/evil', '<p>');
  await write('survey/data/mixed', '--x');
  await write('survey/data/page.html', '<script>1</script>');
  await write('survey/data/picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('survey/data/paper.pdf', '%PDF-1.7\n');
  await write('survey/data/big.bin', BIG);
  await write('survey/data/empty.txt', '');
  await write('survey/data/<b>&"\'.txt', 'odd name');
  await write('survey/data/.hidden', 'SECRET');
  await write('survey/.git/config', 'SECRET');
  await write('secret.txt', 'SECRET');
  await symlink('../secret.txt', join(folder, 'survey/out.txt'));
  await symlink('..', join(folder, 'survey/up'));
  await symlink('data/.hidden', join(folder, 'survey/shown.txt'));
  await symlink('data/odd', join(folder, 'survey/inside.md'));
  await symlink('loop', join(folder, 'survey/loop'));
  await write('survey/links/.git/config', 'SECRET');
  await symlink('../../secret.txt', join(folder, 'survey/links/out.txt'));
  await symlink('../..', join(folder, 'survey/links/up'));
  await symlink('../data/.hidden', join(folder, 'survey/links/shown.txt'));
  await symlink('../data/odd', join(folder, 'survey/links/inside.md'));
  await utimes(join(folder, 'survey/data/odd'), 1_700_000_000, 1_700_000_000);
  ({ address } = await startServer({
    folders: [join(folder, 'survey'), join(folder, 'only prefix')],
    permalinks: ['/w/s=/crates/survey/', '/all/=/crates/survey/data/', '/wä=/crates/only%20prefix/'],
  }));
});

describe('the metadata file', () => {
  it.each(['GET', 'HEAD'])('has the headers of the format document (%s)', async (method) => {
    const { status, headers, body } = await get('/crates/survey/ro-crate-metadata.json', {}, method);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': METADATA_TYPE,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Content-Length,Content-Range,Content-Type',
      'content-length': expect.stringMatching(/^\d+$/),
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[^"]+"$/),
      link: `<${address}crates/survey/>; rel="describes", ${sets('survey')}`,
    });
    expect(body).toHaveLength(method === 'HEAD' ? 0 : Number(headers['content-length']));
  });

  it('is where its legacy name leads: another location would be another base', async () => {
    const { status, headers } = await get('/crates/survey/ro-crate-metadata.jsonld');
    expect([status, headers.location]).toEqual([301, './ro-crate-metadata.json']);
    const { headers: found } = await get('/crates/survey/ro-crate-metadata.json');
    expect(found['content-type']).toBe(METADATA_TYPE);
  });

  it('may have a prefix', async () => {
    const { status, headers } = await get('/crates/only%20prefix/x-ro-crate-metadata.json');
    expect([status, headers['content-type']]).toEqual([200, METADATA_TYPE]);
    expect((await get('/crates/only%20prefix/ro-crate-metadata.json')).status).toBe(404);
  });

  it('answers the preflight of a browser', async () => {
    const { status, headers } = await get('/crates/survey/ro-crate-metadata.json', { origin: 'https://a.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' }, 'OPTIONS'); // prettier-ignore
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': expect.stringContaining('Range'),
      allow: 'GET, HEAD, OPTIONS',
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('cannot be written (%s)', async (method) => {
    const { status, headers } = await get('/crates/survey/ro-crate-metadata.json', {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

it('a metadata file that becomes a pipe keeps nobody waiting', async () => {
  const piped = join(folder, 'piped');
  await writeCrate(piped, crate());
  await writeFile(join(piped, 'file.txt'), 'text');
  const server = await startServer({ folders: [piped] });
  await rm(join(piped, 'ro-crate-metadata.json'));
  execFileSync('mkfifo', [join(piped, 'ro-crate-metadata.json')]);
  expect((await raw(server.address, '/crates/piped/file.txt')).status).toBe(200);
});

describe('any other address', () => {
  it.each(['/', '/statistics', '/health', '/w/s', '/nothing', '/crates/nothing/', '/crates/survey/'])(
    '%s can only be read',
    async (path) => {
      const put = await get(path, {}, 'PUT');
      expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      const preflight = await get(path, { origin: 'https://a.example' }, 'OPTIONS');
      expect(preflight.status).toBe(204);
    },
  );

  it('answers a client of HTTP/1.0 that names no host', async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write('GET /crates/survey/ro-crate-metadata.json HTTP/1.0\r\n\r\n');
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk as string;
    expect(answer).toContain('200 OK');
    expect(answer).toContain(METADATA_TYPE);
  });
});

describe('a payload file', () => {
  it.each([
    ['a%20b.txt', 'text/plain; charset=utf-8', undefined],
    ['odd', 'text/markdown; charset=utf-8', undefined],
    ['evil', 'application/octet-stream', undefined],
    ['big.bin', 'application/octet-stream', undefined],
    ['page.html', 'text/html; charset=utf-8', 'sandbox'],
    ['picture.svg', 'image/svg+xml', 'sandbox'],
    ['mixed', 'multipart/x-mixed-replace; boundary=x', 'sandbox'],
    ['paper.pdf', 'application/pdf', 'sandbox'],
    ['page.html?as=text', 'text/plain; charset=utf-8', undefined],
    ['big.bin?as=text', 'text/plain; charset=utf-8', undefined],
  ])('%s has its media type', async (name, type, policy) => {
    const { status, headers } = await get(`/crates/survey/data/${name}`);
    expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([200, type, policy]);
    expect(headers.link).toBe(`<${address}crates/survey/>; rel="collection", ${sets('survey')}`);
  });

  it.each([
    ['a small text', 'Łódź\n', 1],
    ['a large text', 'Łódź ', 200_000],
    ['a large text without a space', 'Łódź漢', 100_003],
  ])('%s says that it is UTF-8 only if it is', async (_, text, times) => {
    const bytes = Buffer.from(text.repeat(times));
    const typeOf = async (content: Buffer) => {
      await writeFile(join(folder, 'survey', 'data', 'letters.txt'), content);
      return (await get('/crates/survey/data/letters.txt', {}, 'HEAD')).headers['content-type'];
    };
    expect(await typeOf(bytes)).toBe('text/plain; charset=utf-8');
    expect(await typeOf(Buffer.from('Zürich\n'.repeat(times), 'latin1'))).toBe('text/plain');
    expect(await typeOf(Buffer.from('Zürich café'.repeat(times), 'latin1'))).toBe('text/plain');
    await rm(join(folder, 'survey', 'data', 'letters.txt'));
  });

  it('takes its media type from a metadata file that has changed meanwhile', async () => {
    const place = join(folder, 'only prefix', 'x-ro-crate-metadata.json');
    await writeFile(join(folder, 'only prefix', 'f.x'), 'f');
    expect((await get('/crates/only%20prefix/f.x')).headers['content-type']).toBe('application/octet-stream');
    const entities = [{ '@id': './f.x', '@type': 'File', encodingFormat: 'text/turtle' }];
    await writeFile(place, JSON.stringify(crate({ descriptor: 'x-ro-crate-metadata.json', entities })));
    expect((await get('/crates/only%20prefix/f.x')).headers['content-type']).toBe('text/turtle; charset=utf-8');
  });

  it('is followed through a link that stays inside', async () => {
    expect(String((await get('/crates/survey/inside.md')).body)).toBe('# Title');
  });

  it('may be empty', async () => {
    const { status, headers, body } = await get('/crates/survey/data/empty.txt');
    expect([status, headers['content-length'], body.length]).toEqual([200, '0', 0]);
    expect((await get('/crates/survey/data/empty.txt', { range: 'bytes=0-' })).status).toBe(416);
    expect((await get('/crates/survey/data/empty.txt', { range: 'bytes=-1' })).status).toBe(416);
  });

  it('is whole when it is large', async () => {
    expect(String((await get('/crates/survey/data/big.bin')).body)).toBe(BIG);
  });
});

describe('ranges', () => {
  const path = '/crates/survey/data/big.bin';

  it.each([
    ['bytes=0-4', 'bytes 0-4/3000000', 5],
    ['bytes=2999998-', 'bytes 2999998-2999999/3000000', 2],
    ['bytes=-3', 'bytes 2999997-2999999/3000000', 3],
    ['bytes=-9999999', 'bytes 0-2999999/3000000', 3_000_000],
    ['bytes=1-9999999', 'bytes 1-2999999/3000000', 2_999_999],
  ])('%s is 206', async (range, answered, length) => {
    const { status, headers, body } = await get(path, { range });
    expect([status, headers['content-range'], headers['content-length'], body.length]).toEqual([206, answered, String(length), length]); // prettier-ignore
  });

  it('is 416 beyond the end, with the size', async () => {
    const { status, headers, body } = await get(path, { range: 'bytes=3000000-' });
    expect([status, headers['content-range'], String(body)]).toEqual([416, 'bytes */3000000', 'The file has only 3000000 bytes.\n']); // prettier-ignore
  });

  it.each(['bytes=0-1,5-6', 'lines=0-1', 'lines=5-2', 'bytes=5-2', 'bytes=-', 'bytes=x', ''])(
    'is the whole file for %j',
    async (range) => {
      const { status, headers, body } = await get(path, { range });
      expect([status, headers['content-range'], body.length]).toEqual([200, undefined, 3_000_000]);
    },
  );

  it('counts only if the client has a part of this version', async () => {
    const { etag = '', 'last-modified': time = '' } = (await get(path, {}, 'HEAD')).headers;
    const statusOf = async (condition: string) =>
      (await get(path, { range: 'bytes=0-1', 'if-range': condition })).status;
    expect([await statusOf(etag), await statusOf(time)]).toEqual([206, 206]);
    expect([await statusOf('"other"'), await statusOf(`W/${etag}`), await statusOf('Mon, 01 Jan 2001 00:00:00 GMT')]).toEqual([200, 200, 200]); // prettier-ignore
  });

  it('is ignored with HEAD', async () => {
    const { status, headers } = await get(path, { range: 'bytes=0-4' }, 'HEAD');
    expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([200, '3000000', 'bytes']);
  });
});

describe('conditions', () => {
  const path = '/crates/survey/data/odd';
  const TIME = 'Tue, 14 Nov 2023 22:13:20 GMT';

  it('know the time of the last change', async () => {
    expect((await get(path)).headers['last-modified']).toBe(TIME);
  });

  it.each([
    ['if-modified-since', TIME, 304],
    ['if-modified-since', 'Mon, 01 Jan 2001 00:00:00 GMT', 200],
    ['if-modified-since', 'rubbish', 200],
    ['if-none-match', '*', 304],
    ['if-none-match', '"other"', 200],
    ['if-match', '*', 200],
    ['if-match', '"other"', 412],
    ['if-unmodified-since', TIME, 200],
    ['if-unmodified-since', 'Mon, 01 Jan 2001 00:00:00 GMT', 412],
  ])('%s: %s is %d', async (name, value, status) => {
    const answer = await get(path, { [name]: value });
    expect(answer.status).toBe(status);
    if (status === 304) expect([answer.body.length, answer.headers['content-type']]).toEqual([0, undefined]);
  });

  it('compare the entity tag first', async () => {
    const { etag = '' } = (await get(path)).headers;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, headers } = await get(path, { 'if-none-match': tag });
      expect([status, headers.etag]).toEqual([304, etag]);
    }
    expect((await get(path, { 'if-none-match': '"other"', 'if-modified-since': TIME })).status).toBe(200);
    expect((await get(path, { 'if-match': etag })).status).toBe(200);
    expect((await get(path, { 'if-match': `W/${etag}` })).status).toBe(412);
  });

  it('see a change that keeps size and time', async () => {
    const { etag } = (await get(path)).headers;
    await write('survey/data/odd', '# Other');
    await utimes(join(folder, 'survey/data/odd'), 1_700_000_000, 1_700_000_000);
    const { headers } = await get(path);
    expect(headers['last-modified']).toBe(TIME);
    expect(headers.etag).not.toBe(etag);
    await write('survey/data/odd', '# Title');
    await utimes(join(folder, 'survey/data/odd'), 1_700_000_000, 1_700_000_000);
  });
});

describe('compression', () => {
  const path = '/crates/survey/data/a%20b.txt';

  it.each([
    ['gzip', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0.8', 'br', brotliDecompressSync],
  ] as const)('follows Accept-Encoding: %s', async (accepted, used, decode) => {
    const plain = await get(path);
    const { headers, body } = await get(path, { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary, headers['accept-ranges']]).toEqual([used, 'Accept-Encoding', undefined]); // prettier-ignore
    expect(headers.etag).not.toBe(plain.headers.etag);
    expect(body.length).toBeLessThan(200);
    expect(String(decode(body))).toBe(TEXT);
    expect((await get(path, { 'accept-encoding': accepted, 'if-none-match': headers.etag as string })).status).toBe(304); // prettier-ignore
  });

  it.each(['', 'identity', 'gzip;q=0', 'zstd'])('leaves the file as it is for %j', async (accepted) => {
    const { headers, body } = await get(path, { 'accept-encoding': accepted });
    expect([headers['content-encoding'], headers.vary, String(body)]).toEqual([undefined, 'Accept-Encoding', TEXT]);
  });

  it('never goes together with a range', async () => {
    const { status, headers, body } = await get(path, { 'accept-encoding': 'gzip', range: 'bytes=0-3' });
    expect([status, headers['content-encoding'], String(body)]).toEqual([206, undefined, 'line']);
  });

  it('is not for what is compressed or tiny', async () => {
    for (const name of ['big.bin', 'odd'])
      expect((await get(`/crates/survey/data/${name}`, { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding'); // prettier-ignore
  });
});

describe('a path', () => {
  it.each([
    '/crates/survey/../secret.txt',
    '/crates/survey/%2e%2e/secret.txt',
    '/crates/survey/..%2fsecret.txt',
    '/crates/survey/data/..%2f..%2f..%2fsecret.txt',
    '/crates/survey/%2e%2e%2fsecret.txt',
    '/crates/survey/..%5csecret.txt',
    '/crates/survey/..\\secret.txt',
    '/crates/survey//secret.txt',
    '/crates/survey/%2fetc%2fpasswd',
    '/crates/survey/data/odd%00.txt',
    '/crates/survey/%00',
    '/crates/survey/%ff',
    '/crates/survey/data/.hidden',
    '/crates/survey/data/%2ehidden',
    '/crates/survey/.git/config',
    '/crates/survey/.git/',
    '/crates/survey/out.txt',
    '/crates/survey/up/',
    '/crates/survey/up/secret.txt',
    '/crates/survey/shown.txt',
    '/crates/survey/loop',
    '/crates/survey/data/odd/',
    '/crates/survey/data/odd/x',
    `/crates/survey/${'x'.repeat(300)}`,
    '/crates/../secret.txt',
    '/crates/%2e%2e/secret.txt',
    '/secret.txt',
  ])('%s leads to nothing', async (path) => {
    const { status, body } = await get(path);
    expect([status, String(body)]).toEqual([path.includes('\\') ? 400 : 404, expect.not.stringContaining('SECRET')]);
  });
});

describe('a folder', () => {
  it('has a list of its files, with relative links and escaped names', async () => {
    const { status, headers, body } = await get('/crates/survey/data/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    const [, page = ''] = /<main[^>]*>([^]*)<\/main>/.exec(String(body)) ?? [];
    const links = [...page.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)].map(([, href, text]) => [href, text]);
    expect(links).toEqual([
      ['../../../', 'Crates'],
      ['../', 'survey'],
      ['./%3Cb%3E%26%22&#39;.txt', '&lt;b&gt;&amp;&quot;&#39;.txt'],
      ['./a%20b.txt', 'a b.txt'],
      ['./big.bin', 'big.bin'],
      ['./empty.txt', 'empty.txt'],
      ['./evil', 'evil'],
      ['./mixed', 'mixed'],
      ['./odd', 'odd'],
      ['./page.html', 'page.html'],
      ['./paper.pdf', 'paper.pdf'],
      ['./picture.svg', 'picture.svg'],
    ]);
    expect(page).toContain('title="3,000,000 bytes"');
    expect(String(body)).toContain('2023-11-14T22:13:20Z');
  });

  it('of a crate can be walked from the page of the crate', async () => {
    const { body } = await get('/crates/survey/', { accept: 'text/html' });
    const [, list = ''] = /<h2 id="contents">[^]*?<tbody>([^]*?)<\/table>/.exec(String(body)) ?? [];
    const links = [...list.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => String(href).replaceAll('&amp;', '&'));
    expect(links).toEqual(expect.arrayContaining(['?view=files&folder=data%2F', './ro-crate-metadata.json']));
    for (const href of links)
      if (!/^\.\/links|^https:/.test(href)) expect([href, (await get(`/crates/survey/${href.replace('./', '')}`, { accept: 'text/html' })).status]).toEqual([href, 200]); // prettier-ignore
    expect(list).not.toContain('SECRET');
  });

  it('lists nothing that is not served', async () => {
    const list = String((await get('/crates/survey/links/')).body);
    expect(list).toContain('inside.md');
    for (const name of ['out.txt', 'up', 'shown.txt', 'loop', '.git']) expect(list).not.toContain(`>${name}`);
  });

  it('redirects to its address with a slash, and keeps the query', async () => {
    for (const [path, location] of [
      ['/crates/survey?a=1', './survey/?a=1'],
      ['/crates/survey/data?a=1', './data/?a=1'],
      ['/crates/only%20prefix', './only%20prefix/'],
    ] as const) {
      const { status, headers } = await get(path);
      expect([status, headers.location]).toEqual([301, location]);
    }
  });

  it('of 3,000 files is complete', async () => {
    await mkdir(join(folder, 'survey/many'));
    await Promise.all(Array.from({ length: 3000 }, (_, at) => writeFile(join(folder, `survey/many/${at}`), '')));
    const { body } = await get('/crates/survey/many/');
    expect(String(body).match(/<th scope="row"><a href/g)).toHaveLength(3000);
    expect((await get('/crates/survey/many/', {}, 'HEAD')).body).toHaveLength(0);
  });
});

describe('an error', () => {
  it.each([
    ['/crates/survey/data/none.txt', 404, 'The crate has no such file.', '../', 'The crate'],
    ['/crates/survey/none/none.txt', 404, 'The crate has no such file.', '../', 'The crate'],
    ['/crates/none/', 404, 'There is no crate “none” here.', '../../', 'All crates'],
    ['/crates/none/file.txt', 404, 'There is nothing at this address.', '../../', 'All crates'],
    ['/none', 404, 'There is nothing at this address.', './', 'All crates'],
    ['/mentions', 400, 'Which IRI? Write /mentions?iri=...', './', 'All crates'],
    ['/sparql?query=SELECT', 400, 'SPARQL, line 1, column 7: the text ends too early', './', 'All crates'],
  ])('at %s is a page of the website for people, and a text for programs', async (path, status, title, href, label) => {
    const page = await get(path, { accept: 'text/html,*/*;q=0.8' });
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const html = String(page.body);
    expect(/<p class="empty-title">([^]*?)<\/p>/.exec(html)?.[1]).toContain(title);
    expect(html).toMatch(new RegExp(`<a href="${href}">${label}</a>`));
    const home = '../'.repeat(path.split('/').length - 2);
    expect(html).toContain(`<link rel="stylesheet" href="${home}assets/site.css"`);
    const plain = await get(path, { accept: path.startsWith('/sparql') ? '*/*' : 'text/plain' });
    expect([plain.status, plain.headers['content-type']]).toEqual([status, 'text/plain; charset=utf-8']);
  });
});

it('an error is asked for in one form or the other, and HEAD is no other answer than GET', async () => {
  const typeOf = async (accept: string, method = 'GET') =>
    (await get('/none', { accept }, method)).headers['content-type'];
  for (const accept of ['text/html;q=0', 'text/plain, text/html;q=0.1', '*/*'])
    expect(await typeOf(accept)).toBe('text/plain; charset=utf-8');
  const [page, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => get('/none', { accept: 'text/html' }, method)),
  );
  for (const { status, headers } of [page!, head!])
    expect([status, headers['content-type'], String(headers.vary)]).toEqual([404, 'text/html; charset=utf-8', expect.stringContaining('Accept')]); // prettier-ignore
  expect(head?.headers['content-length']).toBeUndefined();
});

describe('permalinks', () => {
  it.each([
    ['/w/s', '../crates/survey/'],
    ['/w/s?a=%20', '../crates/survey/?a=%20'],
    ['/w/%73', '../crates/survey/'],
    ['/all/', '../crates/survey/data/'],
    ['/all', './crates/survey/data/'],
    ['/all/a%20b.txt?x', '../crates/survey/data/a%20b.txt?x'],
    ['/w%C3%A4', './crates/only%20prefix/'],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([301, location]);
    expect((await fetch(new URL(path, address))).status).toBe(200);
  });

  it('are only what they say', async () => {
    for (const path of ['/w/s/', '/w/s/x', '/w', '/al', '/alll', '/all/.hidden', '/w/s%2f'])
      expect((await get(path)).status).toBe(404);
  });
});

describe('signposting', () => {
  it('leads from the crate to its metadata, files, licence, authors and identifier', async () => {
    const { headers } = await get('/crates/survey/');
    expect(headers.link?.toString().split(', ')).toEqual([
      `<${address}crates/survey/ro-crate-metadata.json>; rel="describedby"; type="application/ld+json"; profile="https://w3id.org/ro/crate"`,
      '<https://schema.org/Dataset>; rel="type"',
      '<https://schema.org/AboutPage>; rel="type"',
      ...sets('survey').split(', '),
      '<https://doi.org/10.5555/12345678>; rel="cite-as"',
      '<https://creativecommons.org/licenses/by/4.0/>; rel="license"',
      '<https://orcid.org/0000-0002-1825-0097>; rel="author"',
      `<${address}crates/survey.zip>; rel="item"; type="application/zip"; profile="https://w3id.org/ro/crate"`,
      `<${address}crates/survey/data/a%20b.txt>; rel="item"; type="text/plain"`,
      '<https://example.org/far.csv>; rel="item"; type="text/csv"',
    ]);
  });

  it.each(['https://w3id.org/ro/crate/1.1/context', 'https://w3id.org/ro/crate/1.2/context'])(
    'names what the root says to cite, rather than an identifier (%s)',
    async (context) => {
      const place = join(folder, 'cited');
      const more = { identifier: 'https://doi.org/10.5555/other', 'cite-as': 'https://doi.org/10.5555/cited' };
      const terms = { 'cite-as': 'https://www.w3.org/ns/iana/link-relations/relation#cite-as' };
      await writeCrate(place, crate({ context: context.includes('1.1') ? [context, terms] : context, more }));
      const server = await startServer({ folders: [place] });
      const { headers } = await raw(server.address, '/crates/cited/', {});
      expect(headers.link?.toString().match(/<[^>]+>; rel="cite-as"/g)).toEqual(['<https://doi.org/10.5555/cited>; rel="cite-as"']); // prettier-ignore
    },
  );

  it('never repeats an address with a user name or a password', async () => {
    const place = join(folder, 'secret');
    const at = (path: string) => `https://user:secret@example.org/${path}`;
    await writeCrate(
      place,
      crate({
        more: {
          identifier: at('doi'),
          url: at('url'),
          license: { '@id': at('license') },
          author: { '@id': at('orcid.org/0') },
          hasPart: [
            { '@id': at('data.csv') },
            { '@id': 'https://name@example.org/x' },
            { '@id': 'https://example.org/open' },
          ],
        },
        entities: [{ '@id': at('data.csv'), '@type': 'File' }],
      }),
    );
    const server = await startServer({ folders: [place] });
    const { headers } = await raw(server.address, '/crates/secret/', {});
    expect(headers.link).not.toMatch(/secret@|name@|user/);
    expect(headers.link).toContain('<https://example.org/open>; rel="item"');
  });

  it('reads properties by their IRIs, whatever the context calls them', async () => {
    const spelled = {
      '@context': [
        'https://w3id.org/ro/crate/1.2/context',
        'https://example.org/context-that-nobody-has',
        { id: '@id', parts: 'schema:hasPart', schema: 'http://schema.org/', format: { '@id': 'http://schema.org/encodingFormat' } }, // prettier-ignore
      ],
      '@graph': [
        { id: 'ro-crate-metadata.json', '@type': 'CreativeWork', 'http://schema.org/about': { id: './' } },
        {
          id: './',
          '@type': 'Dataset',
          'http://schema.org/identifier': 'https://doi.org/10.5555/spelled',
          'schema:license': { id: 'https://creativecommons.org/publicdomain/zero/1.0/' },
          parts: [{ id: './b.dat' }, { id: '_:unnamed' }, { id: 'folder/' }],
        },
        { id: './b.dat', '@type': 'File', format: 'text/csv' },
        { id: 'folder/', '@type': 'Dataset', parts: { id: 'folder/50%.png' } },
        { id: 'folder/50%.png', '@type': 'File', encodingFormat: 'image/x-own' },
        { id: '_:unnamed', '@type': 'File', name: 'Nobody can fetch this' },
      ],
    };
    const place = join(folder, 'spelled');
    await writeCrate(place, spelled as never);
    await mkdir(join(place, 'folder'));
    await writeFile(join(place, 'b.dat'), 'a,b\n');
    await writeFile(join(place, 'folder/50%.png'), 'x');
    const server = await startServer({ folders: [place] });
    const crateAddress = `${server.address}crates/spelled/`;
    const { headers } = await raw(server.address, '/crates/spelled/', {});
    expect(headers.link?.toString().split(', ').slice(5)).toEqual([
      '<https://doi.org/10.5555/spelled>; rel="cite-as"',
      '<https://creativecommons.org/publicdomain/zero/1.0/>; rel="license"',
      `<${server.address}crates/spelled.zip>; rel="item"; type="application/zip"; profile="https://w3id.org/ro/crate"`,
      `<${crateAddress}b.dat>; rel="item"; type="text/csv"`,
      `<${crateAddress}folder/50%25.png>; rel="item"; type="image/x-own"`,
    ]);
    const typeOf = async (path: string) => (await raw(server.address, `/crates/spelled/${path}`, {})).headers['content-type']; // prettier-ignore
    expect(await typeOf('b.dat')).toBe('text/csv; charset=utf-8');
    expect(await typeOf('folder/50%25.png')).toBe('image/x-own');
  });
});
