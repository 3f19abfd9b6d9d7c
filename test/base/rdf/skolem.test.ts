import fc from 'fast-check';
import { Parser } from 'n3';
import { blankLabel, skolemIri, skolemizeNQuads, unskolemizeNQuads } from '../../../src/base/rdf/skolem.js';
import { tries } from '../../helpers/seed.js';

const skolemized = (text: string): string => Buffer.from(skolemizeNQuads(Buffer.from(text))).toString();
const unskolemized = (text: string): string => Buffer.from(unskolemizeNQuads(Buffer.from(text))).toString();

const START = ['a', 'Z', '_', ':', '0', 'é', 'ç', '中', '\u{1F600}', '\u{1FFFE}', '￰', '\u{E0001}'];
const REST = [...START, '-', '·', '\u0300', '‿', '.'];
const labels = fc
  .tuple(fc.constantFrom(...START), fc.array(fc.constantFrom(...REST), { maxLength: 6 }), fc.constantFrom(...START))
  .map(([first, middle, last]) => first + middle.join('') + last);

describe('skolemIri', () => {
  it.each([
    ['b1', 'urn:crategraph:blank:b1'],
    ['a.b-c_d:e', 'urn:crategraph:blank:a.b-c_d:e'],
    ['é', 'urn:crategraph:blank:%C3%A9'],
    ['a\u{1FFFE}', 'urn:crategraph:blank:a%F0%9F%BF%BE'],
  ])('writes %s as %s', (label, iri) => {
    expect(skolemIri(label)).toBe(iri);
    expect(blankLabel(iri)).toBe(label);
  });

  it('gives every label back', () => {
    fc.assert(
      fc.property(labels, (label) => {
        expect(skolemIri(label)).toMatch(/^[\w:.%-]+$/);
        expect(blankLabel(skolemIri(label))).toBe(label);
      }),
      tries(2000),
    );
  });
});

describe('blankLabel', () => {
  it.each([
    'urn:crategraph:blank:',
    'urn:crategraph:blank:a b',
    'urn:crategraph:blank:-a',
    'urn:crategraph:blank:a.',
    'urn:crategraph:blank:a/b',
    'urn:crategraph:blank:é',
    'urn:crategraph:blank:%61',
    'urn:crategraph:blank:%c3%a9',
    'urn:crategraph:blank:%C3',
    'urn:crategraph:blank:a%',
    'urn:crategraph:blank:a\n',
    'urn:crategraph:blanket',
    'URN:crategraph:blank:a',
    '_:a',
  ])('leaves %j alone', (iri) => {
    expect(blankLabel(iri)).toBeUndefined();
  });
});

describe('skolemizeNQuads', () => {
  it('returns a text without blank nodes as it is', () => {
    const bytes = Buffer.from('<urn:s> <urn:p> "_" <urn:g> .\n');
    expect(skolemizeNQuads(bytes)).toBe(bytes);
    expect(unskolemizeNQuads(bytes)).toBe(bytes);
  });

  it.each([
    ['_:a <urn:p> _:b _:g .\n', '<B:a> <urn:p> <B:b> <B:g> .\n'],
    ['_:a<urn:p>_:b.\n', '<B:a><urn:p><B:b>.\n'],
    ['_:a.b\t<urn:p>\t"x"@en-GB\t_:g. # "_:no"\n', '<B:a.b>\t<urn:p>\t"x"@en-GB\t<B:g>. # "_:no"\n'],
    ['# _:no\n<urn:_:s> <urn:p> "_:o" .\n', '# _:no\n<urn:_:s> <urn:p> "_:o" .\n'],
    ['_:s <urn:p> "\\" _:o \\\\" _:g .\n', '<B:s> <urn:p> "\\" _:o \\\\" <B:g> .\n'],
    ['<urn:s> <urn:p> "_:o"^^<urn:_:d> _:g .\n', '<urn:s> <urn:p> "_:o"^^<urn:_:d> <B:g> .\n'],
    ['_:é <urn:p> _::.: .', '<B:%C3%A9> <urn:p> <B::.:> .'],
    ['_:a <urn:p> "x" .\r_:b <urn:p> "y" .\r', '<B:a> <urn:p> "x" .\r<B:b> <urn:p> "y" .\r'],
  ])('writes the blank nodes of %j as IRIs, and back', (text, expected) => {
    const iris = expected.replaceAll('<B:', '<urn:crategraph:blank:');
    expect(skolemized(text)).toBe(iris);
    expect(unskolemized(iris)).toBe(text);
  });

  it('leaves IRIs alone that stand for no blank node, and predicates and datatypes', () => {
    const text =
      '<urn:crategraph:blank:a/b> <urn:crategraph:blank:p> "<urn:crategraph:blank:a>"^^<urn:crategraph:blank:d> .\n';
    expect(unskolemized(text)).toBe(text);
    expect(unskolemized('<urn:s> <urn:crategraph:blank:p> <urn:crategraph:blank:o> .\n')).toBe(
      '<urn:s> <urn:crategraph:blank:p> _:o .\n',
    );
  });

  it('gives every text back, and says the same to a parser', () => {
    const subject = fc.oneof(
      labels.map((label) => `_:${label}`),
      fc.constantFrom('<urn:s>', '<urn:_:s>'),
    );
    const literal = fc
      .tuple(
        fc.array(fc.constantFrom('\\"', '\\\\', '_:', 'a', '<', '>', '#', ' .', 'é')),
        fc.constantFrom('', '@en', '^^<urn:_:d>'),
      )
      .map(([parts, suffix]) => `"${parts.join('')}"${suffix}`);
    const line = fc
      .tuple(subject, fc.oneof(subject, literal), fc.oneof(subject, fc.constant('')))
      .map(([s, o, g]) => `${s} <urn:p> ${o} ${g} .\n`);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
        const text = lines.join('');
        const iris = skolemized(text);
        expect(unskolemized(iris)).toBe(text);
        const quads = new Parser({ format: 'N-Quads' }).parse(iris);
        expect(quads).toHaveLength(lines.length);
        expect(quads.some((quad) => [quad.subject, quad.object, quad.graph].some((t) => t.termType === 'BlankNode'))).toBe(false); // prettier-ignore
      }),
      tries(2000),
    );
  });

  it('costs no more for a long literal with many escapes', () => {
    const long = '\\"_:x'.repeat(200_000);
    expect(skolemized(`_:a <urn:p> "${long}" .\n`)).toBe(`<urn:crategraph:blank:a> <urn:p> "${long}" .\n`);
  });
});
