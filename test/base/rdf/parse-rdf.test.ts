import { Readable } from 'node:stream';
import { NQUADS, RDF_SYNTAXES, syntaxOf } from '../../../src/base/rdf/syntaxes.js';
import { quadToNQuads } from '../../../src/base/rdf/nquads.js';
import { parseNQuads, parseNQuadsStream, parseRdf } from '../../../src/base/rdf/parse-rdf.js';

const turtle = syntaxOf('turtle') ?? NQUADS;

describe('parsing RDF', () => {
  it('keeps the labels of blank nodes', async () => {
    const text = '_:b0 <urn:p> _:x.y <urn:g> .\n';
    expect((await parseRdf(text, NQUADS)).map(quadToNQuads)).toEqual([text]);
  });

  it('resolves relative IRIs against the base', async () => {
    const [quad] = await parseRdf('<> <#p> <x/y> .', turtle, 'http://example.org/c/');
    expect([quad?.subject.value, quad?.predicate.value, quad?.object.value]).toEqual([
      'http://example.org/c/',
      'http://example.org/c/#p',
      'http://example.org/c/x/y',
    ]);
  });

  it.each(RDF_SYNTAXES)('names the line of an error in $name', async (syntax) => {
    const text = '<urn:s> <urn:p> <urn:o> .\n<urn:s> <urn:p> .\n';
    await expect(parseRdf(text, syntax)).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX', details: { line: 2 } });
  });

  it('reads a stream of N-Quads chunk by chunk, as it reads each of them', async () => {
    const chunks = ['_:b <urn:p> "a" <urn:g> .\n', '_:b <urn:p> "b" <urn:g> .\n<urn:s> <urn:p> _:b .\n'];
    const lines: string[] = [];
    for await (const quad of parseNQuadsStream(Readable.from(chunks))) lines.push(quadToNQuads(quad));
    expect(lines.join('')).toBe(chunks.join(''));
    expect(chunks.flatMap(parseNQuads).map(quadToNQuads)).toEqual(lines);
    const broken = parseNQuadsStream(Readable.from(['<urn:s> <urn:p> .\n']));
    await expect(broken.next()).rejects.toMatchObject({ code: 'ERR_RDF_SYNTAX', details: { line: 1 } });
  });

  it('reads no quads from empty text', async () => {
    expect(await parseRdf('', turtle)).toEqual([]);
  });
});
