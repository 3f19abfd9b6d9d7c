import { Parser, Store } from 'n3';
import Validator from 'rdf-validate-shacl';
import { publishCrates } from '../../../src/tasks/export/publish-crates.js';
import { pushCrates } from '../../../src/tasks/export/push-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { openStore } from '../../../src/store/open-store.js';
import { describeEngine, describeEngines } from '../helpers/describe-engines.js';
import { fuseki } from '../helpers/fuseki.js';
import { oxigraph } from '../helpers/oxigraph-server.js';
import { RawEndpoint } from '../helpers/raw-endpoint.js';
import { withRdflib } from '../helpers/rdflib.js';

// What docs/other-tools.md says of programs that ask an engine directly: seen on the real engines.

const GRAPH = 'http://example.org/seen/';
const GEO = 'http://schema.org/geo';
const LATITUDE = 'http://schema.org/latitude';
const LINES = [`<${GRAPH}> <${GEO}> _:place`, `_:place <${LATITUDE}> "54.9"`];
const BOOKKEEPING = 'urn:crategraph:store';
const COUNT = 'SELECT (COUNT(*) AS ?n)';
const UNION = 'GRAPH <urn:x-arq:UnionGraph>';

async function source(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.put([{ graph: GRAPH, mode: 'create', nquads: LINES.map((line) => `${line} <${GRAPH}> .\n`) }]);
  return store;
}

/** The store with bookkeeping, as `push` without --plain leaves it. */
async function push(endpoint: RawEndpoint): Promise<void> {
  await endpoint.clear();
  Object.assign(process.env, endpoint.engine.env);
  const to = await openStore(endpoint.engine.url, { mode: 'write' });
  await pushCrates(await source(), to);
  await to.close();
}

/** Whether the graph conforms to a shape that wants a blank node at the end of `geo`. */
async function conforms(endpoint: RawEndpoint): Promise<boolean> {
  const { text } = await endpoint.graph('GET', GRAPH);
  const shape = `@prefix sh: <http://www.w3.org/ns/shacl#> .
    <urn:shape> a sh:NodeShape ; sh:targetNode <${GRAPH}> ; sh:property [ sh:path <${GEO}> ; sh:minCount 1 ; sh:nodeKind sh:BlankNode ] .`;
  const read = (turtle: string) => new Store(new Parser().parse(turtle)) as never;
  return (await new Validator(read(shape)).validate(read(text))).conforms;
}

describeEngines(['Fuseki', 'Oxigraph', 'RDF4J', 'Virtuoso'], (endpoint, name) => {
  beforeEach(() => push(endpoint()));
  const isEmpty = name === 'Fuseki' || name === 'Oxigraph';
  const union = name === 'Oxigraph' ? { 'union-default-graph': 'true' } : {};
  const inUnion = (pattern: string) => (name === 'Fuseki' ? `${UNION} { ${pattern} }` : pattern);

  it('shows a program that asks it the bookkeeping, and IRIs for blank nodes', async () => {
    expect(await endpoint().graphs()).toContain(BOOKKEEPING);
    const [place] = await endpoint().rows(`SELECT ?o WHERE { GRAPH <${GRAPH}> { ?s <${GEO}> ?o } }`);
    expect(place?.['o']).toMatch(/^<urn:crategraph:blank:/);
    const nodes = (test: string) =>
      endpoint().number(`${COUNT} WHERE { GRAPH <${GRAPH}> { ?s <${GEO}> ?o FILTER(${test}) } }`);
    expect(await nodes('isBlank(?o)')).toBe(0);
    expect(await nodes('isBlank(?o) || STRSTARTS(STR(?o), "urn:crategraph:blank:")')).toBe(1);
    expect(await conforms(endpoint())).toBe(false);
  });

  it(`has ${isEmpty ? 'nothing' : 'all graphs'} in its default graph, and all graphs in its union`, async () => {
    const pattern = `?s <${LATITUDE}> ?o`;
    expect(await endpoint().number(`${COUNT} WHERE { ${pattern} }`)).toBe(isEmpty ? 0 : 1);
    expect(await endpoint().number(`${COUNT} WHERE { ${inUnion(pattern)} }`, union)).toBe(1);
    const kept = inUnion('?s ?p ?o FILTER(STRSTARTS(STR(?p), "urn:crategraph:store#"))');
    expect(await endpoint().number(`${COUNT} WHERE { ${kept} }`, union)).toBeGreaterThan(0);
  });

  it('leaves the bookkeeping out as the page says', async () => {
    const others = inUnion('?s ?p ?o FILTER(!STRSTARTS(STR(?p), "urn:crategraph:store#") && STRSTARTS(STR(?p), "http://schema.org/"))'); // prettier-ignore
    expect(await endpoint().number(`${COUNT} WHERE { ${others} }`, union)).toBe(2);
    const graphs = await endpoint().rows(`SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER(?g != <${BOOKKEEPING}>) }`); // prettier-ignore
    expect(graphs.map(({ g }) => g)).toContain(`<${GRAPH}>`);
    expect(graphs.map(({ g }) => g)).not.toContain(`<${BOOKKEEPING}>`);
    expect(await endpoint().number(`${COUNT} FROM <${GRAPH}> WHERE { ?s ?p ?o }`)).toBe(2);
    if (name !== 'Virtuoso') return;
    const left = `DEFINE input:default-graph-exclude <${BOOKKEEPING}> ${COUNT} WHERE { ?s <${BOOKKEEPING}#state> ?o }`;
    expect(await endpoint().number(left)).toBe(0);
  });

  it('has blank nodes and no bookkeeping after push --plain', async () => {
    await publishCrates(await source(), endpoint().engine.url, { mode: 'replace' });
    expect(await endpoint().graphs()).not.toContain(BOOKKEEPING);
    expect(await conforms(endpoint())).toBe(true);
  });
});

describe('a setting that makes the union the default graph', () => {
  const engines = [fuseki('TDB2', '--set', 'tdb2:unionDefaultGraph=true'), oxigraph('--union-default-graph')];
  it.each(engines.map((engine) => [engine.name, engine] as const))(
    'is known to %s',
    async (_name, engine) => {
      if (engine.missing !== undefined) return;
      const running = await engine.start();
      try {
        const endpoint = await RawEndpoint.to(running);
        await push(endpoint);
        expect(await endpoint.number(`${COUNT} WHERE { ?s <${LATITUDE}> ?o }`)).toBe(1);
      } finally {
        await running.stop();
      }
    },
    120_000,
  );
});

/** Reads the place of a crate in two steps: a graph of rdflib asks the endpoint for each triple. */
const PYTHON = `
import sys
from rdflib import Graph, URIRef
from rdflib.plugins.stores.sparqlstore import SPARQLStore
address, name = sys.argv[1:3]
graph = Graph(SPARQLStore(address), identifier=URIRef(name))
place = graph.value(URIRef(name), URIRef("${GEO}"))
print(type(place).__name__)
try:
    print(graph.value(place, URIRef("${LATITUDE}")))
except Exception as error:
    print("refused:", "BNode" in str(error))
`;

describeEngine('Oxigraph', (endpoint) => {
  it(
    'rdflib follows the IRI of a blank node, and refuses the blank node itself',
    () =>
      withRdflib(async (runRdflib) => {
        const read = () => runRdflib(PYTHON, endpoint().engine.addresses.query, GRAPH);
        await push(endpoint());
        expect(await read()).toBe('URIRef\n54.9\n');
        await publishCrates(await source(), endpoint().engine.url, { mode: 'replace' });
        expect(await read()).toBe('BNode\nrefused: True\n');
      }),
    120_000,
  );
});
