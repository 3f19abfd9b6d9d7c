import { valueLine } from '../../src/store/value-line.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const END = '<http://example.org/g> .';

describe('a line of N-Quads in one form for each value', () => {
  it.each([
    ['numbers', `"01"^^<${XSD}integer>`, `"1"^^<${XSD}integer>`],
    ['doubles', `"1.50E0"^^<${XSD}double>`, `"1.5"^^<${XSD}double>`],
    ['the case of a language', '"x"@en-GB', '"x"@en-gb'],
    ['escapes', String.raw`"\u00e9\t\U0001F600 \\n"`, '"é\\t😀 \\\\n"'],
    ['strings with their datatype', `"x"^^<${XSD}string>`, '"x"'],
  ])('%s', (_, one, other) => {
    const [first, second] = [one, other].map((literal) => valueLine(`_:s <urn:p> ${literal} ${END}`));
    expect(first).toBe(second);
  });

  it.each([
    ['a line without a literal', `<urn:s> <urn:p> _:o ${END}`],
    ['an escaped text', String.raw`<urn:s> <urn:p> "a \" b \\" ${END}`],
    ['a text that looks like an end', String.raw`<urn:s> <urn:p> "x\"@en <urn:g> ." ${END}`],
    ['an empty text', `<urn:s> <urn:p> "" ${END}`],
    ['a triple', `<urn:s> <urn:p> "x" .`],
  ])('does not change %s', (_, line) => expect(valueLine(line)).toBe(line));

  it('has literals of any length', () => {
    const line = `<urn:s> <urn:p> "${'é'.repeat(16_000_000)}\\n" ${END}`;
    expect(valueLine(line) === line).toBe(true);
  });
});
