import oxigraph from 'oxigraph';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { asksFor, sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';
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
    ['SELECT * { VALUES ?g { <a:a> <a:b> } GRAPH ?g { ?s ?p ?o } }', ['a:a', 'a:b'], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES (?g ?s) { (<a:a> 1) (<a:b> UNDEF) } }', ['a:a', 'a:b'], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES ?g { <a:a> UNDEF } }', ALL, false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES ?h { <a:a> } }', ALL, false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES ?g { "a:a" } }', [], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES (?h) {} }', [], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } } VALUES ?g { <a:a> }', ['a:a'], false],
    ['SELECT ?g { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g VALUES ?g { <a:a> }', ALL, false],
    ['SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } VALUES ?g { <a:a> }', ALL, false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g = <a:a>) }', ['a:a'], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?s != 1 && <a:a> = ?g) }', ['a:a'], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?s != 1 || ?g = <a:a>) }', ALL, false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g IN (<a:a>, <a:b>)) FILTER(?g != <a:b>) }', ['a:a'], false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g IN (<a:a>, ?s)) }', ALL, false],
    ['SELECT * { BIND(<a:a> AS ?g) GRAPH ?g { ?s ?p ?o } }', ['a:a'], false],
    ['SELECT * { VALUES ?g { <a:a> } GRAPH ?g { ?s ?p ?o BIND(<a:a> AS ?g) } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } GRAPH ?g { SELECT (<a:a> AS ?g) { ?s ?p ?o } } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } { GRAPH ?g { ?s ?p ?o } } UNION { GRAPH ?g { ?s ?x ?y } } }', ['a:a'], false],
    ['SELECT * { { GRAPH ?g { ?s ?p ?o } FILTER(?g = <a:a>) } UNION { GRAPH ?g { ?s ?x ?y } } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } GRAPH <a:b> { GRAPH ?g { ?s ?p ?o } } }', ['a:b', 'a:a'], false],
    [
      'SELECT * { VALUES ?g { <a:a> } OPTIONAL { GRAPH ?g { ?s ?p ?o } } MINUS { GRAPH ?g { ?x ?p ?o } } }',
      ['a:a'],
      false,
    ],
    ['SELECT * { GRAPH <a:b> { ?s ?p ?o } OPTIONAL { GRAPH ?g { ?s ?x ?y } } VALUES ?g { <a:a> } }', ALL, false],
    [
      'SELECT * { GRAPH <a:b> { ?s ?p ?o } OPTIONAL { GRAPH ?g { ?s ?x ?y } FILTER(?g = <a:a>) } }',
      ['a:b', 'a:a'],
      false,
    ],
    ['SELECT * { GRAPH <a:b> { ?s ?p ?o } MINUS { GRAPH ?g { ?s ?x ?y } } VALUES ?g { <a:a> } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } { SELECT ?s { GRAPH ?g { ?s ?p ?o } } } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } FILTER EXISTS { GRAPH ?g { ?s ?p ?o } } }', ALL, false],
    ['SELECT * { VALUES ?g { <a:a> } GRAPH ?g { ?s ?p ?o } ?s ?x ?y }', ALL, true],
    ['SELECT * FROM NAMED <a:a> { GRAPH ?g { ?s ?p ?o } }', ['a:a'], false],
    ['DELETE { GRAPH <a:b> { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } VALUES ?g { <a:a> } }', ['a:b', 'a:a'], false],
    ['DELETE { GRAPH ?g { ?s ?p ?o } } WHERE { GRAPH ?g { ?s ?p ?o } VALUES ?g { <a:a> } }', ALL, false],
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

  it.each<[string, boolean]>([
    ['SELECT * { GRAPH <urn:c> { ?s ?p ?o } }', true],
    ['SELECT * FROM <urn:c> { ?s ?p ?o }', true],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } VALUES ?g { <urn:c> <a:a> } }', true],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g = <urn:c>) }', true],
    ['SELECT * { GRAPH ?g { ?s ?p <urn:c> } }', true],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } } # <urn:c>', true],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } GRAPH ?h { ?s ?p ?o } FILTER(?g != <urn:c>) }', true],
    [
      'SELECT * { GRAPH ?g { ?s ?p ?o } OPTIONAL { GRAPH ?h { ?s ?p ?o } } FILTER(?h != <urn:c> || ?g != <urn:c>) }',
      true,
    ],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } }', false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g != <urn:c>) }', false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(?g NOT IN (?s, <urn:c>)) }', false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o } OPTIONAL { GRAPH ?g { ?s ?x ?y } } FILTER(?g != <urn:c>) }', false],
    ['SELECT * { GRAPH ?g { ?s ?p ?o FILTER(?s != <urn:c>) } FILTER(?g = <a:a>) }', false],
    ['SELECT * { ?s ?p <urn:c> }', false],
    ['no SPARQL <urn:c>', true],
  ])('that only a question sees: %s', (sparql, isAsked) => {
    expect(asksFor(sparql, 'urn:c')).toBe(isAsked);
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
