import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import oxigraph from 'oxigraph';
import { CATALOGUE } from '../../src/tasks/stored/load-records.js';
import { CrateError } from '../../src/base/errors.js';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { quadToNQuads } from '../../src/base/rdf/nquads.js';
import { MemoryStore } from '../../src/store/memory-store.js';
import { crateToRdf } from '../../src/tasks/rewrite/crate-rdf.js';
import { GENERATED_CONTEXTS as contexts } from '../helpers/documents.js';
import { crate, open, parseNQuads } from '../helpers/read.js';
import { tries } from '../helpers/seed.js';
import { PLACES } from './places.js';
import { quadsOf } from '../helpers/stored.js';

const GRAPH = 'http://example.org/graph';
const EVIL = '<urn:evil> <urn:p> <urn:o> .';
const EVIL_GRAPH = '<urn:evil> <urn:p> <urn:o> <http://example.org/neighbour/> .';

/** Strings that would break out of their place if they were not escaped or refused. */
const STRINGS = [
  `en .\n${EVIL}\n<urn:a> <urn:b> "x"@en`,
  `en <http://example.org/graph> .\n${EVIL_GRAPH}\n<urn:a> <urn:b> "x"@en`,
  `http://x> .\n${EVIL}\n<urn:a> <urn:b> <http://x`,
  `http://x> "x" .\n${EVIL_GRAPH}\n<urn:a> <urn:b> "`,
  `x" .\n${EVIL}\n_:a <urn:b> "`,
  `b .\n${EVIL}\n_:b`,
  `x\\" .\r\n${EVIL}`,
  `\\u003e \\u0022 . \u0000\u0085\u2028${EVIL}`,
  'EN_us',
  'http://example.org/a b',
];
const fragment = fc.constantFrom(
  '"', '\n', '\r', '>', '<', ' ', ' .\n', '\\', '@en', '^^<', EVIL, EVIL_GRAPH, '\u0000', '\u0085', '\u2028', '\ud800', 'a', 'http://x/', '_:',
  ':', '#', '{', '}', '|', '^', '`', '%', '\t',
); // prettier-ignore
const string = fc.array(fragment, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));

/** Expects two parsers to read the text and to find only quads of the graph. */
function expectOneGraph(nquads: string, graph: string): void {
  const quads = parseNQuads(nquads);
  expect([...new Set(quads.map((quad) => quad.graph.value))].filter((name) => name !== graph)).toEqual([]);
  expect(quads.filter(({ subject }) => subject.value === 'urn:evil')).toEqual([]);
  const store = new oxigraph.Store();
  store.load(nquads, { format: 'application/n-quads' });
  expect(store.size).toBe(new Set(quads.map(quadToNQuads)).size);
}

/** Reads a document in all ways, and expects only quads of one graph. @throws CrateError if the document is refused */
async function read(json: object): Promise<void> {
  const document = await open(json, { contexts });
  let nquads = '';
  for await (const chunk of document.nquads(GRAPH)) nquads += chunk;
  expectOneGraph(nquads, GRAPH);
  let fromQuads = '';
  for await (const quad of document.quads(DataFactory, GRAPH)) fromQuads += quadToNQuads(quad);
  expectOneGraph(fromQuads, GRAPH);
  let trig = '';
  for await (const chunk of crateToRdf(document, 'trig', contexts)) trig += chunk as string;
  const store = new oxigraph.Store();
  store.load(trig, { format: 'application/trig' });
  expect(store.match(oxigraph.namedNode('urn:evil'), null, null, null)).toEqual([]);
}

function expectCrateError(error: unknown): void {
  if (!(error instanceof CrateError) || error.code === 'ERR_INTERNAL') throw error;
}

describe.each(Object.entries(PLACES))('a string in %s', (_, place) => {
  it('adds no other triples', async () => {
    for (const text of STRINGS) await read(place(text)).catch(expectCrateError);
  });
});

describe('any string in any place', () => {
  it('adds no other triples', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(PLACES)), string, async (place, text) => {
        await read(PLACES[place]?.(text) as object).catch(expectCrateError);
      }),
      tries(1000),
    );
  });
});

describe('malicious crates in one load with others', () => {
  it('cannot write into the graph of another crate or prevent its load', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crategraph-injection-'));
    const neighbour = join(folder, 'neighbour.json');
    writeFileSync(neighbour, JSON.stringify(crate([])).replaceAll('"./"', '"http://example.org/neighbour/"'));
    const malicious: string[] = [];
    for (const [index, place] of Object.values(PLACES).entries()) {
      const text = STRINGS[index % STRINGS.length] as string;
      malicious.push(join(folder, `${index}.json`));
      writeFileSync(malicious.at(-1) as string, JSON.stringify(place(text)));
    }
    const store = new MemoryStore();
    try {
      const results = await loadCrates(store, [...malicious, neighbour], { contexts });
      expect(results.filter(({ status, error }) => status === 'failed' && error?.code === 'ERR_INTERNAL')).toEqual([]);
      expect(results.at(-1)).toMatchObject({ status: 'loaded', graph: 'http://example.org/neighbour/', quads: 4 });
      const own = new Set([...results.map(({ graph }) => graph), CATALOGUE]);
      const foreign: string[] = [];
      for (const { subject, graph } of await quadsOf(store))
        if (subject.value === 'urn:evil' || !own.has(graph.value)) foreign.push(`${subject.value} in ${graph.value}`);
      expect(foreign).toEqual([]);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
