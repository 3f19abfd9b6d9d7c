import { hasBase, hasDataset, queryForm } from '../../src/store/sparql-words.js';

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
  ['BASE <http://e/> SELECT * {}', true],
  ['SELECT ?base { ?s <http://e/BASE> "BASE" } # BASE', false],
])('BASE in %s', (sparql, found) => expect(hasBase(sparql)).toBe(found));
