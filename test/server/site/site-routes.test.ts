import { SURVEY } from '../../cli/helpers/crates.js';
import { startServer } from '../../helpers/server.js';
import { raw } from '../helpers/raw-request.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; object-src 'self'; " +
  "frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAGES = [
  '/',
  '/?q=rain',
  '/statistics',
  '/references',
  '/query',
  '/mentions?iri=http://example.org/',
  '/crates/rainfall-survey/',
  '/crates/rainfall-survey/?view=files',
];

let address: string;
beforeAll(async () => void ({ address } = await startServer({ folders: [SURVEY] })));

describe.each(PAGES)('the page %s', (path) => {
  const html = { accept: 'text/html' };

  it('has the headers of pages', async () => {
    const { status, headers } = await raw(address, path, { headers: html });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
      vary: 'Accept, Accept-Encoding, Origin',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
  });

  it('has the same headers without its content (HEAD)', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => raw(address, path, { method, headers: html })),
    );
    expect(head?.body.length).toBe(0);
    for (const name of ['content-type', 'etag', 'content-security-policy', 'vary'])
      expect([name, head?.headers[name]]).toEqual([name, get?.headers[name]]);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await raw(address, path, { headers: html });
    const again = await raw(address, path, { headers: { ...html, 'if-none-match': `"other", ${headers.etag}` } });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    const other = await raw(address, path, { headers: { ...html, 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });
});

it('a page of a private server is kept by its reader alone', async () => {
  const { address: ours } = await startServer({ folders: [SURVEY], isPrivate: true, token: 't' });
  const refused = await raw(ours, '/');
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="crategraph", charset="UTF-8", Bearer realm="crategraph"',
  ]);
  const page = await raw(ours, '/', { headers: { authorization: 'Bearer t' } });
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
  expect((await raw(ours, '/assets/site.css')).status).toBe(200);
});

it('the token of a private server is the password of any name for reading, as browsers ask for it, and not for writing', async () => {
  const token = 'tö:ken';
  const { address: ours } = await startServer({ folders: [SURVEY], isPrivate: true, token });
  const asked = async (userinfo: string, path = '/', more: object = {}) => {
    const authorization = `Basic ${Buffer.from(userinfo).toString('base64')}`;
    return (await raw(ours, path, { ...more, headers: { authorization } })).status;
  };
  expect(await asked(`:${token}`)).toBe(200);
  expect(await asked(`anna:${token}`)).toBe(200);
  for (const wrong of [token, `${token}:`, `anna:${token} `, `anna:x${token}`, 'anna:', ''])
    expect(await asked(wrong)).toBe(401);
  expect((await raw(ours, '/', { headers: { authorization: 'Basic %%%' } })).status).toBe(401);
  expect(await asked(`anna:${token}`, '/sparql?query=ASK%7B%7D')).toBe(200);
  expect(await asked(`anna:${token}`, '/sparql?update=CLEAR%20ALL', { method: 'POST' })).toBeGreaterThanOrEqual(400);
  expect(await asked(`anna:${token}`, '/graphs?graph=urn:x', { method: 'DELETE' })).toBe(401);
});

it.each([
  ['/assets/site.css', 'text/css; charset=utf-8'],
  ['/assets/query.js', 'text/javascript; charset=utf-8'],
])('%s is asked for each time, and sent when it has changed', async (path, type) => {
  const asset = await raw(address, path);
  expect([asset.status, asset.body.length > 100]).toEqual([200, true]);
  expect(asset.headers).toMatchObject({
    'content-type': type,
    'content-length': String(asset.body.length),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  const head = await raw(address, path, { method: 'HEAD' });
  expect([head.body.length, head.headers['content-length'], head.headers.etag]).toEqual([0, String(asset.body.length), asset.headers.etag]); // prettier-ignore
  const again = await raw(address, path, { headers: { 'if-none-match': String(asset.headers.etag) } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

it.each([
  '/assets/none.css',
  '/assets/..%2Fcli%2Fbin.js',
  '/assets/site.css.map',
  '/assets/',
  '/nothing',
  '/crates/none/',
])('%s is not found, and nothing runs there', async (path) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await raw(address, path, { method });
    expect([status, headers['x-content-type-options']]).toEqual([404, 'nosniff']);
    expect(body.length > 0).toBe(method === 'GET');
  }
});

it('a page of mentions needs an IRI', async () => {
  for (const path of ['/mentions', '/mentions?iri=']) {
    const { status, body } = await raw(address, path);
    expect([status, body.toString()]).toEqual([400, 'Which IRI? Write /mentions?iri=...\n']);
  }
});

it('the addresses of the query page take forms', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const crate = `${address}crates/rainfall-survey/`;
  const form = new URLSearchParams({ iri: crate }).toString();
  const posted = await raw(address, '/crates.json', { method: 'POST', headers, body: form });
  const asked = await raw(address, `/crates.json?${form}`);
  expect([posted.status, posted.headers['content-type']]).toEqual([200, 'application/json']);
  expect(posted.body.toString()).toBe(asked.body.toString());
  expect(JSON.stringify(JSON.parse(posted.body.toString()))).toContain('crates/rainfall-survey/');
  const query = new URLSearchParams({ query: 'SELECT * { ?s ?p ?name }', $name: '"x"' }).toString();
  const bound = await raw(address, '/query/bound.json', { method: 'POST', headers, body: query });
  expect([bound.status, JSON.parse(bound.body.toString())]).toEqual([200, expect.objectContaining({})]);
  const terms = await raw(address, '/query/terms.json');
  expect([terms.status, terms.headers['x-content-type-options']]).toEqual([200, 'nosniff']);
  expect(JSON.parse(terms.body.toString())).toBeInstanceOf(Object);
});

it('the addresses of the query page take what a page sends, and no more', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = async (path: string, body: string) =>
    (await raw(address, path, { method: 'POST', headers, body })).status;
  const iris = (count: number) => Array.from({ length: count }, (_, at) => `iri=a:${at}`).join('&');
  expect(await post('/crates.json', iris(10_000))).toBe(200);
  expect(await post('/crates.json', iris(10_001))).toBe(413);
  expect(await post('/crates.json', 'iri=a:b&'.repeat(19_999))).toBe(200); // one IRI
  expect(await post('/crates.json', `iri=a:${'/'.repeat(999_000)}`)).toBe(200); // with many folders around it
  for (const path of ['/crates.json', '/query/bound.json']) {
    expect(await post(path, `query=${'x'.repeat(1_000_000)}`)).toBe(413);
    const chunked = { ...headers, 'transfer-encoding': 'chunked' };
    const { status } = await raw(address, path, { method: 'POST', headers: chunked, body: 'x'.repeat(1_000_001) });
    expect(status).toBe(413);
  }
});
