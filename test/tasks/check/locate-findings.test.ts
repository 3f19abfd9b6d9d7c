import fc from 'fast-check';
import { findNodeAtLocation, parseTree, type Node } from 'jsonc-parser';
import { locate } from '../../../src/tasks/check/locate-findings.js';
import { bytesInMemory } from '../../../src/crate/json/byte-source.js';
import { openJson } from '../../../src/crate/json/lazy-document.js';
import { tries } from '../../helpers/seed.js';

const SMALL = { window: 40, part: 30, chunk: 16 };

function placesIn(text: string, pointers: readonly string[]) {
  const json = openJson(bytesInMemory(new TextEncoder().encode(text)), () => undefined, SMALL);
  return locate(json, pointers);
}

/** Line and column by counting in the whole text. */
function countedAt(text: string, offset: number) {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

function offsetIn(text: string, path: readonly (string | number)[]): number {
  const node = findNodeAtLocation(parseTree(text) as Node, [...path]) as Node;
  return (node.parent?.type === 'property' ? node.parent : node).offset;
}

const TEXT = `{
  "@context": "https://w3id.org/ro/crate/1.2/context",
  "@graph": [
    { "@id": "a", "name": "ø€😀", "x": [1, {"y/z": 2}] },
    {
      "@id": "b",
      "c~d": "e" }
  ],
  "after": true
}`;

it.each([
  ['/@context', 2, 3],
  ['/@graph/0', 4, 5],
  ['/@graph/0/x', 4, 35],
  ['/@graph/0/x/1/y~1z', 4, 45],
  ['/@graph/1/c~0d', 7, 7],
  ['/@graph/1/none/at/all', 5, 5],
  ['/after', 9, 3],
  ['/none', 1, 1],
])('%s is at line %i, column %i', (pointer, line, column) => {
  expect(placesIn(TEXT, [pointer]).get(pointer)).toEqual({ line, column });
});

it('does not count a byte order mark as another line, nor lose its place in a document of one line', () => {
  const flat = JSON.stringify(JSON.parse(TEXT));
  for (const text of [flat, `\ufeff${flat}`]) {
    const place = placesIn(text, ['/@graph/1/c~0d']).get('/@graph/1/c~0d');
    expect(place).toEqual({ line: 1, column: text.indexOf('"c~d"') + 1 });
  }
});

it('finds what a count in the whole text finds', () => {
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }),
  );
  const entity = fc.dictionary(fc.constantFrom('@id', 'name', 'a/b', 'c~d', 'x'), value, {
    minKeys: 1,
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(fc.array(entity, { minLength: 1, maxLength: 12 }), fc.constantFrom(0, 1, 3), (graph, indent) => {
      const text = JSON.stringify({ '@context': 'x', '@graph': graph, z: 1 }, null, indent);
      const paths = graph.flatMap((one, index) => [
        ['@graph', index] as const,
        ...Object.keys(one).map((key) => ['@graph', index, key] as const),
      ]);
      const pointers = paths.map((path) =>
        path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
      );
      const places = placesIn(text, pointers);
      for (const [index, pointer] of pointers.entries())
        expect([pointer, places.get(pointer)]).toEqual([pointer, countedAt(text, offsetIn(text, paths[index] ?? []))]);
    }),
    tries(200),
  );
});
