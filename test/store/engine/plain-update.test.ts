import { MemoryStore } from '../../../src/store/memory-store.js';
import { plainUpdate, putLooseIn } from '../../../src/store/engine/plain-update.js';
import { graphsOfPlain, putInGraph, sparqlGraphs } from '../../../src/store/engine/sparql-graphs.js';
import { kindOfSparql, tooDeepAt } from '../../../src/store/sparql-tokens.js';
import { queryText } from '../../../src/store/rdf-answers.js';

const GRAPH = 'http://e/own/';
const PREFIX = 'PREFIX e: <http://e/> PREFIX : <urn:x>';

/** Updates that both ways to read an update understand. */
const UPDATES = [
  'INSERT DATA { GRAPH <http://e/g> { <a:a> <a:b> "c" } }',
  'insert data{graph<http://e/g>{<a:a><a:b>"c"}}',
  'INSERT DATA { <a:a> <a:b> "c" }',
  'INSERT DATA {}',
  'INSERT DATA { GRAPH <http://e/g> {} }',
  'INSERT DATA { <a:a> <a:b> 1, 2.5, -3e5, true . GRAPH <http://e/g> { <a:a> <a:b> 1. } . <a:c> a <a:d> . }',
  'INSERT DATA { GRAPH <http://e/g> { <a:a> <a:b> 1 } <a:a> <a:b> 2 GRAPH <http://e/h> { <a:a> <a:b> 3 } <a:c> <a:d> 4 }',
  'DELETE DATA { GRAPH <http://e/g> { <a:a> <a:b> "GRAPH <http://e/x> { }" } } # GRAPH <http://e/y> {',
  `${PREFIX} INSERT DATA { GRAPH e:g\\/ { :a e:b.c "}"@en-GB, '{'^^e:type, """ "' GRAPH e:x { """, '''it's \\''' ''' } }`,
  'BASE <http://e/a/> INSERT DATA { GRAPH <../g> { <> <b> [ <c> ( 1 "2" <d> ) ], [] . _:b <c> _:d } }',
  'BASE <http://e> BASE <a/> PREFIX e: <b/> INSERT DATA { GRAPH e:c { <a:a> <a:b> 1 } }',
  'INSERT DATA { GRAPH <http://e/\\u0067> { <a:a> <a:b> "\\u0022 } GRAPH <a:x> {" } }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> 1 } } ; PREFIX e: <a:> DELETE DATA { GRAPH e:b { <a:a> <a:b> 1 } }',
  'CLEAR SILENT GRAPH <http://e/g> ; DROP ALL ; CREATE GRAPH <http://e/h> ; CLEAR DEFAULT ; DROP NAMED',
  'COPY <a:a> TO <a:b> ; MOVE GRAPH <a:c> TO DEFAULT ; ADD SILENT DEFAULT TO GRAPH <a:d>',
  'LOAD SILENT <a:a> INTO GRAPH <a:b>',
];

it.each(UPDATES)('finds the graphs that the parser finds: %s', (update) => {
  const plain = plainUpdate(update);
  if (plain === undefined) throw new Error('not plain');
  const { named, ...graphs } = graphsOfPlain(plain);
  const { named: parsed, ...expected } = sparqlGraphs(update);
  expect(graphs).toEqual(expected);
  for (const graph of parsed) expect(named).toContain(graph);
});

it.each(UPDATES.filter((update) => !/LOAD|COPY|CLEAR|; PREFIX/.test(update)))(
  'puts triples outside GRAPH where the parser puts them: %s',
  async (update) => {
    const plain = plainUpdate(update);
    if (plain === undefined) throw new Error('not plain');
    const [own, other] = [putLooseIn(update, plain, GRAPH), putInGraph(update, GRAPH)].map(contentAfter);
    expect(await own).toBe(await other);
  },
);

async function contentAfter(update: string): Promise<string> {
  const store = new MemoryStore();
  await store.update(update);
  const query = 'SELECT ?g ?p ?o { GRAPH ?g { ?s ?p ?o } FILTER(!isBlank(?o)) } ORDER BY ?g ?p ?o';
  return queryText(store, query, 'text/csv').finally(() => store.close());
}

it.each([
  'SELECT * { ?s ?p ?o }',
  'DELETE WHERE { GRAPH <a:a> { ?s ?p ?o } }',
  'WITH <a:a> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }',
  'INSERT { GRAPH <a:a> { <a:a> <a:b> 1 } } WHERE {}',
  'INSERT DATA { GRAPH ?g { <a:a> <a:b> 1 } }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> ?x } }',
  'INSERT DATA { GRAPH <a:a> { << <a:a> <a:b> 1 >> <a:c> 2 } }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> 1 {| <a:c> 2 |} } }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> 1 }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> "1 } }',
  'INSERT DATA { GRAPH <a:a> { <a:a> <a:b> """1" } }',
  'INSERT DATA { GRAPH e:g { <a:a> <a:b> 1 } }',
  'INSERT DATA { GRAPH <a:a> { GRAPH <a:b> { <a:a> <a:b> 1 } } }',
  'INSERT DATA { GRAPH <a:\\uD800> { <a:a> <a:b> 1 } }',
  'INSERT DATA { <a:a> <a:b> 1 } INSERT DATA { <a:a> <a:b> 1 }',
  'CLEAR GRAPH ?g',
  'CLEAR <a:a> { }',
  '',
])('leaves everything else to the parser: %s', (text) => {
  expect(plainUpdate(text)).toBeUndefined();
});

it('reads long data in a moment, whatever words are in it', async () => {
  const triples = Array.from({ length: 20_000 }, (_, n) => `<a:s> <a:p> "in order by ${n} - ${n} - (1 - 2 - 3)" .\n`);
  const update = `INSERT DATA { ${triples.join('')} }`;
  const store = new MemoryStore();
  const text = putInGraph(update, GRAPH);
  expect(text).toBe(`INSERT DATA { GRAPH <${GRAPH}> { ${triples.join('').trim()} }\n }`);
  expect(await store.update(text)).toEqual([{ graph: GRAPH, added: 20_000, removed: 0 }]);
  await store.close();
});

it('reads strings of any length', () => {
  expect(kindOfSparql(`ASK { <a:a> <a:b> "${'x'.repeat(20_000_000)}" }`)).toBe('query');
  expect(tooDeepAt(`ASK { <a:a> <a:b> "${'x'.repeat(20_000_000)}" }`)).toBeUndefined();
  const long = 'x'.repeat(20_000_000);
  expect(plainUpdate(`INSERT DATA { <a:a> <a:b> "${long}" }`)).toBeDefined();
  expect(plainUpdate(`INSERT DATA { <a:a> <a:b> """${'"'.repeat(2)}\\n${long}""" }`)).toBeDefined();
});
