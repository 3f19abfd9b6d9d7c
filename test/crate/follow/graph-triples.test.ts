import type { Quad } from '@rdfjs/types';
import fc from 'fast-check';
import { DataFactory } from 'n3';
import oxigraph from 'oxigraph';
import { GraphTriples } from '../../../src/crate/follow/graph-triples.js';
import { lineOf } from '../../../src/crate/follow/triple-lines.js';
import { tries } from '../../helpers/seed.js';

const { blankNode, literal, namedNode, quad } = DataFactory;
const XSD = 'http://www.w3.org/2001/XMLSchema#';

const node = fc.constantFrom(
  namedNode('http://example.org/a'),
  namedNode('http://example.org/a/b'),
  namedNode('http://example.org/_:odd'),
  blankNode('b'),
  blankNode('c-2.x'),
);
const predicate = fc.constantFrom(namedNode('http://schema.org/name'), namedNode('http://schema.org/about'));
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\r', '\t', '\u0001', '\u007f', ' ', '.', '<', '>', '_:', '@', '^', '\u00e9', '\u{1f600}') }),
  fc.constantFrom('\\t', '\\\\n', 'a" .', '" .\n', '\\u0041'),
); // prettier-ignore
const object = fc.oneof(
  node,
  text.map((value) => literal(value)),
  text.map((value) => literal(value, 'de-ch')),
  fc
    .tuple(fc.constantFrom('1', '01', '1.0', '1E0', 'true', 'x', ''), fc.constantFrom('integer', 'double', 'boolean', 'string', 'date'))
    .map(([value, type]) => literal(value, namedNode(XSD + type))),
); // prettier-ignore
const triples = fc
  .array(fc.tuple(node, predicate, object), { maxLength: 12 })
  .map((all) => all.map(([s, p, o]) => quad(s, p, o as never) as Quad));

/** The text of triples as the engine writes it, in chunks. */
function inStore(quads: readonly Quad[], chunks = 2): string[] {
  const store = new oxigraph.Store();
  for (const one of quads) store.add(one as never);
  const lines = store
    .dump({ format: 'application/n-triples', from_graph_name: oxigraph.defaultGraph() })
    .split(/(?<=\n)/);
  const size = Math.ceil(lines.length / chunks);
  return Array.from({ length: chunks }, (_, at) => lines.slice(at * size, (at + 1) * size).join(''));
}

const distinct = (quads: readonly Quad[]) => new Set(quads.map(lineOf));

describe('the triples of a graph', () => {
  it('are found, however the engine writes them', async () => {
    await fc.assert(
      fc.asyncProperty(triples, triples, async (quads, others) => {
        const graph = await GraphTriples.of(() => inStore(quads));
        const own = distinct(quads);
        expect(graph.unmatched).toBe(own.size);
        for (const line of own) expect(graph.hasAll(graph.numbersOf([line]))).toBe(true);
        for (const line of distinct(others)) expect(graph.hasAny(graph.numbersOf([line]))).toBe(own.has(line));
      }),
      tries(500),
    );
  });

  it('are returned if they are unmatched, without duplicates and as in the store', async () => {
    await fc.assert(
      fc.asyncProperty(triples, fc.nat(12), async (quads, count) => {
        const graph = await GraphTriples.of(() => inStore(quads));
        const all = [...distinct(quads)];
        const [matched, unmatched] = [all.slice(0, count), all.slice(count)];
        for (const _ of [1, 2]) graph.match(graph.numbersOf(matched));
        expect(graph.unmatched).toBe(unmatched.length);
        expect(graph.hasAll(graph.numbersOf(matched))).toBe(true);
        expect((await graph.unmatchedQuads([])).map(lineOf)).toEqual(unmatched.sort());
      }),
      tries(200),
    );
  });

  it('follow the given order, the others come last', async () => {
    const [s, p] = [namedNode('urn:s'), namedNode('urn:p')];
    const quads = ['c', 'a', 'b'].map((value) => quad(s, p, literal(value)) as Quad);
    const graph = await GraphTriples.of(() => inStore(quads));
    expect((await graph.unmatchedQuads(['<urn:s> <urn:p> "b"'])).map(({ object }) => object.value)).toEqual([
      'b',
      'a',
      'c',
    ]);
  });

  it.each([
    ['no line end', '<urn:s> <urn:p> "a" .'],
    ['wide spaces', '<urn:s>  <urn:p>\t"a"   .\n'],
    ['an explicit datatype', `<urn:s> <urn:p> "a"^^<${XSD}string> .\n`],
    ['unnecessary escapes', '<urn:\\u0073> <urn:p> "\\u0061" .\n'],
    ['an empty line', '\n<urn:s> <urn:p> "a" .\n\n'],
    ['a duplicate line', '<urn:s> <urn:p> "a" .\n<urn:s> <urn:p> "\\u0061" .\n'],
  ])('are read from other writers: %s', async (_, written) => {
    const graph = await GraphTriples.of(() => [written]);
    expect(graph.unmatched).toBe(1);
    expect(graph.hasAll(graph.numbersOf(['<urn:s> <urn:p> "a"']))).toBe(true);
    expect((await graph.unmatchedQuads([])).map(lineOf)).toEqual(['<urn:s> <urn:p> "a"']);
  });

  it.each(['_:b', '<urn:o>', '"a"'])('are read from other writers: %s before a wide space', async (object) => {
    const graph = await GraphTriples.of(() => [`<urn:s> <urn:p> ${object}  .\n`]);
    expect(graph.hasAll(graph.numbersOf([`<urn:s> <urn:p> ${object}`]))).toBe(true);
  });

  it('are read a second time only if some are unmatched', async () => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return ['<urn:s> <urn:p> "a" .\n<urn:s> <urn:p> "b" .\n'];
    };
    const graph = await GraphTriples.of(read);
    graph.match(graph.numbersOf(['<urn:s> <urn:p> "a"']));
    expect((await graph.unmatchedQuads([])).map(({ object }) => object.value)).toEqual(['b']);
    graph.match(graph.numbersOf(['<urn:s> <urn:p> "b"']));
    expect(await graph.unmatchedQuads([])).toEqual([]);
    expect(reads).toBe(2);
  });
});
