import { graphsNamedIn, hasDataset, queryForm } from '../../src/store/sparql-words.js';

test.each([
  ['SELECT * { ?s ?p ?o }', 'SELECT'],
  ['PREFIX ask: <http://e/construct#> # DESCRIBE\nconstruct where { ?s ask:x ?o }', 'CONSTRUCT'],
  ['BASE <http://e/SELECT>\nAsK { <urn:describes> ?p "SELECT" }', 'ASK'],
  ['PREFIX : <http://e/> DESCRIBE :select', 'DESCRIBE'],
  ['INSERT DATA {}', undefined],
])('the form of %s', (sparql, form) => expect(queryForm(sparql)).toBe(form));

test.each([
  ['SELECT * FROM <http://e/> { ?s ?p ?o }', true],
  ['SELECT * { ?from ex:from "FROM" } # FROM', false],
  ["SELECT * { ?s <http://e/FROM> ''' FROM ''' }", false],
])('FROM in %s', (sparql, found) => expect(hasDataset(sparql)).toBe(found));

test.each([
  ['INSERT DATA { GRAPH <http://e/g> { <a:a> <a:b> "c" } }', ['http://e/g']],
  ['WITH <http://e/g> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }', ['http://e/g']],
  ['INSERT DATA { <a:a> <a:b> 5GRAPH <http://e/g> { <a:a> <a:b> "c" } }', ['http://e/g']],
  ['INSERT DATA { <a:a> <a:b> "c" }', []],
  ['DELETE WHERE { GRAPH ?g { ?s ?p ?o } }', undefined],
  ['BASE <http://e/> INSERT DATA { GRAPH <g> { <a:a> <a:b> "c" } }', undefined],
  ['PREFIX e: <http://e/> INSERT DATA { GRAPH e:g { <a:a> <a:b> "c" } }', undefined],
  ['INSERT DATA { GRAPH # <x:x>\n <http://e/g> { <a:a> <a:b> "c" } }', undefined],
  ['COPY <http://e/a> TO <http://e/b>', undefined],
  ['clear all', undefined],
  ['INSERT DATA { \\u0047RAPH <http://e/g> { <a:a> <a:b> "c" } }', undefined],
])('the graphs that %s may change', (update, graphs) => {
  expect(graphsNamedIn(update)).toEqual(graphs && new Set(graphs));
});
