import { QueryEngine } from '@comunica/query-sparql';
import { describeEngines } from '../helpers/describe-engines.js';

/**
 * What Comunica answers when its sources are the endpoints themselves: why `query --in` collects quads and asks our
 * engine instead (src/query/federation). Where one of these fails, a later Comunica is right: then look again.
 */
const DATA = `
<urn:a> <urn:p> "1" <urn:g1> .
<urn:b> <urn:p> "2" <urn:g2> .
<urn:b> <urn:q> _:x <urn:g2> .
`;

const engine = new QueryEngine();

async function rows(addresses: readonly string[], sparql: string, unionDefaultGraph: boolean): Promise<string[]> {
  const sources = addresses.map((value) => ({ type: 'sparql' as const, value }));
  const stream = await engine.queryBindings(sparql, { sources, unionDefaultGraph } as never);
  const found = await stream.toArray();
  return found.map((row) => [...row].map(([, term]) => (term as { value: string }).value).join(' ')).sort();
}

describeEngines(['Oxigraph', 'Fuseki'], (endpoint) => {
  beforeAll(async () => {
    await endpoint().quads(DATA);
  });
  const ask = (sparql: string, union = false) => rows([endpoint().engine.addresses.query], sparql, union);
  const twice = (sparql: string, union = false) => {
    const { query } = endpoint().engine.addresses;
    return rows([query, `${query}?`], sparql, union);
  };

  it.each([
    ['one source', ask],
    ['two sources', twice],
  ])('x %s', async (name, how) => {
    const out: unknown[] = [];
    for (const union of [false, true])
      for (const q of ['SELECT ?s { ?s <urn:p> ?o }', 'SELECT ?s { GRAPH ?g { ?s <urn:p> ?o } }', 'SELECT ?g { GRAPH ?g { ?s <urn:p> ?o } }', 'SELECT ?s { GRAPH <urn:g1> { ?s <urn:p> ?o } }', 'SELECT ?g { GRAPH ?g {} }', 'SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } }', 'SELECT ?o { ?s <urn:q> ?o . ?s <urn:p> ?x }'])
        out.push([name, union, q, await how(q, union).catch((e: Error) => `ERR ${e.message.slice(0, 100)}`)]);
    console.error(JSON.stringify(out, null, 0).replaceAll('],[', '],\n['));
  });
});
