import { DataFactory } from 'n3';
import { termToNQuads } from '../../src/base/rdf/nquads.js';
import { readSparqlJson } from '../../src/store/sparql-json.js';

const read = (document: unknown) => readSparqlJson(JSON.stringify(document));
const select = (...terms: object[]) => ({
  head: { vars: ['x', 'y'] },
  results: { bindings: terms.map((term) => ({ x: term })) },
});

describe('a SPARQL result in JSON', () => {
  it.each([
    [{ type: 'uri', value: 'http://a' }, '<http://a>'],
    [{ type: 'bnode', value: 'b0' }, '_:b0'],
    [{ type: 'literal', value: 'a "b"' }, '"a \\"b\\""'],
    [{ type: 'literal', value: 'a', 'xml:lang': 'en' }, '"a"@en'],
    [{ type: 'literal', value: '1', datatype: 'http://t' }, '"1"^^<http://t>'],
    [{ type: 'typed-literal', value: '1', datatype: 'http://t' }, '"1"^^<http://t>'],
  ])('gives the term of %j', (term, nquads) => {
    const [row] = read(select(term)).rows;
    expect(termToNQuads(row?.get('x') ?? DataFactory.defaultGraph())).toBe(nquads);
  });

  it('gives a triple term', () => {
    const [subject, predicate, object] = ['http://s', 'http://p', 'o'].map((value, at) => ({
      type: at === 2 ? 'literal' : 'uri',
      value,
    }));
    const [row] = read(select({ type: 'triple', value: { subject, predicate, object } })).rows;
    const triple = DataFactory.quad(
      DataFactory.namedNode('http://s'),
      DataFactory.namedNode('http://p'),
      DataFactory.literal('o'),
    );
    expect(row?.get('x')?.equals(triple)).toBe(true);
  });

  it('keeps the base direction of a literal', () => {
    const [row] = read(select({ type: 'literal', value: 'a', 'xml:lang': 'ar', 'its:dir': 'rtl' })).rows;
    expect(row?.get('x')).toMatchObject({ value: 'a', language: 'ar', direction: 'rtl' });
  });

  it('leaves out variables without a value, and can be read several times', () => {
    const { variables, rows, boolean } = read(select({ type: 'literal', value: 'a' }));
    expect([variables, boolean]).toEqual([['x', 'y'], undefined]);
    for (const _ of [1, 2]) expect([...rows].map((row) => [...row.keys()])).toEqual([['x']]);
  });

  it('may be one boolean', () => {
    expect(read({ head: {}, boolean: false })).toMatchObject({ boolean: false, variables: [], bindings: [] });
  });
});
