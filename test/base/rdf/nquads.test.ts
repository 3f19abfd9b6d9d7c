import fc from 'fast-check';
import { DataFactory, Parser } from 'n3';
import {
  CHUNK_LENGTH,
  literalToNQuads,
  quadsToNQuads,
  quadToNQuads,
  quoteNQuads,
  termId,
  termToNQuads,
} from '../../../src/base/rdf/nquads.js';
import { anyCharacter } from '../../helpers/characters.js';
import { tries } from '../../helpers/seed.js';

const { blankNode, defaultGraph, literal, namedNode, quad } = DataFactory;
const [S, P, G] = ['http://s', 'http://p', 'http://g'].map((iri) => namedNode(iri)) as [
  ReturnType<typeof namedNode>,
  ReturnType<typeof namedNode>,
  ReturnType<typeof namedNode>,
];

describe('terms', () => {
  it.each([
    [S, '<http://s>'],
    [blankNode('b0'), '_:b0'],
    [literal('x'), '"x"'],
    [literal('x', 'en'), '"x"@en'],
    [literal('1', namedNode('http://t')), '"1"^^<http://t>'],
    [literal('x', namedNode('http://www.w3.org/2001/XMLSchema#string')), '"x"'],
    [defaultGraph(), ''],
  ])('%s', (term, text) => expect(termToNQuads(term)).toBe(text));

  it.each([
    [S, 'http://s'],
    [blankNode('b0'), '_:b0'],
    [literal('x', 'en'), 'x'],
  ])('%s as one string', (term, text) => expect(termId(term)).toBe(text));

  it('an empty language does not count', () => expect(literalToNQuads('x', undefined, '')).toBe('"x"'));

  it('escapes only what must be escaped', () => {
    expect(quoteNQuads('a"b\\c\nd\re\tf\u0000\u{1F600}')).toBe('"a\\"b\\\\c\\nd\\re\tf\u0000\u{1F600}"');
  });
});

describe('quads', () => {
  it('have one line each, with their graph unless it is the default graph', () => {
    expect(quadToNQuads(quad(S, P, literal('x')))).toBe('<http://s> <http://p> "x" .\n');
    expect(quadToNQuads(quad(S, P, literal('x'), G))).toBe('<http://s> <http://p> "x" <http://g> .\n');
  });

  it('are read back by another parser', () => {
    const text = fc.string({ unit: anyCharacter }).map((value) => value.toWellFormed());
    const term = fc.oneof(
      text.map((value) => literal(value)),
      text.map((value) => literal(value, 'en-gb')),
      text.map((value) => literal(value, namedNode('http://t'))),
      fc.constantFrom(S, blankNode('b1')),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(term, fc.constantFrom(G, defaultGraph()))), (pairs) => {
        const quads = pairs.map(([object, graph]) => quad(S, P, object, graph));
        const parsed = new Parser({ format: 'application/n-quads', blankNodePrefix: '_:' }).parse(
          quads.map(quadToNQuads).join(''),
        );
        expect(parsed.length).toBe(quads.length);
        parsed.forEach((one, index) => expect(one.equals(quads[index] as (typeof quads)[number])).toBe(true));
      }),
      tries(1_000),
    );
  });

  it('come in chunks of whole lines', async () => {
    const quads = Array.from({ length: 10_000 }, (_, index) => quad(S, P, literal(`${index}`.repeat(20))));
    const chunks: string[] = [];
    for await (const chunk of quadsToNQuads(quads)) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.every((chunk) => chunk.endsWith(' .\n') && chunk.length < CHUNK_LENGTH * 1.1)).toBe(true);
    expect(chunks.join('')).toBe(quads.map(quadToNQuads).join(''));
    for await (const chunk of quadsToNQuads([])) expect(chunk).toBe('never');
  });
});
