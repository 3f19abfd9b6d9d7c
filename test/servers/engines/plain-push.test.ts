import { randomBytes } from 'node:crypto';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { publishCrates } from '../../../src/tasks/export/publish-crates.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { BUNDLED } from '../../helpers/read.js';
import { describeEngines } from '../helpers/describe-engines.js';

const GRAPH = 'http://example.org/plain/';
const BOOKKEEPING = 'urn:crategraph:store';
/** Longer than some engines take at once. */
const LONG = 'long '.repeat(20_000);

/** A graph with two blank nodes that say the same, a chain of them, and a value longer than some engines take. */
const LINES = [
  `<${GRAPH}> <http://schema.org/geo> _:one`,
  `<${GRAPH}> <http://schema.org/geo> _:two`,
  '_:one <http://schema.org/latitude> "54.9"',
  '_:two <http://schema.org/latitude> "54.9"',
  '_:two <http://schema.org/address> _:deep',
  '_:deep <http://schema.org/name> "a name with _:one in it"@en',
  `<${GRAPH}> <http://schema.org/description> "${LONG}"`,
  `<${GRAPH}> <http://schema.org/name> "æøå \\"_:two\\""`,
];

async function source(lines: readonly string[] = LINES): Promise<GraphStore> {
  const store = new MemoryStore();
  await store.put([{ graph: GRAPH, mode: 'create', nquads: lines.map((line) => `${line} <${GRAPH}> .\n`) }]);
  return store;
}

describeEngines(['Fuseki', 'Oxigraph', 'RDF4J', 'Virtuoso'], (endpoint) => {
  beforeAll(() => {
    Object.assign(process.env, endpoint().engine.env);
  });
  beforeEach(() => endpoint().clear());

  /** The quads of the graph, and of those the nodes that are blank, as the engine itself counts them. */
  const counts = async () => [
    await endpoint().count(GRAPH),
    await endpoint().number(
      `SELECT (COUNT(DISTINCT ?b) AS ?n) WHERE { GRAPH <${GRAPH}> { ?b ?p ?o FILTER(isBlank(?b)) } }`,
    ),
  ];

  it('has blank nodes and no bookkeeping, as often as a graph is written', async () => {
    const from = await source();
    const { url } = endpoint().engine;
    expect(await publishCrates(from, url)).toMatchObject([{ graph: GRAPH, status: 'pushed', quads: 8 }]);
    expect(await counts()).toEqual([8, 3]);
    expect(await publishCrates(from, url)).toMatchObject([
      { status: 'failed', quads: 8, error: { code: 'ERR_GRAPH_EXISTS' } },
    ]);
    expect(await publishCrates(from, url, { mode: 'replace' })).toMatchObject([{ status: 'replaced', quads: 8 }]);
    expect(await counts()).toEqual([8, 3]);
    expect(await endpoint().graphs()).not.toContain(BOOKKEEPING);
    const path = `GRAPH <${GRAPH}> { ?s <http://schema.org/geo>/<http://schema.org/address>/<http://schema.org/name> ?n }`;
    expect(await endpoint().rows(`SELECT ?n WHERE { ${path} }`)).toEqual([{ n: '"a name with _:one in it"@en' }]);
    expect(await endpoint().number(`SELECT (STRLEN(STR(?o)) AS ?n) WHERE { GRAPH <${GRAPH}> { ?s <http://schema.org/description> ?o } }`)).toBe(LONG.length); // prettier-ignore
  });

  it('loses the load records of an earlier push, and only where it is told to', async () => {
    const from = new MemoryStore();
    await loadCrates(from, 'data/crates/rainfall-survey', {
      contexts: BUNDLED,
      base: GRAPH,
    });
    const { url } = endpoint().engine;
    const to = await openStore(url, { mode: 'write' });
    const [pushed] = await pushCrates(from, to);
    const [refused] = await publishCrates(from, url);
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'ERR_GRAPH_EXISTS' } });
    expect(refused?.error?.message).toContain('with load records');
    expect(await endpoint().graphs()).toContain(BOOKKEEPING);
    const [dry] = await publishCrates(from, url, { mode: 'replace', dryRun: true });
    expect(dry).toMatchObject({ status: 'replaced', recordsRemoved: 1 });
    expect(await endpoint().graphs()).toContain(BOOKKEEPING);
    const [written] = await publishCrates(from, url, { mode: 'replace' });
    expect(written).toMatchObject({ status: 'replaced', recordsRemoved: 1, quads: pushed?.quads });
    expect(await endpoint().graphs()).toContain(GRAPH);
    expect(await endpoint().graphs()).not.toContain(BOOKKEEPING);
    expect(await endpoint().count(GRAPH)).toBe(pushed?.quads);
    expect(await listCrates(to)).toMatchObject([{ graph: GRAPH, quads: pushed?.quads }]);
    const [back] = await pushCrates(from, to, { mode: 'replace' });
    expect(back).toMatchObject({ status: 'replaced', quads: pushed?.quads });
    expect(await endpoint().graphs()).toContain(BOOKKEEPING);
    await to.close();
  });

  it('is left as it is where the blank nodes of a graph do not fit into one request', async () => {
    const { url } = endpoint().engine;
    await publishCrates(await source(), url);
    const value = 'x'.repeat(19_000);
    const many = Array.from({ length: 1000 }, (_, index) => `_:b${index} <http://schema.org/name> "${index} ${value}"`);
    expect(await publishCrates(await source(many), url, { mode: 'replace' })).toMatchObject([
      { status: 'failed', quads: 8, error: { code: 'ERR_LIMIT', message: expect.stringContaining('one request') } },
    ]);
    expect(await counts()).toEqual([8, 3]);
  });

  it('takes many long values, and their original, by a push with load records', async () => {
    const from = new MemoryStore();
    // What no compression makes small: the original is kept in many parts.
    const long = () => randomBytes(18_000).toString('base64');
    const crate = {
      '@context': 'https://w3id.org/ro/crate/1.1/context',
      '@graph': [
        { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } },
        { '@id': './', '@type': 'Dataset', name: 'long', description: Array.from({ length: 20 }, long) },
      ],
    };
    const text = JSON.stringify(crate);
    await loadCrates(from, Buffer.from(text), { contexts: BUNDLED, base: GRAPH });
    const to = await openStore(endpoint().engine.url, { mode: 'write' });
    expect(await pushCrates(from, to)).toMatchObject([{ status: 'pushed', quads: 24 }]);
    expect(await exportCrate(to, GRAPH, { contexts: BUNDLED })).toBe(text);
    await to.close();
  });

  it('takes a graph that needs several requests', async () => {
    const value = 'ж'.repeat(9_000);
    const large = Array.from({ length: 1000 }, (_, index) => `<${GRAPH}${index}> <http://schema.org/name> "${value}"`);
    const lines = [...large, ...LINES];
    expect(await publishCrates(await source(lines), endpoint().engine.url)).toMatchObject([
      { status: 'pushed', quads: 1008 },
    ]);
    expect(await counts()).toEqual([1008, 3]);
  });
});
