import { startServer } from '../helpers/server.js';
import type { RunningServer } from '../../src/server/open-server.js';

const TOKEN = 'secret';
const AUTHORISED = { authorization: `Bearer ${TOKEN}` };
const CRATE = 'https://example.org/survey/';
const OTHER = 'https://example.org/other/';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ token: TOKEN, limits: { rows: 20, bodyBytes: 20_000 } });
  await put(CRATE, '<> <http://schema.org/name> "Survey" . <#b> <http://schema.org/name> "a <b>, \\"c\\"" .');
  await put(OTHER, '<> <http://schema.org/name> "Other" .');
});

async function put(graph: string, turtle: string): Promise<void> {
  const headers = { ...AUTHORISED, 'content-type': 'text/turtle' };
  const target = `${server.address}graphs?graph=${encodeURIComponent(graph)}`;
  expect((await fetch(target, { method: 'PUT', headers, body: turtle })).ok).toBe(true);
}

const ask = (query: string, { accept = '*/*', more = '' } = {}): Promise<Response> =>
  fetch(`${server.address}sparql?query=${encodeURIComponent(query)}${more}`, { headers: { accept } });

const post = (type: string, body: string, headers: Record<string, string> = {}, search = ''): Promise<Response> =>
  fetch(`${server.address}sparql${search}`, { method: 'POST', headers: { 'content-type': type, ...headers }, body });

const NAMES = 'SELECT ?n { ?s schema:name ?n } ORDER BY ?n';

test('a query comes by GET, as a form or as the body, and declares no well-known prefix', async () => {
  const expected = 'n\r\nOther\r\nSurvey\r\n"a <b>, ""c"""\r\n';
  const csv = { accept: 'text/csv' };
  expect(await (await ask(NAMES, csv)).text()).toBe(expected);
  expect(await (await post('application/sparql-query', NAMES, csv)).text()).toBe(expected);
  const form = `query=${encodeURIComponent(NAMES)}`;
  expect(await (await post('application/x-www-form-urlencoded', form, csv)).text()).toBe(expected);
});

test.each([
  ['*/*', 'application/sparql-results+json', '{"head":{"vars":["n"]}'],
  ['application/json', 'application/json', '{"head"'],
  ['text/csv;q=0.5, application/sparql-results+xml', 'application/sparql-results+xml', '<?xml'],
  ['text/tab-separated-values; charset=utf-8', 'text/tab-separated-values; charset=utf-8', '?n\n"Other"\n'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml', '<?xml'],
])('Accept: %s gives %s', async (accept, type, start) => {
  const answer = await ask(NAMES, { accept });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect((await answer.text()).startsWith(start)).toBe(true);
});

test.each([
  ['turtle', 'text/turtle; charset=utf-8'],
  ['nt', 'application/n-triples'],
  ['nquads', 'application/n-quads'],
  ['trig', 'application/trig'],
  ['jsonld', 'application/ld+json'],
])('a graph as ?format=%s', async (format, type) => {
  const answer = await ask('CONSTRUCT WHERE { ?s schema:name "Survey" }', { more: `&format=${format}` });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  expect(await answer.text()).toMatch(/Survey/);
});

test('ASK in all formats', async () => {
  expect(await (await ask('ASK {}', { more: '&format=json' })).json()).toEqual({ head: {}, boolean: true });
  expect(await (await ask('ASK {}', { more: '&format=xml' })).text()).toMatch(/<boolean>true<\/boolean>/);
  for (const format of ['csv', 'tsv']) expect(await (await ask('ASK {}', { more: `&format=${format}` })).text()).toBe('true\n'); // prettier-ignore
});

test('what the client cannot read is 406, an unknown format 400', async () => {
  const answer = await ask(NAMES, { accept: 'image/png' });
  expect([answer.status, await answer.text()]).toEqual([406, expect.stringMatching(/there are application\/sparql-/)]);
  expect((await ask('CONSTRUCT WHERE { ?s ?p ?o }', { more: '&format=csv' })).status).toBe(400);
});

test('a syntax error says where, as text or as JSON', async () => {
  const text = await ask('SELECT * { ?s ?p ');
  expect([text.status, text.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
  expect(await text.text()).toMatch(/^SPARQL, line 1, column 18: the text ends too early\n {2}SELECT/);
  const json = await ask('SELECT * { ?s ?p ', { accept: 'application/json' });
  expect(await json.json()).toMatchObject({ error: { code: 'ERR_QUERY_SYNTAX', line: 1, column: 18 } });
  expect((await ask('CLEAR ALL')).status).toBe(400);
});

test('a result above the limit is an error, never a shorter result', async () => {
  const rows = (count: number) => `SELECT ?n { VALUES ?n { ${Array.from({ length: count }, (_, i) => i).join(' ')} } }`;
  expect((await ask(rows(20))).status).toBe(200);
  const many = await ask(rows(21));
  expect([many.status, await many.text()]).toEqual([422, expect.stringMatching(/more than 20 rows/)]);
  const graph = rows(21).replace('SELECT ?n', 'CONSTRUCT { <urn:s> <urn:p> ?n } WHERE');
  for (const format of ['turtle', 'jsonld']) expect((await ask(graph, { more: `&format=${format}` })).status).toBe(422);
});

test('the dataset of the request is the dataset of the query, whatever FROM says', async () => {
  const one = `&default-graph-uri=${encodeURIComponent(OTHER)}`;
  expect(await (await ask(NAMES, { accept: 'text/csv', more: one })).text()).toBe('n\r\nOther\r\n');
  const from = NAMES.replace('{', `FROM <${CRATE}> {`);
  expect(await (await ask(from, { accept: 'text/csv', more: one })).text()).toBe('n\r\nOther\r\n');
  const catalogue = '&default-graph-uri=urn:crategraph:catalogue';
  expect(await (await ask('ASK { ?s ?p ?o }', { more: catalogue })).json()).toMatchObject({ boolean: false });
  expect((await ask(NAMES, { more: '&default-graph-uri=other' })).status).toBe(400);
  expect((await ask(NAMES, { more: `&using-graph-uri=${OTHER}` })).status).toBe(400);
});

test('methods, types and repeated parameters that the protocol does not know', async () => {
  const put = await fetch(`${server.address}sparql`, { method: 'PUT', body: 'x' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  expect((await post('text/plain', 'ASK {}')).status).toBe(415);
  expect((await post('application/sparql-query; charset=utf-16', 'ASK {}')).status).toBe(415);
  expect((await ask('ASK {}', { more: '&query=ASK%20%7B%7D' })).status).toBe(400);
  expect((await ask('ASK {}', { more: '&x=%ff' })).status).toBe(400);
  expect((await post('application/sparql-query', `ASK {} #${'x'.repeat(30_000)}`)).status).toBe(413);
  const head = await fetch(`${server.address}sparql?query=ASK%20%7B%7D`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/sparql-results+json']);
  const options = await fetch(`${server.address}sparql`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']); // prettier-ignore
});

test('without a query: the description for programs, the editor for people', async () => {
  expect(await (await fetch(`${server.address}sparql`)).text()).toMatch(/sd:endpoint/);
  const page = await fetch(`${server.address}sparql`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([303, `${server.address}query`]);
});

test('an update needs the token, is seen by the next query, and may have a dataset', async () => {
  const type = 'application/sparql-update';
  const insert = `INSERT { GRAPH <urn:new> { ?s <urn:copied> ?n } } WHERE { ?s schema:name ?n }`;
  const none = await post(type, insert);
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="crategraph"']);
  expect((await post(type, insert, { authorization: 'Bearer wrong' })).status).toBe(401);
  const using = `?using-graph-uri=${encodeURIComponent(OTHER)}`;
  const done = await post(type, insert, AUTHORISED, using);
  expect([done.status, await done.json()]).toEqual([200, { changed: [{ graph: 'urn:new', added: 1, removed: 0 }] }]);
  expect(await (await ask('SELECT ?n { ?s <urn:copied> ?n }', { accept: 'text/csv' })).text()).toBe('n\r\nOther\r\n');
  expect((await post(type, `WITH <${CRATE}> ${insert}`, AUTHORISED, using)).status).toBe(400);
  expect((await post(type, 'INSERT DATA { <urn:s> <urn:p> 1 }', AUTHORISED)).status).toBe(400);
  expect((await post(type, 'DROP GRAPH <urn:new>', AUTHORISED)).status).toBe(200);
  const readOnly = await startServer();
  const refused = await fetch(`${readOnly.address}sparql`, { method: 'POST', headers: { 'content-type': type, ...AUTHORISED }, body: insert }); // prettier-ignore
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringMatching(/read-only/)]);
});

test('`rows` asks for the first rows or triples, also of a result that is too long', async () => {
  const lines = async (query: string, more: string) =>
    (await (await ask(query, { accept: 'text/csv, application/n-triples', more })).text()).trim().split(/\r?\n/);
  expect(await lines(NAMES, '&rows=2')).toEqual(['n', 'Other', 'Survey']);
  expect(await lines(`${NAMES} LIMIT 1`, '&rows=2')).toEqual(['n', 'Other']);
  const many = Array.from({ length: 30 }, (_, i) => i).join(' ');
  const first = `SELECT ?n { VALUES ?n { ${many} } }`;
  expect((await ask(first)).status).toBe(422);
  expect(await lines(first, '&rows=5')).toHaveLength(6);
  expect(await lines('CONSTRUCT WHERE { ?s ?p ?o }', '&rows=2')).toHaveLength(2);
  expect(await lines(`CONSTRUCT { <urn:a> <urn:p> ?n } { VALUES ?n { ${many} } }`, '&rows=2')).toHaveLength(2);
  expect(await (await ask('ASK {}', { more: '&rows=1', accept: 'application/json' })).text()).toContain('true');
});

test.each(['0', '-1', 'many', '1&rows=2'])('`rows=%s` is refused', async (rows) => {
  expect((await ask(NAMES, { more: `&rows=${rows}` })).status).toBe(400);
});

test('`rows` does not go with JSON-LD', async () => {
  const answer = await ask('CONSTRUCT WHERE { ?s ?p ?o }', { more: '&rows=2&format=jsonld' });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('JSON-LD is written whole')]);
});

test.each([
  [NAMES, 'csv', 'results.csv'],
  [NAMES, 'json', 'results.srj'],
  ['CONSTRUCT WHERE { ?s ?p ?o }', 'ntriples', 'results.nt'],
])('`download` makes a file of the answer', async (query, format, name) => {
  const form = new URLSearchParams({ query, format, download: '' }).toString();
  const answer = await post('application/x-www-form-urlencoded', form);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  const plain = await ask(query, { more: `&format=${format}` });
  expect([plain.headers.has('content-disposition'), await answer.text()]).toEqual([false, await plain.text()]);
});
