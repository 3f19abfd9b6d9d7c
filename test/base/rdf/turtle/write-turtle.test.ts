import { parse as parseWithOxigraph } from 'oxigraph';
import { Parser, type Quad } from 'n3';
import fc from 'fast-check';
import { quadToNQuads } from '../../../../src/base/rdf/nquads.js';
import { writeTurtle, type TurtleOptions } from '../../../../src/base/rdf/turtle/write-turtle.js';
import { metadataDocument, GENERATED_CONTEXTS } from '../../../helpers/documents.js';
import { growth, LINEAR } from '../../../helpers/growth.js';
import { canonical } from '../../../helpers/oracle.js';
import { parseNQuads, readQuads } from '../../../helpers/read.js';
import { tries } from '../../../helpers/seed.js';

const PREFIXES = { schema: 'http://schema.org/', xsd: 'http://www.w3.org/2001/XMLSchema#', ex: 'urn:ex:' };
const BASE = 'http://example.org/crate/';
const NAMES: TurtleOptions = { prefixes: PREFIXES, base: BASE };

const turtleOf = (nquads: string, options: TurtleOptions = NAMES): string =>
  [...writeTurtle(parseNQuads(nquads), options)].join('');

/** The canonical quads of a text, as each of two parsers reads it. */
async function readBack(text: string): Promise<string[][]> {
  const n3 = new Parser({ format: 'application/trig' }).parse(text).map(quadToNQuads as (quad: Quad) => string);
  const oxigraph = parseWithOxigraph(text, { format: 'application/trig' }).map((quad) => quadToNQuads(quad as never));
  return Promise.all([n3, oxigraph].map((lines) => canonical(lines.join(''), { graphs: true })));
}

async function expectSameGraph(nquads: string, text: string): Promise<void> {
  const expected = await canonical(nquads, { graphs: true });
  const [n3, oxigraph] = await readBack(text);
  expect(n3).toEqual(expected);
  expect(oxigraph).toEqual(expected);
}

describe('Turtle for people', () => {
  it('has prefixes that are used, relative identifiers, types first, plain values, nested nodes and lists', () => {
    const nquads = `
<${BASE}> <http://schema.org/name> "Survey" .
<${BASE}> <http://schema.org/about> _:place .
<${BASE}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> .
<${BASE}> <http://schema.org/size> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .
<${BASE}> <http://schema.org/size> "07"^^<http://www.w3.org/2001/XMLSchema#integer> .
<${BASE}> <http://schema.org/ratio> "0.5"^^<http://www.w3.org/2001/XMLSchema#decimal> .
<${BASE}> <http://schema.org/open> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> .
<${BASE}> <http://schema.org/open> "1"^^<http://www.w3.org/2001/XMLSchema#boolean> .
_:place <http://schema.org/name> "Bergen"@nb .
<${BASE}> <http://schema.org/steps> _:l1 .
_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> <${BASE}#a> .
_:l1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l2 .
_:l2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "two\\nlines" .
_:l2 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> .
<${BASE}data/a.csv> <http://schema.org/url> <http://other.example/x> .
`;
    expect(turtleOf(nquads)).toBe(`@base <http://example.org/crate/> .
@prefix schema: <http://schema.org/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

<./> a schema:Dataset ;
    schema:name "Survey" ;
    schema:about [ schema:name "Bergen"@nb ] ;
    schema:size 7, "07"^^xsd:integer ;
    schema:ratio 0.5 ;
    schema:open true, "1"^^xsd:boolean ;
    schema:steps ( <#a> """two
lines""" ) .

<data/a.csv> schema:url <http://other.example/x> .
`);
  });

  it('puts the subjects that are named first', () => {
    const text = turtleOf('<urn:ex:a> <urn:ex:p> 1 .\n<urn:ex:b> <urn:ex:p> <urn:ex:a> .\n'.replace('1', '"1"'), {
      prefixes: PREFIXES,
      first: ['urn:ex:b', 'urn:ex:missing'],
    });
    expect(text).toBe('@prefix ex: <urn:ex:> .\n\nex:b ex:p ex:a .\n\nex:a ex:p "1" .\n');
  });

  it('writes nothing for nothing', () => {
    expect(turtleOf('')).toBe('');
  });

  it('writes named graphs as TriG', async () => {
    const nquads =
      '<urn:a> <urn:p> _:x .\n_:x <urn:p> "o" <urn:g> .\n_:y <urn:p> _:x <urn:g> .\n<urn:a> <urn:p> _:y <urn:h> .\n';
    const text = turtleOf(nquads);
    expect(text).toContain('<urn:g> {\n    ');
    await expectSameGraph(nquads, text);
  });

  const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const [first, rest, nil] = ['first', 'rest', 'nil'].map((name) => `<${RDF}${name}>`);
  it.each<[string, string]>([
    ['a circle of blank nodes', '_:a <urn:p> _:b .\n_:b <urn:p> _:a .\n'],
    ['a blank node that refers to itself', '_:a <urn:p> _:a .\n'],
    ['a blank node that is used twice', '<urn:s> <urn:p> _:a .\n<urn:t> <urn:p> _:a .\n_:a <urn:p> "x" .\n'],
    ['a blank node without properties', '<urn:s> <urn:p> _:a .\n'],
    [
      'a list that is a circle',
      `<urn:s> <urn:p> _:a .\n_:a ${first} "1" .\n_:a ${rest} _:b .\n_:b ${first} "2" .\n_:b ${rest} _:a .\n`,
    ],
    ['a circle of list nodes', `_:a ${first} "1" .\n_:a ${rest} _:b .\n_:b ${first} "2" .\n_:b ${rest} _:a .\n`],
    [
      'a list that two places use',
      `<urn:s> <urn:p> _:a .\n<urn:t> <urn:p> _:a .\n_:a ${first} "1" .\n_:a ${rest} ${nil} .\n`,
    ],
    [
      'lists that share an end',
      `<urn:s> <urn:p> _:a .\n<urn:s> <urn:p> _:b .\n_:a ${first} "1" .\n_:a ${rest} _:c .\n_:b ${first} "2" .\n_:b ${rest} _:c .\n_:c ${first} "3" .\n_:c ${rest} ${nil} .\n`,
    ],
    [
      'a list node with another property',
      `<urn:s> <urn:p> _:a .\n_:a ${first} "1" .\n_:a ${rest} ${nil} .\n_:a <urn:p> "x" .\n`,
    ],
    [
      'a list node with two values',
      `<urn:s> <urn:p> _:a .\n_:a ${first} "1" .\n_:a ${first} "2" .\n_:a ${rest} ${nil} .\n`,
    ],
    [
      'a list that contains its own end',
      `<urn:s> <urn:p> _:a .\n_:a ${first} _:b .\n_:a ${rest} ${nil} .\n_:b ${first} _:a2 .\n_:b ${rest} ${nil} .\n`,
    ],
    ['a list that nothing refers to', `_:a ${first} "1" .\n_:a ${rest} ${nil} .\n`],
    ['an empty list', `<urn:s> <urn:p> ${nil} .\n${nil} <urn:p> "x" .\n`],
    ['a deep chain of blank nodes', Array.from({ length: 60 }, (_, n) => `_:b${n} <urn:p> _:b${n + 1} .\n`).join('')],
    [
      'a deep chain, last node first',
      Array.from({ length: 60 }, (_, n) => `_:b${60 - n} <urn:p> _:b${61 - n} .\n`).join(''),
    ],
    [
      'labels as parsers make them',
      '_:n3-0 <urn:p> _:x .\n<urn:a> <urn:p> _:n3-0 .\n<urn:b> <urn:p> _:n3-0 .\n_:x <urn:p> "y" .\n',
    ],
    [
      'identifiers that need care',
      [`a:b`, `//x`, `?q`, `#`, `.`, `..`, `a/../b`, `a//b`, `@id`, ``, `%C3%A9/é`, `a;b=c,d!$&'()*+`]
        .map((id) => `<${BASE}${id}> <http://schema.org/a.b> <http://schema.org/${id}> .\n`)
        .join(''),
    ],
    [
      'names that are not legal after a prefix',
      ['', '-a', 'a.', '.a', 'a~b', '1a', 'a%20b', 'é', 'a-']
        .map((name) => `<urn:ex:${name}x${name}> <http://schema.org/p${name}> <http://schema.org/${name}> .\n`)
        .join(''),
    ],
    [
      'hostile strings',
      `<urn:a> <urn:p> "\\"\\"\\" . <urn:x> <urn:y> \\\\" .\n<urn:a> <urn:p> "\\n\\"\\"\\"\\\\ \\r\\t\\u0000\\u0007\\u007F\\uFEFF\\uFFFF" .\n<urn:a> <urn:p> "ends in a quote\\n\\"" .\n<urn:a> <urn:p> "'''\u2028\u202e\u{1F600}"@en-GB .\n`,
    ],
    [
      'numbers that are not written plainly',
      ['1', '+1', '01', '-0', '1.', '.5', '1e3', '1E+03', 'INF', ' 1', '1 ', '', 'true']
        .flatMap((value) =>
          ['integer', 'decimal', 'double', 'boolean', 'float', 'string'].map(
            (type) => `<urn:a> <urn:p> "${value}"^^<http://www.w3.org/2001/XMLSchema#${type}> .\n`,
          ),
        )
        .join(''),
    ],
  ])('keeps the graph: %s', async (_name, nquads) => {
    await expectSameGraph(nquads, turtleOf(nquads));
    await expectSameGraph(nquads, turtleOf(nquads, {}));
  });

  it('keeps the graph of generated documents', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, async (document) => {
        const quads = await readQuads(document, { contexts: GENERATED_CONTEXTS });
        const nquads = quads.map(quadToNQuads).join('');
        await expectSameGraph(nquads, [...writeTurtle(quads, NAMES)].join(''));
      }),
      tries(400),
    );
  });

  it('keeps any graph of blank nodes and lists', async () => {
    const node = fc.constantFrom('_:a', '_:b', '_:c', '_:d', '<urn:s>', nil as string);
    const triple = fc.tuple(node, fc.constantFrom(first, rest, '<urn:p>'), fc.oneof(node, fc.constant('"x"')));
    await fc.assert(
      fc.asyncProperty(fc.array(triple, { maxLength: 9 }), fc.boolean(), async (triples, named) => {
        const nquads = triples
          .map(([s, p, o], at) => `${s} ${p} ${o} ${named && at % 2 === 1 ? '<urn:g> ' : ''}.\n`)
          .join('');
        await expectSameGraph(nquads, turtleOf(nquads));
      }),
      tries(1000),
    );
  });

  it.each<[string, (size: number) => string]>([
    [
      'a long list',
      (size) =>
        `<urn:s> <urn:p> _:0 .\n${Array.from({ length: size }, (_, n) => `_:${n} ${first} "${n}" .\n_:${n} ${rest} ${n + 1 < size ? `_:${n + 1}` : nil} .\n`).join('')}`,
    ],
    [
      'a long list without an end',
      (size) =>
        `<urn:s> <urn:p> _:0 .\n${Array.from({ length: size }, (_, n) => `_:${n} ${first} "${n}" .\n_:${n} ${rest} _:${n + 1} .\n`).join('')}`,
    ],
    [
      'a long chain of blank nodes',
      (size) => Array.from({ length: size }, (_, n) => `_:${size - n} <urn:p> _:${size - n + 1} .\n`).join(''),
    ],
    ['many values', (size) => Array.from({ length: size }, (_, n) => `<urn:s> <urn:p> <urn:o${n}> .\n`).join('')],
  ])('takes time in proportion: %s', async (_name, nquadsOf) => {
    const quads = new Map([2000, 16000].map((size) => [size, parseNQuads(nquadsOf(size))]));
    expect(await growth(2000, (size) => [...writeTurtle(quads.get(size) ?? [], NAMES)].length)).toBeLessThan(LINEAR);
  });
});
