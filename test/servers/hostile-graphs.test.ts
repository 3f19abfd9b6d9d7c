import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { SURVEY } from '../cli/helpers/crates.js';
import { freshFolder, spawnCli, startCli } from '../cli/helpers/run.js';

const TOKEN = 'a-long-token';
const GRAPH = 'http://127.0.0.1/hostile/';
/** Seconds that a body may take. */
const LIMIT = 6;
/** Milliseconds between two questions for the health of the server. */
const EVERY = 50;
/** Milliseconds within which the health is answered most of the time. */
const USUAL = 500;
/** Milliseconds within which it is always answered: a parser on the thread that answers took 6,000 to 18,000. */
const PATIENCE = 5000;
/** Answers that are enough to say what is usual, whatever the body before left to do. */
const ENOUGH = 5;
/** Milliseconds after which a body takes long: then the health is answered meanwhile, whatever the parser does. */
const LONG = 2000;

type Body = string | Uint8Array;
interface Hostile {
  readonly name: string;
  readonly type: string;
  readonly body: () => Body;
  /** The statuses that are right; by default any refusal in words, or 204/201 for a body that is valid RDF. */
  readonly statuses?: readonly number[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Whether the client goes away before the end. */
  readonly isCut?: boolean;
}

const XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">';
const xml = (inner: string): string => `${XML}${inner}</rdf:RDF>`;
const nested = (open: string, close: string, depth: number, middle = ''): string =>
  open.repeat(depth) + middle + close.repeat(depth);
const many = (count: number, one: (n: number) => string): string => Array.from({ length: count }, (_, n) => one(n)).join(''); // prettier-ignore
const XMLTYPE = 'application/rdf+xml';
const [TTL, NT, NQ, TRIG, LD] = ['text/turtle', 'application/n-triples', 'application/n-quads', 'application/trig', 'application/ld+json']; // prettier-ignore
/** The metadata document of the crate {@link GRAPH}. */
const metadata = (root: object, entities: readonly object[] = []): string =>
  JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } },
      { '@id': './', '@type': 'Dataset', ...root },
      ...entities,
    ],
  }); // prettier-ignore
const REFUSED = [400, 413, 422, 504];
const ANY = [...REFUSED, 201, 204];
const MEGABYTE = 1_000_000;

/** Bodies that have stopped servers, in every syntax. */
const BODIES: readonly Hostile[] = [
  // RDF/XML
  { name: '50,000 nested elements', type: XMLTYPE, body: () => xml(nested('<e:C><e:p>', '</e:p></e:C>', 25_000)) },
  { name: 'a literal of 60 MB', type: XMLTYPE, body: () => xml(`<rdf:Description rdf:about="urn:s"><e:p>${'long '.repeat(12 * MEGABYTE)}</e:p></rdf:Description>`) },
  { name: '200,000 attributes', type: XMLTYPE, body: () => xml(`<rdf:Description ${many(200_000, (n) => `e:a${n}="${n}" `)}/>`) },
  { name: '100,000 namespaces', type: XMLTYPE, body: () => xml(`<e:C ${many(100_000, (n) => `xmlns:n${n}="http://e/${n}" `)}/>`) },
  { name: 'a billion laughs', type: XMLTYPE, body: () => `<!DOCTYPE r [<!ENTITY a "ha">${many(30, (n) => `<!ENTITY a${n} "${`&a${n === 0 ? '' : n - 1};`.repeat(10)}">`)}]>${xml('<e:C><e:p>&a29;</e:p></e:C>')}` },
  { name: 'an external entity', type: XMLTYPE, statuses: REFUSED, body: () => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml('<e:C><e:p>&x;</e:p></e:C>')}` },
  { name: 'an XML literal of 20,000 levels', type: XMLTYPE, body: () => xml(`<e:C><e:p rdf:parseType="Literal">${nested('<b>', '</b>', 20_000)}</e:p></e:C>`) },
  { name: 'a list of 300,000', type: XMLTYPE, body: () => xml(`<e:C><e:p rdf:parseType="Collection">${'<e:D/>'.repeat(300_000)}</e:p></e:C>`) },
  { name: '20,000 xml:base, each inside of the other', type: XMLTYPE, body: () => xml(nested('<e:C xml:base="x/"><e:p>', '</e:p></e:C>', 20_000)) },
  { name: 'an element that does not end', type: XMLTYPE, statuses: REFUSED, body: () => `${XML}<${'e'.repeat(20 * MEGABYTE)}` },
  { name: 'a comment of 40 MB', type: XMLTYPE, body: () => xml(`<!--${'x'.repeat(40 * MEGABYTE)}-->`) },
  { name: 'a tag of 10 MB', type: XMLTYPE, statuses: ANY, body: () => xml(`<e:${'x'.repeat(10 * MEGABYTE)}/>`) },
  // Turtle
  { name: 'a literal of 60 MB', type: TTL, body: () => `<urn:s> <urn:p> """${'long '.repeat(12 * MEGABYTE)}""" .` },
  { name: '300,000 prefixes', type: TTL, body: () => many(300_000, (n) => `@prefix p${n}: <http://e/${n}> .\n`) },
  { name: '100,000 nested blank nodes', type: TTL, body: () => `<urn:s> <urn:p> ${nested('[ <urn:p> ', ' ]', 100_000, '1')} .` },
  { name: '100,000 nested lists', type: TTL, body: () => `<urn:s> <urn:p> ${nested('( ', ' )', 100_000)} .` },
  { name: '1,000,000 brackets that stay open', type: TTL, statuses: REFUSED, body: () => `<urn:s> <urn:p> ${'['.repeat(MEGABYTE)}` },
  { name: 'a string that does not end', type: TTL, statuses: REFUSED, body: () => `<urn:s> <urn:p> """${'x'.repeat(30 * MEGABYTE)}` },
  { name: 'an IRI of 30 MB', type: TTL, body: () => `<urn:${'x'.repeat(30 * MEGABYTE)}> <urn:p> 1 .` },
  { name: 'an IRI that does not end', type: TTL, statuses: REFUSED, body: () => `<urn:${'x'.repeat(30 * MEGABYTE)}` },
  { name: 'a prefixed name of 10 MB', type: TTL, body: () => `@prefix e: <http://e/> . e:${'x'.repeat(10 * MEGABYTE)} e:p 1 .` },
  { name: 'a number of 10 MB', type: TTL, body: () => `<urn:s> <urn:p> ${'9'.repeat(10 * MEGABYTE)} .` },
  { name: '5,000,000 escapes', type: TTL, body: () => `<urn:s> <urn:p> "${'\\u0041'.repeat(5 * MEGABYTE)}" .` },
  { name: '1,000,000 backslashes', type: TTL, statuses: ANY, body: () => `<urn:s> <urn:p> "${'\\\\'.repeat(MEGABYTE)}" .` },
  { name: '300,000 bases, each relative to the last', type: TTL, body: () => many(300_000, (n) => `@base <x${n}> .\n`) },
  { name: 'a base that grows', type: TTL, body: () => `@base <http://e/> .\n${'@base <xxxxxxxxxx/> .\n'.repeat(20_000)}<a> <b> <c> .` },
  { name: 'a relative IRI of 1,000,000 steps up', type: TTL, body: () => `<${'../'.repeat(MEGABYTE)}> <urn:p> 1 .` },
  { name: '1,000,000 objects of one triple', type: TTL, body: () => `<urn:s> <urn:p> ${many(MEGABYTE, (n) => `${n === 0 ? '' : ','}${n}`)} .` },
  { name: 'spaces only, 60 MB', type: TTL, body: () => ' '.repeat(60 * MEGABYTE) },
  { name: 'a comment of 60 MB', type: TTL, body: () => `#${'x'.repeat(60 * MEGABYTE)}` },
  { name: 'nested quoted triples', type: TTL, body: () => `${nested('<< ', ' <urn:p> 1 >>', 50_000, '<urn:s>')} <urn:q> 1 .`, statuses: REFUSED },
  { name: 'a language of 5 MB', type: TTL, body: () => `<urn:s> <urn:p> "x"@a${'-b'.repeat(2.5 * MEGABYTE)} .` },
  // TriG, N-Triples, N-Quads
  { name: 'graphs inside of graphs', type: TRIG, statuses: REFUSED, body: () => nested('<urn:g> { ', ' }', 100_000) },
  { name: '200,000 other graphs', type: TRIG, statuses: REFUSED, body: () => many(200_000, (n) => `<urn:g${n}> { <urn:s> <urn:p> ${n} }\n`) },
  { name: 'nested blank nodes in a graph', type: TRIG, body: () => `<urn:g> { <urn:s> <urn:p> ${nested('[ <urn:p> ', ' ]', 50_000, '1')} }` },
  { name: 'a line of 60 MB', type: NT, body: () => `<urn:s> <urn:p> "${'x'.repeat(60 * MEGABYTE)}" .\n` },
  { name: '1,000,000 blank nodes', type: NT, body: () => many(MEGABYTE, (n) => `_:b${n} <urn:p> _:b${n + 1} .\n`) },
  { name: 'a label of 20 MB', type: NT, body: () => `_:${'b'.repeat(20 * MEGABYTE)} <urn:p> "1" .\n` },
  { name: 'bytes that are not UTF-8', type: NT, statuses: REFUSED, body: () => Buffer.concat([Buffer.from('<urn:s> <urn:p> "'), Buffer.alloc(MEGABYTE, 0xff), Buffer.from('" .\n')]) },
  { name: 'zeros only', type: NQ, statuses: REFUSED, body: () => Buffer.alloc(30 * MEGABYTE) },
  { name: 'a quad of another graph at the end of many', type: NQ, statuses: REFUSED, body: () => `${many(200_000, (n) => `<urn:s> <urn:p> "${n}" .\n`)}<urn:s> <urn:p> "1" <urn:other> .\n` },
  { name: 'UTF-16', type: TTL, statuses: REFUSED, body: () => Buffer.from('\ufeff<urn:s> <urn:p> 1 .', 'utf16le') },
  // JSON-LD
  { name: '500 brackets', type: LD, statuses: REFUSED, body: () => nested('[', ']', 500) },
  { name: '100,000 brackets', type: LD, statuses: REFUSED, body: () => nested('[', ']', 100_000) },
  { name: '100,000 nested objects', type: LD, statuses: REFUSED, body: () => nested('{"http://e/p":', '}', 100_000, '1') },
  { name: '100,000 nested lists', type: LD, statuses: REFUSED, body: () => `{"http://e/p":${nested('{"@list":[', ']}', 100_000)}}` },
  { name: 'a crate with 3,000,000 values', type: LD, body: () => metadata({ keywords: Array.from({ length: 3 * MEGABYTE }, (_, n) => `k${n}`) }) },
  { name: 'a crate with 400,000 entities', type: LD, body: () => metadata({}, Array.from({ length: 400_000 }, (_, n) => ({ '@id': `f${n}`, '@type': 'File', name: `n${n}`, description: 'x'.repeat(60) }))) },
  { name: 'a crate with 200,000 blank nodes', type: LD, body: () => metadata({}, Array.from({ length: 200_000 }, (_, n) => ({ '@id': `_:f${n}`, '@type': 'Thing', name: `n${n}` }))) },
  { name: 'a context of 200,000 terms', type: LD, body: () => `{"@context":{${many(200_000, (n) => `${n === 0 ? '' : ','}"t${n}":"http://e/${n}"`)}},"t1":1}` },
  { name: 'a context of terms that lead to each other', type: LD, statuses: ANY, body: () => `{"@context":{${many(2000, (n) => `${n === 0 ? '' : ','}"t${n}":"t${(n + 1) % 2000}:x"`)}},"t1":1}` },
  { name: '10,000 contexts inside of each other', type: LD, body: () => nested('{"@context":{"a":"http://e/"},"a:p":', '}', 10_000, '1') },
  { name: 'a context of another host', type: LD, statuses: REFUSED, body: () => '{"@context":"http://127.0.0.2:9/x","a":1}' },
  { name: 'a string of 60 MB', type: LD, body: () => JSON.stringify({ 'http://e/p': 'x'.repeat(60 * MEGABYTE) }) },
  { name: '1,000,000 keys', type: LD, body: () => `{${many(MEGABYTE, (n) => `${n === 0 ? '' : ','}"http://e/${n}":${n}`)}}` },
  { name: 'a JSON literal of 50,000 levels', type: LD, statuses: REFUSED, body: () => `{"http://e/p":{"@type":"@json","@value":${nested('[', ']', 50_000)}}}` },
  { name: '@reverse inside of @reverse', type: LD, statuses: REFUSED, body: () => nested('{"@reverse":{"http://e/p":', '}}', 5000, '{}') },
  // What is said about a body
  { name: 'gzip of 100 MB, said', type: TTL, statuses: [415], headers: { 'content-encoding': 'gzip' }, body: () => gzipSync(Buffer.alloc(100 * MEGABYTE, ' ')) },
  { name: 'gzip of 100 MB, not said', type: TTL, statuses: [415], body: () => gzipSync(Buffer.alloc(100 * MEGABYTE, ' ')) },
  { name: 'deflate', type: NT, statuses: [415], headers: { 'content-encoding': 'deflate' }, body: () => deflateSync('x') },
  { name: 'a picture', type: 'image/svg+xml', statuses: [415], body: () => xml('') },
  { name: 'a type that is none', type: 'text/turtle/x', statuses: [415], body: () => '' },
  { name: 'another charset', type: 'text/turtle; charset=utf-16', statuses: [400, 415], body: () => Buffer.from('<urn:s> <urn:p> 1 .', 'utf16le') },
  { name: 'a body above the limit', type: TTL, statuses: [413], body: () => ' '.repeat(101 * MEGABYTE) },
  { name: 'a client that goes away', type: TTL, isCut: true, body: () => `<urn:s> <urn:p> """${'x'.repeat(20 * MEGABYTE)}` },
]; // prettier-ignore

let server: ChildProcess;
let address: string;

beforeAll(async () => {
  const folder = await freshFolder('hostile');
  const store = join(folder, 'store');
  const loaded = await spawnCli(['load', SURVEY, '--store', store, '--offline', '--quiet']);
  expect([loaded.status, loaded.stderr]).toEqual([0, '']);
  const args = ['serve', '--store', store, '--port', '0', '--timeout', String(LIMIT), '--json', '--offline'];
  const child = await startCli(args, { env: { MALLOC_ARENA_MAX: '2', CRATEGRAPH_TOKEN: TOKEN } });
  server = child;
  const lines = createInterface(child.stdout);
  child.stderr.resume();
  const [line] = (await once(lines, 'line')) as [string];
  lines.resume();
  address = (JSON.parse(line) as { address: string }).address;
});

/** All that the server has, as one text. */
async function content(): Promise<string> {
  const query = encodeURIComponent('SELECT * { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g ?s ?p ?o');
  const answer = await fetch(`${address}sparql?query=${query}&format=csv`);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** How the health was answered while a body was under way, and a little longer. */
interface Health {
  /** Milliseconds of each answer. */
  readonly times: number[];
  /** The answers that came before that to the body. */
  readonly meanwhile: number;
}

/** Asks for the health of the server until the body is answered, once more, and often enough. */
async function watchHealth(body: { isAnswered: boolean }): Promise<Health> {
  const times: number[] = [];
  let meanwhile = 0;
  for (let isLast = false; !isLast || times.length < ENOUGH; await wait(EVERY)) {
    isLast = body.isAnswered;
    const begin = performance.now();
    const answer = await fetch(`${address}health`);
    expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
    times.push(performance.now() - begin);
    if (!body.isAnswered) meanwhile += 1;
  }
  return { times, meanwhile };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const bytesOf = (body: Body): Buffer => (typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length)); // prettier-ignore

/** Whether the server closed the connection while there was more to send, as it does after a 413. */
const isClosed = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'ECONNRESET';

/** Sends a body. @returns status 0 if the client goes away, or is stopped before it reads the answer */
function send({ type, method = 'PUT', headers = {}, isCut = false }: Hostile, bytes: Buffer): Promise<Answer> {
  return new Promise((done, failed) => {
    const all = { ...headers, authorization: `Bearer ${TOKEN}`, 'content-type': type, 'content-length': bytes.length + (isCut ? 1 : 0) }; // prettier-ignore
    const sent = httpRequest(
      `${address}graphs?graph=${encodeURIComponent(GRAPH)}`,
      { method, headers: all, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => done({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        answer.on('error', failed);
      },
    );
    sent.on('error', (error) => (isCut || isClosed(error) ? done({ status: 0, text: '' }) : failed(error)));
    if (isCut) sent.write(bytes, () => sent.destroy());
    else sent.end(bytes);
  });
}

afterAll(() => server.kill('SIGTERM'));

let before: string;
beforeAll(async () => {
  before = await content();
});

it.each(BODIES.map((hostile) => [`${hostile.name} (${hostile.type})`, hostile] as const))(
  '%s',
  async (name, hostile) => {
    // prettier-ignore
    const body = bytesOf(hostile.body()); // before the watch: it shares the thread
    const watch = { isAnswered: false };
    const begin = performance.now();
    let taken = 0;
    const sent = send(hostile, body).finally(() => {
      taken = performance.now() - begin;
      watch.isAnswered = true;
    });
    const [{ status, text }, { times, meanwhile }] = await Promise.all([sent, watchHealth(watch)]);
    times.sort((one, other) => one - other);
    const slowest = times.at(-1) as number;
    process.stdout.write(`  ${String(status).padEnd(3)} ${(taken / 1000).toFixed(1).padStart(6)} s  /health at most ${slowest.toFixed(0).padStart(5)} ms  ${name}\n`); // prettier-ignore
    const statuses = hostile.statuses ?? ANY;
    const mayBeStopped = hostile.isCut === true || statuses.includes(413);
    if (status !== 0 || !mayBeStopped) expect(statuses).toContain(status);
    if (status >= 400) {
      expect(text).not.toMatch(/^\s+at |node_modules|Internal Server Error/m);
      expect(text.trim()).not.toBe('');
      expect(text.length).toBeLessThan(5000);
    }
    const removed = await fetch(`${address}graphs?graph=${encodeURIComponent(GRAPH)}`, { method: 'DELETE', headers: { authorization: `Bearer ${TOKEN}` } }); // prettier-ignore
    expect(status < 300 ? [204, 404] : [404]).toContain(removed.status); // a document without triples makes no graph
    expect(await content()).toBe(before);
    if (taken > LONG) expect(meanwhile).toBeGreaterThan(1);
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(USUAL);
    expect(slowest).toBeLessThan(PATIENCE);
  },
);
