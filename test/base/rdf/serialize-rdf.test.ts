import { NQUADS, RDF_SYNTAXES, syntaxOf, type RdfSyntax } from '../../../src/base/rdf/syntaxes.js';
import { parseRdf } from '../../../src/base/rdf/parse-rdf.js';
import { serializeRdf } from '../../../src/base/rdf/serialize-rdf.js';
import { canonical } from '../../helpers/oracle.js';

const TEXT = `
<http://s.example/a> <http://schema.org/name> "x \\"y\\" \\\\ \\n\\t z"@en .
<http://s.example/a> <http://schema.org/size> "1.50"^^<http://www.w3.org/2001/XMLSchema#double> .
_:b0 <http://schema.org/knows> _:b1 .
_:b1 <http://schema.org/name> "\u{1F600}" .
`;

async function text(syntax: RdfSyntax, nquads: string, prefixes?: Record<string, string>): Promise<string> {
  let written = '';
  for await (const chunk of serializeRdf(await parseRdf(nquads, NQUADS), syntax, prefixes)) written += chunk;
  return written;
}

describe.each(RDF_SYNTAXES.filter(({ writer }) => writer !== 'xml'))('$name', (syntax) => {
  it('reads back as the quads that were written', async () => {
    const quads = await parseRdf(await text(syntax, TEXT), syntax);
    let again = '';
    for await (const chunk of serializeRdf(quads, NQUADS)) again += chunk;
    expect(await canonical(again)).toEqual(await canonical(TEXT));
  });
});

describe('serializing', () => {
  it('uses prefixes in Turtle', async () => {
    const turtle = await text(syntaxOf('turtle') ?? NQUADS, TEXT, { schema: 'http://schema.org/' });
    expect(turtle).toMatch(/^@prefix schema: <http:\/\/schema\.org\/>\./);
    expect(turtle).toContain('schema:knows');
  });

  it('keeps named graphs in TriG and N-Quads', async () => {
    const quad = '<urn:s> <urn:p> "o" <urn:g> .\n';
    expect(await text(NQUADS, quad)).toBe(quad);
    expect(await text(syntaxOf('trig') ?? NQUADS, quad)).toContain('<urn:g> {');
  });
});
