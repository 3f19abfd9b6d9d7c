import {
  countQueries,
  hasDataset,
  kindOfSparql,
  queryForm,
  undeclaredPrefixes,
} from '../../src/store/sparql-tokens.js';

test.each([
  ['SELECT * { ?s ?p ?o }', 'SELECT'],
  ['PREFIX ask: <http://e/construct#> # DESCRIBE\nconstruct where { ?s ask:x ?o }', 'CONSTRUCT'],
  ['BASE <http://e/SELECT>\nAsK { <urn:describes> ?p "SELECT" }', 'ASK'],
  ['PREFIX : <http://e/> DESCRIBE :select', 'DESCRIBE'],
  ['INSERT DATA {}', undefined],
])('the form of %s', (sparql, form) => expect(queryForm(sparql)).toBe(form));

test.each([
  ['PREFIX insert: <http://e/> BASE <http://e/LOAD> # DELETE\nselect * { ?s insert:x "CLEAR" }', 'query'],
  ['VERSION "1.2" ASK {}', 'query'],
  [
    'PREFIX ask: <http://e/> with <http://e/SELECT> DELETE { ?s ask:x ?o } WHERE { { SELECT * { ?s ?p ?o } } }',
    'update',
  ],
  ['LOAD <http://e/>', 'update'],
  ['{ SELECT * {} }', 'query'],
  ['NONSENSE SELECT', undefined],
  ['', undefined],
])('the kind of %s', (sparql, kind) => expect(kindOfSparql(sparql)).toBe(kind));

test.each([
  ['SELECT * FROM <http://e/> { ?s ?p ?o }', true],
  ['SELECT * { ?from ex:from "FROM" } # FROM', false],
  ['SELECT * { ?s ex:a\\/FROM/ex:from.FROM-x ?o . ex:FROM ex:p ex:%20FROM }', false],
  ['SELECT*FROM ex:a{?s ex:p/ex:q ?o}', true],
  ["SELECT * { ?s <http://e/FROM> ''' FROM ''' }", false],
])('FROM in %s', (sparql, found) => expect(hasDataset(sparql)).toBe(found));

test.each([
  ['SELECT * { ?s a schema:Person ; schema:name ?n ; :p _:b }', ['schema', '']],
  ['PREFIX schema: <urn:x:> prefix : <urn:y:> SELECT * { ?s schema:name :o }', []],
  ['# a:b\nASK { ?s <a:b> "c:d" ; \'e:f\' """g:h " i:j""" ; ?p ?o:x }', ['']],
  ['ASK { ?s a:b/^c:d|!e:f* "1"^^g:h , "x"@en-i:j }', ['a', 'c', 'e', 'g', '']],
  ['ASK { ?s ?p ?o.a:b ?p 1 FILTER (?x<b:c&&?d>c:d) }', ['a', 'c']],
  ['INSERT DATA { GRAPH a:g { } } ; PREFIX a: <urn:a:> INSERT DATA { GRAPH a:g { } }', ['a']],
  ['PREFIX # schema:\n schema: <urn:x:> ASK { schema:a\\:b é:ü% ?o }', ['é']],
  ['ASK { ?s prefix:a prefix: }', ['prefix']],
])('the undeclared prefixes of %s', (sparql, prefixes) => {
  const found = undeclaredPrefixes(sparql);
  expect(found.map(({ prefix }) => prefix)).toEqual(prefixes);
  for (const { prefix, at } of found) expect(sparql.slice(at)).toMatch(new RegExp(`^${prefix}:`));
});

test.each([
  ['SELECT * {\n  { SELECT ?s { ?s ?p ?o } }\n  FILTER EXISTS { ?s a "ASK" }\n}\nLIMIT 1 # ASK', 1],
  ['PREFIX ask: <urn:SELECT>\nCONSTRUCT { ?ask ask:x ?select } WHERE { ?ask ask:x ?select }', 1],
  ['ASK {}\nselect * { ?s ?p ?o }', 2],
  ['SELECT (COUNT(*) AS ?n) {} DESCRIBE <urn:a> CONSTRUCT WHERE {}', 3],
  ['INSERT DATA {}', 0],
])('the number of queries in %s', (text, count) => expect(countQueries(text)).toBe(count));

describe('a hostile text', () => {
  it.each([
    ['underscores', '_', '', ''],
    ['names with dots', 'a.', '', ''],
    ['names with digits', 'a1', '', ''],
    ['escaped quotes', '\\"', '', '"'],
    ['escaped quotes before a backslash', '\\"', '\\', '"'],
    ['escaped single quotes', "\\'", '', "'"],
    ['long strings that begin', "'''\\", '', ''],
    ['IRIs that begin', '<a', '', ''],
  ])('takes time that grows with its length only: %s', (_, part, end, begin) => {
    const textOf = (count: number): string => `SELECT ${begin}${part.repeat(count)}${end}`;
    const seconds = (count: number): number => {
      const before = process.cpuUsage();
      for (let turn = 0; turn < 3; turn += 1) undeclaredPrefixes(textOf(count));
      const { user } = process.cpuUsage(before);
      return user / 1e6;
    };
    seconds(1000);
    expect(seconds(200_000)).toBeLessThan(10); // quadratic: minutes
  });
});
