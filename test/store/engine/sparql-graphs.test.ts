import oxigraph from 'oxigraph';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';
import { queryText } from '../../../src/store/rdf-answers.js';

const ALL = undefined;
const T = '<a:a> <a:b> "c"';

describe('the graphs of a SPARQL text', () => {
  it.each<[string, string[] | undefined, boolean]>([
    ['SELECT * { GRAPH <http://e/g> { ?s ?p ?o } }', ['http://e/g'], false],
    ['PREFIX e: <http://e/> ASK { GRAPH e:g { ?s e:p/e:q ?o FILTER EXISTS { ?o ?x ?y } } }', ['http://e/g'], false],
    ['SELECT * { GRAPH <a:a> { ?s ?p ?o } { SELECT ?s { GRAPH <a:b> { ?s ?x ?y } } } }', ['a:a', 'a:b'], false],
    ['SELECT * FROM <a:a> FROM NAMED <a:b> { ?s ?p ?o }', ['a:a', 'a:b'], false],
    ['SELECT * { GRAPH <a:a> { ?s ?p ?o } FILTER NOT EXISTS { ?s ?p ?x } }', ALL, true],
    ['SELECT * { GRAPH <a:a> { ?s ?p ?o } OPTIONAL { GRAPH ?g { ?s ?x ?y } } }', ALL, false],
    ['SELECT * { GRAPH <a:a> { ?s ?p ?o } MINUS { ?s ?x ?y } }', ALL, true],
    ['DESCRIBE <a:a>', ALL, true],
    ['CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <a:a> { ?s ?p ?o } }', ['a:a'], false],
    ['SELECT * {}', [], false],
    [`INSERT DATA { GRAPH <http://e/g> { ${T} } }`, ['http://e/g'], false],
    [`INSERT DATA { ${T} }`, [], true],
    ['WITH <a:a> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', ['a:a'], false],
    ['WITH <a:a> DELETE { GRAPH <a:b> { ?s ?p ?o } } WHERE { ?s ?p ?o }', ['a:a', 'a:b'], false],
    ['DELETE { GRAPH <a:a> { ?s ?p ?o } } USING <a:b> WHERE { ?s ?p ?o }', ['a:a', 'a:b'], false],
    [`DELETE WHERE { GRAPH <a:a> { ?s ?p ?o } } ; INSERT DATA { GRAPH <a:b> { ${T} } }`, ['a:a', 'a:b'], false],
    ['DELETE WHERE { GRAPH ?g { ?s ?p ?o } }', ALL, false],
    ['COPY <a:a> TO <a:b>', ALL, false],
    ['CLEAR ALL', ALL, false],
    ['no SPARQL', ALL, false],
  ])('%s', (sparql, graphs, usesDefaultGraph) => {
    expect(sparqlGraphs(sparql)).toMatchObject({ reachable: graphs && new Set(graphs), usesDefaultGraph });
  });

  // Parsers differ here: sparqljs 3.7 does not remove `../`, and keeps the backslash.
  it.each([
    ['BASE <http://e/a/b/>', '<../g/>'],
    ['BASE <http://e/a/x>', '<./g/>'],
    ['BASE <http://other/a/>', '<//e/a/g/>'],
    ['PREFIX e: <http://e/a/>', 'e:g\\/'],
    ['', '<http://e/a/\\u0067/>'],
    ['BASE <http://e/x?q#f> PREFIX e: <./a/> PREFIX : <urn:x>', 'e:g\\/'],
    ['BASE <http://e> BASE <a/>', '<g/>'],
  ])('are found in any spelling: %s %s', async (prologue, name) => {
    const graph = 'http://e/a/g/';
    const store = new MemoryStore();
    await store.put([{ graph, mode: 'create', nquads: [`<a:s> <a:p> "kept" <${graph}> .\n`] }]);
    expect(sparqlGraphs(`${prologue} SELECT ?o { GRAPH ${name} { ?s ?p ?o } }`).reachable).toEqual(new Set([graph]));
    expect(await queryText(store, `${prologue} SELECT ?o { GRAPH ${name} { ?s ?p ?o } }`, 'text/csv')).toBe('o\r\nkept\r\n'); // prettier-ignore
    expect(await store.update(`${prologue} INSERT DATA { GRAPH ${name} { ${T} } }`)).toEqual([
      { graph, added: 1, removed: 0 },
    ]);
    await store.close();
  });

  it.each([
    ['BASE <http://e/a/b?q#f>', ['<>', '<#x>', '<?x>', '<x>', '<./x/../y>', '</./x/../y>', '<//h/y>', '<../../../g>']],
    ['BASE <http://e>', ['<g>', '</g>', '<#g>', '<g:h/../x>', '<http://e/a/../b>', '<urn:g>', '<http:g>']],
    ['BASE <http://e/x/> BASE <y/>', ['<é>', '<\\u00e9>', '<\\U0001F600>', '<a%2Fb>', '<a:b>', '<./a:b>']],
    [
      'BASE <http://e/x/> PREFIX e: <y/> PREFIX : <#>',
      ['e:', ':', 'e:a', 'e:a.b', 'e:a\\/b\\.', ':a%2Fb', 'e:a\\#b:c', 'e:é'],
    ],
  ])('have the names that the engine gives them: %s', (prologue, names) => {
    for (const name of names) {
      const store = new oxigraph.Store();
      store.update(`${prologue} INSERT DATA { GRAPH ${name} { <urn:s> <urn:p> 1 } }`);
      const graphs = store.match().map(({ graph }) => graph.value);
      expect([name, ...(sparqlGraphs(`${prologue} ASK { GRAPH ${name} { ?s ?p ?o } }`).reachable ?? [])]).toEqual([
        name,
        ...graphs,
      ]);
    }
  });

  it.each(['ADD', 'COPY', 'MOVE'])('%s from the default graph may use any', (verb) => {
    expect(sparqlGraphs(`${verb} DEFAULT TO <urn:g>`).reachable).toBeUndefined();
  });
});
