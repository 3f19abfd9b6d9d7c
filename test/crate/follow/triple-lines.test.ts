import { DataFactory } from 'n3';
import { TripleSet } from '../../../src/base/rdf/triple-set.js';
import { lineOf, LineWriter, NumberWriter } from '../../../src/crate/follow/triple-lines.js';

const { blankNode, literal, namedNode, quad } = DataFactory;
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const [s, p] = [namedNode('urn:s'), namedNode('urn:p')];

describe('triples as lines', () => {
  it.each([
    [literal('1.5', namedNode(`${XSD}double`)), '1.5E0', `${XSD}double`, undefined],
    [literal('chat', 'en-gb'), 'chat', undefined, 'en-GB'],
    [literal('plain'), 'plain', undefined, undefined],
    [literal('plain'), 'plain', `${XSD}string`, undefined],
    [literal('a "quoted"\n\tline'), 'a "quoted"\n\tline', undefined, undefined],
  ])('are equal in the document and in the store: %#', (object, value, datatype, language) => {
    const writer = new LineWriter();
    writer.quad(writer.iri('urn:s'), writer.iri('urn:p'), writer.literal(value, datatype, language));
    expect(writer.take()).toEqual([lineOf(quad(s, p, object) as never)]);
  });

  it('disappear at a rollback, but their labels stay taken', () => {
    for (const writer of [new LineWriter(), new NumberWriter(new TripleSet())]) {
      writer.savepoint();
      writer.quad(writer.iri('urn:s'), writer.iri('urn:p'), writer.blank('b'));
      expect(writer.quads).toBe(1);
      writer.rollback();
      expect(writer.take()).toEqual([]);
      expect([...writer.labels]).toEqual(['b']);
    }
  });

  it('have the same numbers with and without building the lines', () => {
    const graph = new TripleSet();
    const [lines, numbers] = [new LineWriter(), new NumberWriter(graph)];
    const write = (writer: LineWriter | NumberWriter) => {
      for (const subject of [writer.iri('urn:s'), writer.blank('s'), writer.blank('s'), writer.iri('urn:s')]) {
        writer.quad(subject, writer.iri('urn:p'), writer.literal('caf\u00e9 \u{1f600}', undefined, 'fr'));
        writer.quad(subject, writer.iri('urn:p'), writer.blank('b'));
      }
    };
    write(lines);
    const written = lines.take();
    write(numbers);
    expect(numbers.take()).toEqual(written.map(() => -1));
    const expected = written.map((line) => graph.putLine(line));
    expect(new Set(expected).size).toBe(4);
    write(numbers);
    expect(numbers.take()).toEqual(expected);
    expect(written[1]).toBe(lineOf(quad(s, p, blankNode('b')) as never));
  });
});
