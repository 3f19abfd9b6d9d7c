import { parseSparql } from '../../../src/store/engine/parse-sparql.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';

const P = '?s <urn:p> ?n';

test.each([
  `SELECT (COUNT(?n) AS ?n) { ${P} }`,
  `SELECT ?s (COUNT(?n) AS ?n) { ${P} } GROUP BY ?s`,
  `SELECT (1 AS ?n) { OPTIONAL { ${P} } }`,
  `SELECT (1 AS ?n) { GRAPH ?n { ?s ?p ?o } }`,
  'SELECT (1 AS ?n) { ?s ?p ?o } VALUES ?n { 2 }',
  `SELECT * { { SELECT (MAX(?n) AS ?n) { ${P} } } }`,
  `SELECT * { ?a ?b ?c FILTER EXISTS { SELECT (MAX(?n) AS ?n) { ${P} } } }`,
  'SELECT (1 AS ?n) (2 AS ?n) {}',
  `SELECT ?n { ${P} BIND(1 AS ?n) }`,
  `SELECT ?n { { ${P} } UNION {} BIND(1 AS ?n) }`,
  'SELECT ?n { VALUES ?n { 1 } BIND(1 AS ?n) }',
  `INSERT { GRAPH <urn:g> { ?s <urn:q> ?n } } WHERE { { SELECT ?s (COUNT(?n) AS ?n) { ${P} } GROUP BY ?s } }`,
])('a name that has a value is refused: %s', (text) => {
  const message = expect.stringContaining('?n has a value already') as unknown;
  expect(() => parseSparql(text)).toThrow(expect.objectContaining({ code: 'ERR_QUERY_SYNTAX', message }));
});

test.each([
  `SELECT (COUNT(?n) AS ?count) { ${P} }`,
  `SELECT (1 AS ?n) { { SELECT ?s { ${P} } } }`,
  `SELECT (1 AS ?n) { ?s <urn:q> 1 MINUS { ${P} } }`,
  `SELECT (1 AS ?n) { ?s <urn:q> 1 FILTER NOT EXISTS { ${P} } }`,
  `SELECT ?n { { BIND(1 AS ?n) } ${P} }`,
  `SELECT ?n { { ${P} } UNION { BIND(1 AS ?n) } }`,
  `SELECT ?text (COUNT(*) AS ?count) { ${P} } GROUP BY (STR(?n) AS ?text)`,
])('a new name is taken: %s', (text) => {
  expect(parseSparql(text)).toBeDefined();
});

test('the error has the place in the text of the user', async () => {
  const error: unknown = await queryStore(new MemoryStore(), 'SELECT (COUNT(?n)\n  AS ?n) { ?s schema:name ?n }').catch(
    (one: unknown) => one,
  );
  expect(error).toMatchObject({ code: 'ERR_QUERY_SYNTAX', details: { line: 2, column: 3, variable: 'n' } });
  expect((error as { hint: string }).hint).toContain('?n2');
});
