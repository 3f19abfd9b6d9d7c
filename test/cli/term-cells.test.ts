import { termTable } from '../../src/cli/term-cells.js';
import type { JsonTerm } from '../../src/store/sparql-json.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const uri = (value: string): JsonTerm => ({ type: 'uri', value });
const text = (value: string, datatype?: string): JsonTerm => ({
  type: 'literal',
  value,
  ...(datatype && { datatype }),
});

/** The cells of one row. */
function cells(row: Record<string, JsonTerm>, isBrief = false): unknown[] {
  const [cells = []] = termTable({ variables: Object.keys(row), bindings: [row] }, isBrief).rows;
  return [...cells];
}

const cell = (term: JsonTerm, isBrief = false) => cells({ x: term }, isBrief)[0];

describe('a term in a table', () => {
  it.each<[string, JsonTerm, string]>([
    ['an IRI', uri('http://schema.org/name'), '<http://schema.org/name>'],
    ['a blank node', { type: 'bnode', value: 'b0' }, '_:b0'],
    ['a string', text('a, "b"'), 'a, "b"'],
    ['a typed string', text('a', `${XSD}string`), 'a'],
    ['a number', text('5', `${XSD}integer`), '5'],
    ['a date', text('2023-04-18', `${XSD}date`), '2023-04-18'],
    ['another datatype', text('2023', `${XSD}gYear`), `"2023"^^<${XSD}gYear>`],
    ['a language', { ...text('chat'), 'xml:lang': 'fr' }, '"chat"@fr'],
    ['an empty string', text(''), '""'],
    ['a space', text(' '), '" "'],
    ['a string like an IRI', text('<urn:a>'), '"<urn:a>"'],
    ['a string like a prefixed name', text('schema:name'), '"schema:name"'],
    ['a string like a blank node', text('_:b0'), '"_:b0"'],
    ['a string like a literal', text('"a"@en'), '"\\"a\\"@en"'],
    ['a string with an address', text('https://example.org/'), 'https://example.org/'],
  ])('is clear: %s', (_name, term, shown) => expect(cell(term)).toBe(shown));

  it('has a known prefix in a terminal, if the rest is a name', () => {
    expect(cell(uri('http://schema.org/name'), true)).toBe('schema:name');
    expect(cell(uri(`${XSD}date`), true)).toBe('xsd:date');
    for (const iri of [
      'http://schema.org/',
      'http://schema.org/a/b',
      'http://schema.org/1',
      'https://schema.example/name',
    ])
      expect(cell(uri(iri), true)).toBe(`<${iri}>`);
    expect(cell(text('2023', `${XSD}gYear`), true)).toBe('"2023"^^xsd:gYear');
  });

  it('is relative in a terminal to the crate that the row shows, and resolves to the same IRI', () => {
    const crate = uri('https://example.org/c/');
    const at = (iri: string, more = {}) => cells({ crate, ...more, x: uri(iri) }, true).pop();
    expect(cells({ crate, x: uri('https://example.org/c/a.csv') }, true)).toEqual([
      '<https://example.org/c/>',
      '<a.csv>',
    ]);
    expect(at('https://example.org/c/')).toBe('<./>');
    expect(at('https://example.org/c/#alice')).toBe('<#alice>');
    expect(at('https://example.org/c/a:b')).toBe('<./a:b>');
    expect(at('https://example.org/c//a')).toBe('<.//a>');
    expect(at('https://example.org/c/../d')).toBe('<https://example.org/c/../d>');
    expect(at('https://example.org/cd')).toBe('<https://example.org/cd>');
    expect(cells({ crate, x: uri('https://example.org/c/a.csv') })).toEqual(['<https://example.org/c/>', '<https://example.org/c/a.csv>']); // prettier-ignore
    expect(cells({ other: crate, x: uri('https://example.org/c/a.csv') }, true).pop()).toBe('<https://example.org/c/a.csv>'); // prettier-ignore
    expect(cells({ g: uri('urn:c'), x: uri('urn:cat') }, true).pop()).toBe('<urn:cat>');
    expect(cells({ crate: text('https://example.org/c/'), x: uri('https://example.org/c/a') }, true).pop()).toBe('<https://example.org/c/a>'); // prettier-ignore
  });

  it('is nothing if the variable is unbound', () => {
    const [row] = termTable({ variables: ['a', 'b'], bindings: [{ b: text('x') }] }, false).rows;
    expect(row).toEqual(['', 'x']);
  });
});
