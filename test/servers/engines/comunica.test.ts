import { QueryEngine } from '@comunica/query-sparql';
import { Store } from 'n3';
import { describeEngines } from '../helpers/describe-engines.js';

/**
 * What Comunica answers when its sources are the endpoints themselves: why `query --in` collects quads and asks our
 * engine instead (src/tasks/query/federation). Where one of these fails, a later Comunica is right: then look again.
 */
const DATA = `
<urn:a> <urn:p> "1" <urn:g1> .
<urn:b> <urn:p> "2" <urn:g2> .
<urn:b> <urn:q> _:x <urn:g2> .
`;

const engine = new QueryEngine();

async function rows(sources: readonly unknown[], sparql: string): Promise<string[]> {
  const stream = await engine.queryBindings(sparql, { sources, unionDefaultGraph: true } as never);
  const found = await stream.toArray();
  return found.map((row) => [...row].map(([, { value }]) => value).join(' ')).sort();
}

describeEngines(['Oxigraph', 'Fuseki'], (endpoint) => {
  beforeAll(async () => {
    await endpoint().quads(DATA);
  });
  const alone = () => [{ type: 'sparql', value: endpoint().engine.addresses.query }];
  const withAnother = () => [...alone(), { type: 'rdfjs', value: new Store() }];
  const NAMED = 'SELECT ?s { GRAPH ?g { ?s <urn:p> ?o } }';

  it('sends a query of one source to the endpoint, so that GRAPH is right, as with --store', async () => {
    expect(await rows(alone(), NAMED)).toEqual(['urn:a', 'urn:b']);
    expect(await rows(alone(), 'SELECT ?g { GRAPH ?g {} }')).toEqual(['urn:g1', 'urn:g2']);
  });

  it('finds nothing in an empty default graph: unionDefaultGraph does not reach an endpoint', async () => {
    expect(await rows(alone(), 'SELECT ?s { ?s <urn:p> ?o }')).toEqual([]);
    expect(await rows(withAnother(), 'SELECT ?s { ?s <urn:p> ?o }')).toEqual([]);
  });

  it('answers GRAPH with silence as soon as there is another source, even an empty one', async () => {
    expect(await rows(withAnother(), NAMED)).toEqual([]);
    expect(await rows(withAnother(), 'SELECT ?s { GRAPH <urn:g1> { ?s <urn:p> ?o } }')).toEqual([]);
    expect(await rows(withAnother(), 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }')).toEqual([]);
  });
});
