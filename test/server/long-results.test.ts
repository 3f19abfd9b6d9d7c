import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { startServer } from '../helpers/server.js';
import type { RunningServer } from '../../src/server/open-server.js';

const GRAPH = 'https://example.org/long/';
const COUNT = 5_000;
const LONG = 'x'.repeat(500);
/** About 2.5 MB; the other is more than sockets take on their own. */
const ALL = 'SELECT ?o { ?s ?p ?o }';
const MORE = 'SELECT (CONCAT(?o, ?o, ?o, ?o, ?o, ?o, ?o, ?o) AS ?x) { ?s ?p ?o }';
const ASK = 'ASK {}';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ token: 't', limits: { threads: 2, rows: COUNT } });
  const body = Array.from({ length: COUNT }, (_, n) => `<urn:s> <urn:p> "${n} ${LONG}" .\n`).join('');
  const headers = { authorization: 'Bearer t', 'content-type': 'application/n-triples' };
  const target = `${server.address}graphs?graph=${encodeURIComponent(GRAPH)}`;
  expect((await fetch(target, { method: 'PUT', headers, body })).ok).toBe(true);
});

const addressOf = (query: string): string => `${server.address}sparql?query=${encodeURIComponent(query)}`;
const CSV = { accept: 'text/csv', 'accept-encoding': 'identity' };
const ask = (query: string, accept = 'text/csv', method = 'GET') => fetch(addressOf(query), { method, headers: { ...CSV, accept } }); // prettier-ignore

/** A client that reads nothing of the body yet. */
async function slowClient(query: string): Promise<IncomingMessage> {
  const sent = request(addressOf(query), { agent: false, headers: CSV }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer.pause();
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${server.address}metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1),
  );
}

/** Threads that have a query or a result. */
const busy = () => metric('crategraph_query_threads{state="short"}');
const held = () => metric('crategraph_query_held_bytes ');

async function bodyOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return text;
}

test.each([
  ['text/csv', '\r\n'],
  ['text/tab-separated-values', '\n'],
  ['application/sparql-results+json', '"o":'],
  ['application/sparql-results+xml', '<result>'],
])('a long result comes whole, in chunks: %s', async (accept, separator) => {
  const answer = await ask(ALL, accept);
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
  expect((await answer.text()).trim().split(separator)).toHaveLength(COUNT + 1);
  const head = await ask(ALL, accept, 'HEAD');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, answer.headers.get('content-type'), '']); // prettier-ignore
});

test('a graph comes in chunks too, and a short result with its size', async () => {
  const graph = await ask('CONSTRUCT WHERE { ?s ?p ?o }', 'application/n-triples');
  expect(graph.headers.get('content-length')).toBeNull();
  expect((await graph.text()).trim().split('\n')).toHaveLength(COUNT);
  expect((await ask(ASK)).headers.get('content-length')).toBe('5');
});

test('what is refused is known before the status', async () => {
  const tooMany = await ask('SELECT * { { ?s ?p ?o } UNION { ?s ?p ?o } }');
  expect(tooMany.status).toBeGreaterThanOrEqual(400);
  expect(await tooMany.text()).toContain(`more than ${COUNT} rows`);
  const unwritable = `SELECT ?o ?n { ?s ?p ?o BIND(IF(STRSTARTS(?o, "${COUNT - 1} "), "\\u0001", "") AS ?n) }`;
  expect((await ask(unwritable, 'application/sparql-results+xml')).status).toBeGreaterThanOrEqual(400);
  expect((await ask(unwritable)).status).toBe(200);
});

test('a slow client reads from the thread until another query needs that; then the rest is held', async () => {
  const clients = [await slowClient(MORE), await slowClient(`${MORE} # 2`)];
  expect([await busy(), await held()]).toEqual([2, 0]);
  expect(await (await ask(ASK)).text()).toBe('true\n');
  expect(await held()).toBeGreaterThan(1_000_000);
  expect(await busy()).toBe(1);
  for (const client of clients) expect((await bodyOf(client)).trim().split('\r\n')).toHaveLength(COUNT + 1);
  while ((await busy()) + (await held()) > 0);
});

test('a client that goes away in the middle frees its thread', async () => {
  const clients = [await slowClient(MORE), await slowClient(`${MORE} # 2`)];
  expect(await busy()).toBe(2);
  for (const client of clients) client.destroy();
  while ((await busy()) > 0);
  expect(await held()).toBe(0);
  expect(await (await ask(ASK)).text()).toBe('true\n');
});
