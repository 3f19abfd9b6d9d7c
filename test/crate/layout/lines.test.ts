import { DataFactory } from 'n3';
import { GraphLines, LineWriter } from '../../../src/crate/layout/lines.js';

const { literal, namedNode, quad } = DataFactory;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const [s, p] = [namedNode('urn:s'), namedNode('urn:p')];

describe('triples as lines', () => {
  it.each([
    [literal('1.5', namedNode(`${XSD}double`)), '1.5E0', `${XSD}double`, undefined],
    [literal('chat', 'en-gb'), 'chat', undefined, 'en-GB'],
    [literal('plain'), 'plain', undefined, undefined],
    [literal('plain'), 'plain', `${XSD}string`, undefined],
  ])('the document and the store mean the same: %#', async (object, value, datatype, language) => {
    const writer = new LineWriter();
    writer.quad(writer.iri('urn:s'), writer.iri('urn:p'), writer.literal(value, datatype, language));
    const lines = await GraphLines.of([quad(s, p, object) as never]);
    const own = writer.take();
    expect(own.every((line) => lines.has(line))).toBe(true);
    lines.cover(own);
    expect(lines.rest([])).toEqual([]);
    expect(own.every((line) => lines.has(line))).toBe(true);
  });

  it('what is left comes in the order asked for, the others after it', async () => {
    const lines = await GraphLines.of(['c', 'a', 'b'].map((value) => quad(s, p, literal(value)) as never));
    expect(lines.rest(['<urn:s> <urn:p> "b"']).map(({ object }) => object.value)).toEqual(['b', 'a', 'c']);
  });

  it('what was rolled back is not written, but its labels stay taken', () => {
    const writer = new LineWriter();
    writer.mark();
    writer.quad(writer.iri('urn:s'), writer.iri('urn:p'), writer.blank('b'));
    writer.rollback();
    expect(writer.take()).toEqual([]);
    expect([...writer.labels]).toEqual(['b']);
  });
});
