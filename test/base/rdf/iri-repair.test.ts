import fc from 'fast-check';
import { DataFactory, Parser } from 'n3';
import oxigraph from 'oxigraph';
import { repairIri } from '../../../src/base/rdf/iri-repair.js';
import { anyCharacter } from '../../helpers/characters.js';
import { tries } from '../../helpers/seed.js';

/** Every parser we know must take it. */
function expectLegal(iri: string): void {
  const line = `<${iri}> <http://p.example/> <${iri}> .\n`;
  expect(() => new oxigraph.Store().load(line, { format: 'application/n-quads' })).not.toThrow();
  expect(new Parser({ format: 'application/n-quads' }).parse(line)[0]?.subject).toEqual(DataFactory.namedNode(iri));
}

describe('repairIri', () => {
  it.each([
    'http://example.org/a/b.txt?q=1&r=#f',
    'http://user:secret@example.org:8080/a',
    'http://[2001:db8::7]/c=GB?objectClass?one',
    'http://example.org/caf\u00e9.txt',
    'http://example.org/caf%C3%A9.txt',
    'http://example.org/%2f%2F',
    'http://example.org/\u{1F600}',
    'http://example.org/?\uE000',
    'urn:isbn:0451450523',
    'mailto:John.Doe@example.com',
    'tel:+1-816-555-1212',
    'arcp://ni,sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk/a',
    'data:text/plain;charset=UTF-8,hello',
    'http://example.org//a//b',
  ])('keeps the legal %s as it is', (iri) => {
    expect(repairIri(iri)).toBe(iri);
    expectLegal(iri);
  });

  it.each([
    ['http://h/my file.txt', 'http://h/my%20file.txt'],
    ['http://h/a|b{c}', 'http://h/a%7Cb%7Bc%7D'],
    ['http://h/a\\b', 'http://h/a%5Cb'],
    ['http://h/50%.png', 'http://h/50%25.png'],
    ['http://h/50%2', 'http://h/50%252'],
    ['http://h/a#b#c', 'http://h/a#b%23c'],
    ['http://h/a[1]?b[2]#c[3]', 'http://h/a%5B1%5D?b%5B2%5D#c%5B3%5D'],
    ['http://h/<>"^`', 'http://h/%3C%3E%22%5E%60'],
    ['http://h/\t\n\r\u0000\u007f\u0085', 'http://h/%09%0A%0D%00%7F%C2%85'],
    ['http://h/\uE000?\uE000#\uE000', 'http://h/%EE%80%80?\uE000#%EE%80%80'],
    ['http://h/\uFDD0\uFFFE\u{1FFFE}\u{10FFFF}', 'http://h/%EF%B7%90%EF%BF%BE%F0%9F%BF%BE%F4%8F%BF%BF'],
    ['http://h/\u{E0001}', 'http://h/%F3%A0%80%81'],
    ['http://h/\uD800x', 'http://h/%EF%BF%BDx'],
    ['http://a b/c', 'http://a%20b/c'],
    ['http://h:port/c', 'http://h%3Aport/c'],
    ['http://a@b@c/d', 'http://a%40b%40c/d'],
    ['http://[1]x/d', 'http://%5B1%5Dx/d'],
  ])('encodes what is illegal in %j', (iri, repaired) => {
    expect(repairIri(iri)).toBe(repaired);
    expectLegal(repaired);
  });

  it('makes a legal IRI of any string, and does not change it further', () => {
    const scheme = fc.constantFrom(
      'http://example.org/',
      'http://',
      'urn:x:',
      'arcp://uuid,x/',
      'x:',
      'x:/',
      'http://h?',
      'http://h#',
    );
    const rest = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }), fc.string(), fc.webUrl());
    fc.assert(
      fc.property(scheme, rest, (start, end) => {
        const repaired = repairIri(start + end);
        expectLegal(repaired);
        expect(repairIri(repaired)).toBe(repaired);
      }),
      tries(2_000),
    );
  });

  it('keeps different strings different, unless one contains the encoding of the other', () => {
    const part = fc.stringMatching(/^[ a-c<>|\\^`{}#?[\]:@\u00e9/-]*$/);
    fc.assert(
      fc.property(part, part, (one, two) => {
        fc.pre(one !== two);
        expect(repairIri(`http://h/${one}`)).not.toBe(repairIri(`http://h/${two}`));
      }),
      tries(2_000),
    );
  });
});
