import { hasDataset, kindOfSparql, queryForm } from '../../src/store/sparql-tokens.js';

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
