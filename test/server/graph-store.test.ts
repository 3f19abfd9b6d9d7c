import { gzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { RunningServer } from '../../src/server/open-server.js';
import { startServer } from '../helpers/server.js';

const TOKEN = 'secret';
const GRAPH = 'https://example.org/atlas/';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ token: TOKEN });
});

interface Sent {
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly graph?: string;
}

function send(method: string, { type, body, headers = {}, graph = GRAPH }: Sent = {}): Promise<Response> {
  return fetch(`${server.address}graphs?graph=${encodeURIComponent(graph)}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(type && { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const lines = async (graph = GRAPH): Promise<string[]> => {
  const text = await (await send('GET', { graph, headers: { accept: 'application/n-triples' } })).text();
  return text.split('\n').slice(0, -1).sort();
};

test.each([
  ['text/turtle', '<> <urn:p> "a" .'],
  ['application/trig', `<${GRAPH}> { <> <urn:p> "a" }`],
  ['application/n-triples', `<${GRAPH}> <urn:p> "a" .`],
  ['application/n-quads', `<${GRAPH}> <urn:p> "a" <${GRAPH}> .`],
  ['application/ld+json', '{"@id": "", "urn:p": "a"}'],
  ['application/rdf+xml', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""><p xmlns="urn:">a</p></rdf:Description></rdf:RDF>'], // prettier-ignore
])('PUT of %s makes the graph, and DELETE removes it', async (type, body) => {
  const made = await send('PUT', { type, body });
  expect([made.status, await made.text()]).toEqual([201, '']);
  expect(await lines()).toEqual([`<${GRAPH}> <urn:p> "a" .`]);
  expect((await send('DELETE')).status).toBe(204);
  expect((await send('GET')).status).toBe(404);
  expect((await send('DELETE')).status).toBe(404);
});

test('POST adds, PUT replaces; blank nodes of two documents stay two', async () => {
  const body = '<> <urn:p> _:b .';
  expect((await send('POST', { type: 'text/turtle', body })).status).toBe(201);
  expect((await send('POST', { type: 'text/turtle', body: `${body} _:b <urn:q> 1 .` })).status).toBe(204);
  expect(await lines()).toHaveLength(3);
  expect((await send('PUT', { type: 'text/turtle', body: '<> <urn:p> 2 .' })).status).toBe(204);
  expect(await lines()).toHaveLength(1);
});

test('conditions: a reader gets 304, a writer that is late 412', async () => {
  const first = await send('GET');
  const etag = first.headers.get('etag') ?? '';
  const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' }; // fetch would ask for a full answer
  expect((await send('GET', { headers: again })).status).toBe(304);
  const late = { type: 'text/turtle', body: '<> <urn:p> 3 .', headers: { 'if-match': etag } };
  expect((await send('PUT', late)).status).toBe(204);
  const refused = await send('PUT', late);
  expect([refused.status, await refused.text()]).toEqual([412, expect.stringMatching(/has changed/)]);
  expect((await send('PUT', { ...late, headers: { 'if-none-match': '*' } })).status).toBe(412);
  expect((await send('GET', { headers: again })).status).toBe(200);
});

test('PATCH runs an update of this graph only', async () => {
  const type = 'application/sparql-update';
  expect((await send('PATCH', { type, body: 'DELETE WHERE { ?s <urn:p> ?o } ; INSERT DATA { <urn:s> <urn:p> "new" }' })).status).toBe(204); // prettier-ignore
  expect(await lines()).toEqual(['<urn:s> <urn:p> "new" .']);
  for (const body of [
    'CLEAR ALL',
    'INSERT DATA { GRAPH <urn:x> { <urn:s> schema:name 1 } }',
    'INSERT { <urn:s> schema:name ?g } WHERE { GRAPH ?g { } }',
  ])
    // prettier-ignore
    expect((await send('PATCH', { type, body })).status).toBe(400);
  expect((await send('PATCH', { type: 'text/turtle', body: '' })).status).toBe(415);
  expect((await send('PATCH', { type, body: 'CLEAR DEFAULT', graph: 'urn:none' })).status).toBe(404);
  expect(await lines()).toEqual(['<urn:s> <urn:p> "new" .']);
});

test('what cannot be written is refused, and nothing changes', async () => {
  const turtle = { type: 'text/turtle', body: '<> <urn:p> 1 .' };
  expect((await send('PUT', { type: 'image/png', body: '' })).status).toBe(415);
  expect((await send('PUT', { ...turtle, body: '<> <urn:p> ' })).status).toBe(400);
  expect((await send('PUT', { type: 'application/trig', body: '<urn:x> { <> <urn:p> 1 }' })).status).toBe(400);
  expect((await send('PUT', { ...turtle, graph: 'urn:crategraph:catalogue' })).status).toBe(403);
  expect((await send('PUT', { ...turtle, graph: 'relative' })).status).toBe(400);
  expect((await send('PUT', { ...turtle, body: new Uint8Array(gzipSync('<> <urn:p> 1 .')) })).status).toBe(415);
  expect((await send('PUT', { ...turtle, headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
  expect((await send('PUT', { ...turtle, headers: { authorization: 'Bearer no' } })).status).toBe(401);
  const unnamed = await fetch(`${server.address}graphs?default`, { method: 'PUT', headers: { authorization: `Bearer ${TOKEN}` } }); // prettier-ignore
  expect([unnamed.status, unnamed.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(await lines()).toEqual(['<urn:s> <urn:p> "new" .']);
  expect(await (await fetch(`${server.address}graphs?default`)).text()).toMatch(/"new"/);
});

test('a metadata document keeps its layout, and one of another crate is refused', async () => {
  const document = await readFile('data/crates/rainfall-survey/ro-crate-metadata.json', 'utf8');
  const graph = 'https://example.org/survey/';
  const type = 'application/ld+json';
  const put = await send('PUT', { type, body: document, graph });
  expect([put.status, await put.text()]).toEqual([201, '']);
  expect((await lines(graph)).length).toBeGreaterThan(10);
  const records = `ASK { GRAPH <urn:crategraph:catalogue> { ?load prov:generated <${graph}> } }`;
  const asked = await fetch(`${server.address}sparql?query=${encodeURIComponent(records)}`);
  expect(await asked.json()).toMatchObject({ boolean: true });
  const absolute = document.replaceAll('"./"', '"https://example.org/elsewhere/"');
  expect((await send('PUT', { type, body: absolute, graph: 'https://example.org/here/' })).status).toBe(409);
});

test('a client that goes away ends its query', async () => {
  const body = Array.from({ length: 200 }, (_, i) => `<urn:s${i}> <urn:p> ${i} .`).join('\n');
  expect((await send('PUT', { type: 'text/turtle', body })).status).toBe(204);
  const endless = `SELECT (COUNT(*) AS ?n) { ${Array.from({ length: 9 }, (_, i) => `?s${i} ?p${i} ?o${i} .`).join(' ')} }`;
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.address}metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.slice(name.length),
    );
  };
  const before = await metric('crategraph_queries_ended_total ');
  const request = httpRequest(`${server.address}sparql?query=${encodeURIComponent(endless)}`);
  request.end();
  request.on('error', () => undefined);
  while ((await metric('crategraph_query_threads{state="long"} ')) === 0);
  const closed = new Promise((resolve) => request.once('close', resolve));
  request.destroy();
  await closed;
  while ((await metric('crategraph_queries_ended_total ')) === before);
  while ((await metric('crategraph_query_threads{state="long"} ')) !== 0); // its thread is gone too
});
