import { RDF_SYNTAXES, syntaxOf, syntaxOfFile } from '../../../src/base/rdf/syntaxes.js';

describe('an RDF syntax', () => {
  it.each([
    ['nquads', 'nquads'],
    ['text/turtle', 'turtle'],
    ['Text/Turtle; charset=utf-8', 'turtle'],
    ['application/trig', 'trig'],
    ['jsonld', 'jsonld'],
    ['application/json', undefined],
    ['', undefined],
  ])('is known by name and media type: %s', (name, expected) => {
    expect(syntaxOf(name)?.name).toBe(expected);
  });

  it.each([
    ['x.nq', 'nquads'],
    ['a/b.c/X.TTL', 'turtle'],
    ['x.nt', 'ntriples'],
    ['x.trig', 'trig'],
    ['ro-crate-metadata.json', undefined],
    ['nq', undefined],
    ['folder.nq/file', undefined],
    ['-', undefined],
  ])('is known by file name: %s', (name, expected) => {
    expect(syntaxOfFile(name)?.name).toBe(expected);
  });

  it('has a name, media type and extensions of its own', () => {
    const all = RDF_SYNTAXES.flatMap(({ name, mediaType, extensions }) => [
      ...new Set([name, mediaType, ...extensions]),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });
});
