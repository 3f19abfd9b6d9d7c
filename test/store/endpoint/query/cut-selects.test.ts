import oxigraph from 'oxigraph';
import type { SelectQuery } from 'sparqljs';
import { withCutSelects } from '../../../../src/store/endpoint/query/cut-selects.js';
import { generateSparql, parseSparql } from '../../../../src/store/engine/parse-sparql.js';
import { readSparqlJson } from '../../../../src/store/sparql-json.js';
import { sortedRows } from '../../../helpers/sorted-rows.js';

// An engine that joins such a SELECT rightly answers the same before and after.

const store = new oxigraph.Store();
const triples = Array.from(
  { length: 1001 },
  (_, at) => `<urn:n${at}> <urn:${at < 20 ? 'part' : 'many'}> <urn:p${at % 7}> .`,
);
store.load(triples.join('\n'), { format: 'text/turtle', to_graph_name: oxigraph.namedNode('urn:g') });

let asked: string[] = [];
const ask = (select: SelectQuery) => {
  const sparql = generateSparql({ ...select, type: 'query' });
  asked.push(sparql);
  const json = store.query(sparql, { use_default_graph_as_union: true, results_format: 'json' });
  return Promise.resolve(readSparqlJson(json as unknown as string));
};
async function rewritten(sparql: string): Promise<string> {
  asked = [];
  return generateSparql(await withCutSelects(parseSparql(sparql) as SelectQuery, ask));
}
const CUT = 'SELECT ?x ?p { ?x <urn:part> ?p } ORDER BY ?x LIMIT 3';

test.each([
  [`SELECT * { { ${CUT} } ?y <urn:part> ?p } ORDER BY ?x LIMIT 5`, 1],
  [`SELECT * { ?y <urn:part> ?p { ${CUT} OFFSET 2 } }`, 1],
  [`SELECT * { ?x <urn:part> <urn:p1> OPTIONAL { ${CUT} } }`, 1],
  [`SELECT * { { SELECT ?p { { ${CUT} } } } ?y <urn:part> ?p }`, 1],
  [`SELECT * { ?x <urn:part> ?p GRAPH <urn:g> { { ${CUT} } } }`, 1],
  [`SELECT * { { ${CUT} } ?x <urn:part> ?p { SELECT ?p { ?p <urn:no> ?x } ORDER BY ?p LIMIT 1 } }`, 2],
  [`SELECT * { { ${CUT} } FILTER(?x != <urn:n0>) BIND(STR(?x) AS ?t) }`, 0],
  [`SELECT * { { ${CUT} } UNION { ${CUT} } }`, 0],
  ['SELECT * { ?x <urn:part> ?p { SELECT ?v { VALUES ?v { 1e0 2 } } ORDER BY ?v LIMIT 2 } }', 1],
  [`SELECT * { ?y <urn:part> ?p { SELECT ?x ?p { ?x <urn:part> ?p } ORDER BY ?x } }`, 0],
  [`SELECT * { ?x <urn:part> ?p FILTER EXISTS { { ${CUT} } } }`, 0],
])('%s asks %i by itself', async (sparql, count) => {
  const text = await rewritten(sparql);
  expect(asked).toHaveLength(count);
  const union = { use_default_graph_as_union: true };
  expect(sortedRows(store, text, union)).toEqual(sortedRows(store, sparql, union));
});

test.each([
  ['SELECT * { ?y <urn:part> ?p { SELECT * { ?x ?any ?p } ORDER BY ?x LIMIT 2000 } }', 'ERR_LIMIT'],
  [`SELECT * { ?x <urn:part> ?p GRAPH ?g { { ${CUT} } } }`, 'ERR_UNSUPPORTED'],
  ['SELECT * { ?x <urn:part> ?v { SELECT ?v { VALUES ?v { 1e0 2 } } ORDER BY ?v LIMIT 2 } }', 'ERR_UNSUPPORTED'],
])('%s is refused', async (sparql, code) => {
  await expect(rewritten(sparql)).rejects.toMatchObject({ code });
});
