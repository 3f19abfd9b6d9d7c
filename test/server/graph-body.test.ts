import { setTimeout as wait } from 'node:timers/promises';
import type { ReadCrate } from '../../src/tasks/load/read-crate.js';
import { contextOptionsOf, openContexts } from '../../src/package/contexts/open-contexts.js';
import { GraphBodies } from '../../src/server/sparql/graph-bodies.js';
import { documentsIn } from '../../src/server/sparql/graph-body.js';
import type { Piece } from '../../src/store/port.js';

const contexts = contextOptionsOf(openContexts({ offline: true })) ?? {};
const XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">';
const NEVER = new AbortController().signal;

const CRATE = 'http://127.0.0.1/crate/';

/** The metadata document of the crate {@link CRATE}. */
const metadata = (root: object): string =>
  JSON.stringify({
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      { '@id': `${CRATE}ro-crate-metadata.json`, '@type': 'CreativeWork', about: { '@id': CRATE }, conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' } },
      { '@id': CRATE, '@type': 'Dataset', ...root },
    ],
  }); // prettier-ignore

/** Bodies that kept the thread of a parser busy for seconds to minutes. */
const HOSTILE: readonly (readonly [string, string, () => string])[] = [
  ['nested elements', 'application/rdf+xml', () => `${XML}${'<e:C><e:p>'.repeat(25_000)}${'</e:p></e:C>'.repeat(25_000)}</rdf:RDF>`], // prettier-ignore
  ['a literal of 20 MB', 'text/turtle', () => `<urn:s> <urn:p> """${'long '.repeat(4_000_000)}""" .`],
  ['200,000 attributes', 'application/rdf+xml', () => `${XML}<rdf:Description ${Array.from({ length: 200_000 }, (_, n) => `e:a${n}="${n}"`).join(' ')}/></rdf:RDF>`], // prettier-ignore
  ['a metadata document with 500,000 values', 'application/ld+json', () => metadata({ keywords: Array.from({ length: 500_000 }, (_, n) => `k${n}`) })], // prettier-ignore
  ['300,000 prefixes', 'text/turtle', () => Array.from({ length: 300_000 }, (_, n) => `@prefix p${n}: <http://e/${n}> .\n`).join('')], // prettier-ignore
];

const started: GraphBodies[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((bodies) => bodies.close()));
});

function open(megabytes?: number): GraphBodies {
  const bodies = new GraphBodies({ contexts, megabytes });
  started.push(bodies);
  return bodies;
}

const documentOf = (body: string, type: string) =>
  documentsIn(new Request('http://127.0.0.1/', { method: 'PUT', body, headers: { 'content-type': type } }));

test('a graph is read as it is', async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `<urn:${n}> <urn:p> "value ${n}" .\n`).join('');
  const body = await open().read(await documentOf(lines, 'application/n-triples'), 'urn:g', NEVER);
  const { pieces } = body as { pieces: readonly Piece[] };
  expect(pieces.reduce((sum, { quads }) => sum + quads, 0)).toBe(60_000);
});

test('a metadata document is read as a crate', async () => {
  const document = await documentOf(metadata({ name: 'A crate' }), 'application/ld+json');
  const { crate } = (await open().read(document, CRATE, NEVER)) as { crate: ReadCrate };
  expect(crate).toMatchObject({ graph: CRATE, quads: 5, dropped: 0 });
  expect(Array.from(crate.file ?? [], ({ bytes }) => Buffer.from(bytes))).toEqual([
    Buffer.from(document[0]?.bytes ?? []),
  ]);
  await expect(open().read(document, 'http://127.0.0.1/other/', NEVER)).rejects.toMatchObject({ status: 409 });
});

test.each(HOSTILE)('%s: the time limit stops it, and the server answers others meanwhile', async (_, type, body) => {
  const bodies = open();
  await bodies.read(await documentOf('', 'text/turtle'), 'urn:g', NEVER); // the thread has started
  const documents = await documentOf(body(), type);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('too slow')), 3000);
  const reading = bodies.read(documents, CRATE, limit.signal).then(
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
  expect(await bodies.read(await documentOf('<urn:s> <urn:p> 1 .', 'text/turtle'), 'urn:g', NEVER)).toMatchObject({
    pieces: [{ quads: 1 }],
  });
});
