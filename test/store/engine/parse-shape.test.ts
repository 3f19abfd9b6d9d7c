import { readdirSync, readFileSync } from 'node:fs';
import { parseByShape } from '../../../src/store/engine/parse-shape.js';
import { parsedSparql, parseSparql } from '../../../src/store/engine/parse-sparql.js';

/** Texts with the same values in other places, and what may be no constant. */
const TEXTS = [
  'SELECT ?n { GRAPH ?g { <urn:a> <urn:name> ?n } }',
  'SELECT ?n { GRAPH ?g { <urn:b> <urn:name> ?n } } # <urn:c> "d"',
  'PREFIX a: <urn:a#> BASE <http://example.org/x/> ASK { a:b <../c> <urn:d> ; a:e\\/f "g" }',
  'PREFIX a: <urn:z#> BASE <http://example.org/x/> ASK { a:b <../c> <urn:e> ; a:e\\/f "h" }',
  'SELECT (GROUP_CONCAT(?n ; SEPARATOR = ", ") AS ?all) { ?s <urn:p> ?n FILTER REGEX(?n, "^x", "i") }',
  'SELECT (GROUP_CONCAT(?n ; SEPARATOR = "|") AS ?all) { ?s <urn:p> ?n FILTER REGEX(?n, "^y", "") }',
  'SELECT * { VALUES (?a ?b) { ("1"^^<urn:type> "x"@en) (UNDEF <urn:b>) } FILTER (<urn:function>(?a) = "\\n" || ?b < 3 && ?a > 2) }',
  'SELECT * { VALUES (?a ?b) { ("2"^^<urn:other> "y"@EN-gb) (UNDEF <urn:c>) } FILTER (<urn:else>(?a) = "\\t" || ?b < 3 && ?a > 2) }',
  `SELECT * FROM <urn:a> FROM NAMED <urn:b> { ?s <urn:a>/(<urn:b>|^<urn:c>)* "", """a "b" c""", 'd', "\u{1f600}" }`,
  'CONSTRUCT { ?s <urn:p> [ <urn:q> "r" ] } WHERE { ?s <urn:p> "s" OPTIONAL { ?s <urn:q> "t" } }',
  'DESCRIBE <urn:a> <urn:b>',
  'INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:b> "c" } } ; DELETE WHERE { ?s <urn:b> "c" }',
  ...readdirSync('queries')
    .filter((name) => name.endsWith('.rq'))
    .map((name) => readFileSync(`queries/${name}`, 'utf8')),
];

/** Blank nodes have new labels each time. */
const plain = (query: unknown): string => JSON.stringify(query).replaceAll(/"g_\d+"/g, '"blank"');

test.each(TEXTS)('the syntax is that of the whole text: %s', (text) => {
  expect(parseSparql(text)).toBeDefined();
  for (let round = 0; round < 2; round += 1)
    expect(plain(parseByShape(text, parseSparql))).toBe(plain(parseSparql(text)));
});

test('texts that differ in constants and comments are parsed once, and do not share them', () => {
  let parsed = 0;
  const parse = (text: string) => {
    parsed += 1;
    return parseSparql(text);
  };
  const texts = ['a', 'b', 'c'].map((one) => `SELECT ?once { <urn:${one}> ?once "${one}" } # ${one}`);
  const queries = texts.map((text) => parseByShape(text, parse));
  expect(parsed).toBe(1);
  expect(queries.map(plain)).toEqual(texts.map((text) => plain(parseSparql(text))));
  const [term] = JSON.stringify(queries[0]).match(/urn:uuid:[^"]*/) ?? [];
  expect(term).toBeUndefined();
  parseByShape('SELECT ?other { <urn:a> ?other "a" }', parse);
  expect(parsed).toBe(2);
});

test.each([
  ['a relative IRI without a base', 'SELECT * { <a> ?p ?o }'],
  ['half of a character', 'SELECT * { ?s ?p "\ud800" }'],
  ['an escape of half a character in a comment', 'SELECT * { ?s ?p "a" } # \\ud800'],
  ['a string without its end', 'SELECT * { ?s ?p "a }'],
  ['an IRI with a space', 'SELECT * { ?s ?p <urn:a b> }'],
])('%s is as invalid as before', (_, text) => {
  expect(parseSparql(text)).toBeUndefined();
  expect(parseByShape(text, parseSparql)).toBeUndefined();
});

test('the error of a text with too many brackets has the place in that text', () => {
  const text = `SELECT * { ?s <urn:a> "b" ${'{'.repeat(101)} }`;
  expect(() => parsedSparql(text)).toThrow(/line 1, column 126: more than 100 brackets/);
});
