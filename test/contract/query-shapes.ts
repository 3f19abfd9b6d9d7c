import type { GraphWrite } from '../../src/store/port.js';

const S = 'http://schema.org/';
const TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** The graphs of the queries. */
export const [A, B, C] = ['a', 'b', 'c'].map((name) => `http://example.org/${name}/`) as [string, string, string];

const TRIPLES: Readonly<Record<string, readonly string[]>> = {
  [A]: [
    `<${A}> ${TYPE} <${S}Dataset>`,
    `<${A}> <${S}name> "A"`,
    `<${A}> <${S}author> _:b1`,
    `_:b1 ${TYPE} <${S}Person>`,
    `_:b1 <${S}name> "P"`,
    `<${A}> <${S}hasPart> <${A}f>`,
    `<${A}f> ${TYPE} <${S}File>`,
    `<${A}f> <${S}next> <${A}g>`,
  ],
  [B]: [
    `<${B}> ${TYPE} <${S}Dataset>`,
    `<${B}> <${S}name> "B"`,
    `<${B}> <${S}about> <${A}>`,
    `<${B}p> ${TYPE} <${S}Person>`,
    `<${B}p> <${S}name> "P"`,
  ],
  [C]: [`<${C}> ${TYPE} <${S}Dataset>`, `<${C}> <${S}about> <${B}>`],
};

/** What the store contains. */
export function shapeWrites(): (GraphWrite & { readonly nquads: readonly string[] })[] {
  return Object.entries(TRIPLES).map(([graph, triples]) => ({
    graph,
    mode: 'create',
    nquads: triples.map((triple) => `${triple} <${graph}> .\n`),
  }));
}

/** What gives the name of a graph a value before its pattern, or does not. */
const BEFORE_GRAPH = [
  '',
  `VALUES (?g ?t) { (<${A}> UNDEF) (UNDEF s:Person) }`,
  `VALUES ?g { UNDEF <${A}> }`,
  'VALUES ?g { UNDEF }',
  `BIND(<${B}> AS ?g)`,
  `OPTIONAL { <${B}> s:about ?g }`,
  'OPTIONAL { <urn:none> s:about ?g }',
  '{ SELECT ?g { GRAPH ?g { ?x s:about ?y } } }',
  '{ SELECT ?g (COUNT(*) AS ?c) { ?x s:about ?g } GROUP BY ?g }',
  `{ BIND(1 AS ?one) } UNION { VALUES ?g { <${A}> } }`,
];

const GRAPHS = [
  'GRAPH ?g { ?s a ?t }',
  'GRAPH ?g { ?s a ?t . ?s ?p ?o }',
  'OPTIONAL { GRAPH ?g { ?s a ?t } }',
  'MINUS { GRAPH ?g { ?s a s:File } }',
  'FILTER EXISTS { GRAPH ?g { ?s a s:File } }',
  'FILTER NOT EXISTS { GRAPH ?g { ?s a s:File } }',
  'GRAPH ?g { ?s (a|^s:name)/s:none? ?t }',
  'GRAPH ?g { ?s !(s:name|^s:about) ?t }',
  'GRAPH ?g { ?s s:next* ?t }',
  'GRAPH ?g { ?s a ?t GRAPH ?h { ?s s:name ?n } }',
  '{ GRAPH ?g { ?s a ?t } } UNION { GRAPH ?h { ?s s:about ?g } }',
  '{ SELECT ?g (COUNT(?s) AS ?k) { GRAPH ?g { ?s a ?t } } GROUP BY ?g }',
  `GRAPH ?g { ?s a ?t FILTER(?t != s:File) } FILTER(?g != <${A}>)`,
  'GRAPH ?g { ?s a ?t MINUS { ?s s:name "A" } }',
  'GRAPH ?g { ?s a ?t OPTIONAL { ?s s:name ?n } }',
  'GRAPH ?g { VALUES ?t { s:Person UNDEF } ?s a ?t }',
  'GRAPH ?g {}',
  'GRAPH ?g { { SELECT ?t (COUNT(*) AS ?k) { ?s a ?t } GROUP BY ?t } }',
];

/** What gives a predicate a value before its pattern, or does not. */
const BEFORE_TRIPLE = [
  '',
  'VALUES (?p ?o) { (s:name UNDEF) (UNDEF s:Person) }',
  'VALUES ?p { UNDEF s:about }',
  'OPTIONAL { <urn:none> ?p ?z }',
  'BIND(s:name AS ?p)',
  '{ SELECT ?p { ?x ?p "P" } }',
];

const TRIPLE_PATTERNS = [
  '?s ?p ?o',
  'OPTIONAL { ?s ?p ?o }',
  'FILTER EXISTS { ?s ?p ?o }',
  'FILTER NOT EXISTS { ?s ?p ?o }',
  'MINUS { ?s ?p ?o }',
  '?s !(s:name|s:about) ?o',
  '?s s:next* ?o',
  '?s s:next? ?o . ?s ?p ?n',
  '?s ?p ?o GRAPH ?g { ?o ?q ?r }',
  '{ ?s ?p ?o } UNION { ?o ?p ?s }',
  '{ SELECT ?p (COUNT(*) AS ?k) { ?s ?p ?o } GROUP BY ?p }',
  '?s a ?t . ?s ?p ?o FILTER(?o != "P")',
  '?s a ?t OPTIONAL { ?s ?p ?o FILTER(?o != "P") }',
];

function combined(before: readonly string[], patterns: readonly string[], from = ''): string[] {
  return before.flatMap((one) => patterns.map((pattern) => `PREFIX s: <${S}> SELECT *${from} { ${one} ${pattern} }`));
}

/** Queries in which a variable may have no value yet when it is compared: all must be answered alike everywhere. */
export const SHAPES: readonly string[] = [
  ...combined(BEFORE_GRAPH, GRAPHS),
  ...combined(BEFORE_TRIPLE, TRIPLE_PATTERNS),
  ...combined(BEFORE_GRAPH.slice(0, 3), GRAPHS, ` FROM NAMED <${A}> FROM NAMED <${B}> FROM <${B}>`),
];

/** A query over exactly the graphs of {@link shapeWrites}. */
export function overAllGraphs(sparql: string): string {
  const from = [A, B, C].map((graph) => `FROM <${graph}> FROM NAMED <${graph}>`).join(' ');
  return sparql.includes(' FROM ') ? sparql : sparql.replace('SELECT *', `SELECT * ${from}`);
}

/** The rows of SPARQL JSON, in an order of their own. */
export function sortedRows(json: string): string[] {
  const { results } = JSON.parse(json) as { results: { bindings: Record<string, { value: string }>[] } };
  return results.bindings
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([name, { value }]) => [name, value.replace(/^urn:crategraph:blank:/, '')])
          .sort(),
      ),
    )
    .sort();
}
