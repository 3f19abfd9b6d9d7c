import oxigraph from 'oxigraph';
import { withExactValues } from '../../../../src/store/endpoint/query/exact-values.js';
import { generateSparql, parseSparql } from '../../../../src/store/engine/parse-sparql.js';
import { sortedRows } from '../../../helpers/sorted-rows.js';

const VALUES = `VALUES ?v { 7 1.5 1e3 "12" true "x"@en <urn:x> UNDEF "2024-02-29"^^xsd:date "2024-13-45"^^xsd:date "2023-05-06T07:08:09Z"^^xsd:dateTime "soon"^^xsd:dateTime }`;
const PREFIX = 'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> ';
const store = new oxigraph.Store();
const rows = (sparql: string): string[] => sortedRows(store, sparql);

test.each([
  ['FILTER(?v >= 7)', 2],
  ['FILTER(7 > ?v)', 1],
  ['FILTER(!(?v >= 7))', 1],
  ['FILTER(?v < 3 || ?v > 100)', 2],
  ['FILTER isNumeric(?v)', 3],
  ['FILTER(!isNumeric(?v))', 8],
  ['FILTER(?v > "2024-01-01"^^xsd:date)', 1],
  ['FILTER(?v > "2020-01-01T00:00:00Z"^^xsd:dateTime)', 1],
  ['BIND(?v + 1 AS ?w) FILTER(BOUND(?w))', 3],
  ['BIND(2 * ?v - 1 AS ?w)', 12],
  ['BIND(?v / 2 AS ?w)', 12],
])('an engine that knows values answers as before: %s', (pattern, count) => {
  const text = `${PREFIX}SELECT * { ${VALUES} ${pattern} }`;
  const exact = generateSparql(withExactValues(parseSparql(text)!));
  expect(exact).not.toBe(generateSparql(parseSparql(text)!));
  expect(rows(exact)).toEqual(rows(text));
  expect(rows(exact)).toHaveLength(count);
});

test('the sum of nothing is 0', () => {
  const text = 'SELECT (SUM(?v) AS ?sum) { ?s <urn:p> ?v }';
  expect(generateSparql(withExactValues(parseSparql(text)!))).toContain('COALESCE');
});

test('what the engine does wrong whatever the value is refused, with what to do', () => {
  const query = parseSparql('SELECT (ENCODE_FOR_URI(?n) AS ?e) { ?s ?p ?n }');
  expect(() => withExactValues(query)).toThrow(
    expect.objectContaining({
      code: 'ERR_UNSUPPORTED',
      hint: expect.stringContaining('encode it afterwards') as string,
    }),
  );
});
