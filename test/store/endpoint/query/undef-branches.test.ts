import oxigraph from 'oxigraph';
import { withUndefBranches } from '../../../../src/store/endpoint/query/undef-branches.js';
import { generateSparql, parseSparql } from '../../../../src/store/engine/parse-sparql.js';
import { sortedRows } from '../../../helpers/sorted-rows.js';

// An engine that knows UNDEF answers the same before and after.

const store = new oxigraph.Store();
store.load(
  `@prefix : <urn:> .
  :a :name "A" ; :knows :b, _:x . :b :name "B" ; :knows :a . _:x :name "X" . :c :name "C", "A" .`,
  { format: 'text/turtle' },
);
const PREFIX = 'PREFIX : <urn:> ';
const rewritten = (sparql: string): string => generateSparql(withUndefBranches(parseSparql(PREFIX + sparql)!));
const V = 'VALUES (?p ?n) { (:a UNDEF) (UNDEF "A") (:b "B") }';

test.each([
  [`SELECT * { ${V} ?p :name ?n }`, 4],
  [`SELECT * { ?p :name ?n ${V} }`, 4],
  [`SELECT * { { ${V} } ?p :name ?n }`, 4],
  [`SELECT * { ?p :name ?n { ${V} ?p :knows [ :name ?o ] } }`, 5],
  [`SELECT * { ${V} [] :knows ?p . ?p :name ?n FILTER(?n != "B") }`, 2],
  [`SELECT * { ?p :name ?n OPTIONAL { ${V} ?p :knows ?k FILTER(?n = "A") } }`, 8],
  [`SELECT * { ${V} ?p :name ?n MINUS { VALUES (?p ?n) { (:a UNDEF) } } }`, 2],
  [`SELECT * { VALUES ?p { UNDEF UNDEF :a } ?p :name ?n }`, 11],
  [`SELECT * { VALUES ?p { UNDEF :a } }`, 2],
  [`SELECT * { { ${V} } UNION { ?p :knows ?n } }`, 6],
  [`SELECT * { ${V} VALUES (?p ?k) { (:a UNDEF) (UNDEF :b) } ?p :name ?n ; :knows ?k }`, 6],
  [`SELECT * { VALUES ?p { :a } ?p :knows* ?k }`, 3],
  [`SELECT ?p (COUNT(*) AS ?k) { ${V} ?p :name ?n } GROUP BY ?p`, 3],
])('%s', (sparql, count) => {
  const text = rewritten(sparql);
  expect(text).not.toContain('UNDEF');
  const found = sortedRows(store, text);
  expect(found).toEqual(sortedRows(store, PREFIX + sparql));
  expect(found).toHaveLength(count);
});

test('a query without UNDEF stays', () => {
  const sparql = `${PREFIX}SELECT * { VALUES (?p ?n) { (:a "A") } ?p :name ?n FILTER EXISTS { ?p :knows ?k } }`;
  expect(rewritten(sparql.slice(PREFIX.length))).toBe(generateSparql(parseSparql(sparql)!));
});

test('too many branches are refused', () => {
  const values = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `VALUES ?${name} { UNDEF 1 }`);
  expect(() => rewritten(`SELECT * { ${values.join(' ')} }`)).toThrow(/more than 32 cases/);
});
