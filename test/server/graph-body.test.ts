import { setTimeout as wait } from 'node:timers/promises';
import { contextOptionsOf, openContexts } from '../../src/package/contexts/open-contexts.js';
import { GraphBodies } from '../../src/server/sparql/graph-bodies.js';
import { documentsIn } from '../../src/server/sparql/graph-body.js';

const contexts = contextOptionsOf(openContexts({ offline: true })) ?? {};
const XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">';
const NEVER = new AbortController().signal;

/** Bodies that kept the thread of a parser busy for seconds to minutes. */
const HOSTILE: readonly (readonly [string, string, () => string])[] = [
  ['nested elements', 'application/rdf+xml', () => `${XML}${'<e:C><e:p>'.repeat(25_000)}${'</e:p></e:C>'.repeat(25_000)}</rdf:RDF>`], // prettier-ignore
  ['a literal of 20 MB', 'text/turtle', () => `<urn:s> <urn:p> """${'long '.repeat(4_000_000)}""" .`],
  ['200,000 attributes', 'application/rdf+xml', () => `${XML}<rdf:Description ${Array.from({ length: 200_000 }, (_, n) => `e:a${n}="${n}"`).join(' ')}/></rdf:RDF>`], // prettier-ignore
  ['300,000 prefixes', 'text/turtle', () => Array.from({ length: 300_000 }, (_, n) => `@prefix p${n}: <http://e/${n}> .\n`).join('')], // prettier-ignore
];

const started: GraphBodies[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((bodies) => bodies.close()));
});

function open(megabytes?: number): GraphBodies {
  const bodies = new GraphBodies({ contexts }, megabytes);
  started.push(bodies);
  return bodies;
}

const documentOf = (body: string, type: string) =>
  documentsIn(new Request('http://127.0.0.1/', { method: 'PUT', body, headers: { 'content-type': type } }));

test('a graph is read as it is', async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `<urn:${n}> <urn:p> "value ${n}" .\n`).join('');
  const pieces = await open().read(await documentOf(lines, 'application/n-triples'), 'urn:g', NEVER);
  expect(pieces?.reduce((sum, { quads }) => sum + quads, 0)).toBe(60_000);
});

test.each(HOSTILE)('%s: the time limit stops it, and the server answers others meanwhile', async (_, type, body) => {
  const bodies = open();
  await bodies.read(await documentOf('', 'text/turtle'), 'urn:g', NEVER); // the thread has started
  const documents = await documentOf(body(), type);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('too slow')), 3000);
  const reading = bodies.read(documents, 'urn:g', limit.signal).then(
    () => 'read',
    ({ message, code, status }: { message: string; code?: string; status?: number }) => code ?? status ?? message,
  );
  let isOver = false;
  void reading.then(() => (isOver = true));
  const begin = performance.now();
  let turns = 0;
  for (; !isOver; turns += 1) await wait(10);
  expect(turns).toBeGreaterThan((performance.now() - begin) / 500); // in the same thread there was one in seconds
  clearTimeout(timer);
  expect(['read', 'too slow', 'ERR_RDF_SYNTAX', 413]).toContain(await reading);
});

test('a body that needs too much memory is refused, and the next one is read', async () => {
  const bodies = open(32);
  const lines = Array.from({ length: 400_000 }, (_, n) => `<urn:${n}> <urn:p> _:b${n} .\n`).join('');
  await expect(bodies.read(await documentOf(lines, 'application/n-triples'), 'urn:g', NEVER)).rejects.toMatchObject({
    status: 413,
    message: 'the body of the request needs more memory than it may take.',
  });
  expect(await bodies.read(await documentOf('<urn:s> <urn:p> 1 .', 'text/turtle'), 'urn:g', NEVER)).toHaveLength(1);
});
