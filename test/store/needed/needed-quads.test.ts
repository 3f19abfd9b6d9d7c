import { parsedSparql } from '../../../src/store/engine/parse-sparql.js';
import { neededQuads } from '../../../src/store/needed/needed-quads.js';

/** The needed quads as texts; `-` for any term. */
function needs(sparql: string): string[] | undefined {
  const parsed = parsedSparql(sparql);
  return (parsed && neededQuads(parsed))?.quads.map(({ subject, predicate, object, graph }) =>
    [subject, predicate, object, graph].map((one) => (typeof one === 'object' ? one.value : (one ?? '-'))).join(' '),
  );
}

describe('the quads that a query needs', () => {
  it.each([
    ['SELECT * { ?s <urn:p> "a" }', ['- urn:p a default']],
    ['SELECT * { GRAPH <urn:g> { <urn:s> ?p ?o } }', ['urn:s - - urn:g']],
    ['SELECT * { ?s <urn:p>+ ?o }', ['- urn:p - default']],
    ['SELECT * { ?s <urn:p>* ?o }', ['- - - default']],
    // The engine relates a term to itself only where some quad has it.
    ['SELECT * { <urn:s> <urn:p>? ?o }', ['- urn:p - default', 'urn:s - - default', '- - urn:s default']],
    ['SELECT * { ?s <urn:p>* "a" }', ['- urn:p - default', '- - a default']],
    ['SELECT * { GRAPH ?g {} }', ['- - - named']],
  ])('of %s', (sparql, expected) => {
    expect(needs(sparql)).toEqual(expected);
  });
});
