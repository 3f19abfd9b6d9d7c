import sparqljs, { type SelectQuery } from 'sparqljs';
import { limitRows } from '../../../src/tasks/query/limit-rows.js';

describe('a limit on the rows of a query', () => {
  it.each<[string, string]>([
    ['SELECT * { ?s ?p ?o }', 'SELECT * { ?s ?p ?o }\nLIMIT 5'],
    ['SELECT * { ?s ?p ?o } # the end', 'SELECT * { ?s ?p ?o } # the end\nLIMIT 5'],
    ['SELECT * { ?s ?p ?o } LIMIT 3', 'SELECT * { ?s ?p ?o } LIMIT 3'],
    ['SELECT * { ?s ?p ?o } limit 30 OFFSET 2', 'SELECT * { ?s ?p ?o } limit 5 OFFSET 2'],
    ['SELECT * { ?s ?p ?o } OFFSET 2 LIMIT # no\n 99', 'SELECT * { ?s ?p ?o } OFFSET 2 LIMIT # no\n 5'],
    ['SELECT * { ?s ?p ?o } VALUES ?s { <urn:a> }', 'SELECT * { ?s ?p ?o } LIMIT 5 VALUES ?s { <urn:a> }'],
    ['SELECT * { ?s ?p ?o } LIMIT 9 VALUES (?s) { (1) }', 'SELECT * { ?s ?p ?o } LIMIT 5 VALUES (?s) { (1) }'],
    ['SELECT * { { SELECT * { ?s ?p ?o } LIMIT 90 } }', 'SELECT * { { SELECT * { ?s ?p ?o } LIMIT 90 } }\nLIMIT 5'],
    ['SELECT * { VALUES ?x { "LIMIT 9 }" } }', 'SELECT * { VALUES ?x { "LIMIT 9 }" } }\nLIMIT 5'],
    [
      'PREFIX limit: <urn:limit#> SELECT (COUNT(?values) AS ?limit) { ?values a limit:7 } GROUP BY ?values HAVING (EXISTS { ?s ?p 1 })',
      'PREFIX limit: <urn:limit#> SELECT (COUNT(?values) AS ?limit) { ?values a limit:7 } GROUP BY ?values HAVING (EXISTS { ?s ?p 1 })\nLIMIT 5',
    ],
  ])('%s', (sparql, limited) => {
    expect(limitRows(sparql, 5)).toBe(limited);
    const { limit } = new sparqljs.Parser().parse(limited) as SelectQuery;
    expect(limit).toBe(limited === sparql ? 3 : 5);
  });

  it.each(['SELECT * {', 'SELECT * } {', 'SELECT (1 AS ?x { }'])('leaves a broken text as it is: %s', (sparql) => {
    expect(limitRows(sparql, 5)).toBe(sparql);
  });
});
