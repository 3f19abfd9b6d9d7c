import fc from 'fast-check';
import { unpackBlock } from '../../../src/store/index/packed-block.js';
import { QuadCollector } from '../../../src/store/index/quad-collector.js';
import { SegmentReader } from '../../../src/store/index/segment-reader.js';
import { compareKeys, compareToKey, sortKey } from '../../../src/store/index/term-keys.js';
import { writeSegment } from '../../../src/store/index/write-segment.js';
import { tries } from '../../helpers/seed.js';

/** A segment with literals, and the parts of the blocks that were read. */
function segmentOf(texts: readonly string[]): { readonly segment: SegmentReader; readonly read: string[] } {
  const collector = new QuadCollector();
  const lines = texts.map((text) => `<urn:s> <urn:p> "${text}" <urn:g> .\n`).join('');
  collector.add({ number: 1, iri: 'urn:g', row: 1, version: 1 }, [lines]);
  const blocks = new Map<string, Uint8Array>();
  for (const { part, number, content } of writeSegment(1, collector.content({ nextId: 1, idOf: () => 0 })))
    blocks.set(`${part} ${number}`, content);
  const read: string[] = [];
  const segment = new SegmentReader(1, {
    block: (place) => {
      read.push(place.part);
      return unpackBlock(place, blocks.get(`${place.part} ${place.number}`) as Uint8Array);
    },
    damaged: (cause) => new Error('damaged', { cause }),
  });
  return { segment, read };
}

// Many begin alike, some for more than the part of a key that is text.
const beginning = fc.constantFrom('a', 'b'.repeat(399), 'b'.repeat(400), 'b'.repeat(450), 'c'.repeat(20_000));
const text = fc.tuple(beginning, fc.constantFrom('', 'x', 'y', 'x'.repeat(100), 'y'.repeat(600), 'z'.repeat(17_000))).map(([one, other]) => one + other); // prettier-ignore

test('each term of a segment is found, and no other', () => {
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1 }), fc.array(text), (texts, others) => {
      const { segment } = segmentOf(texts);
      for (const one of texts) expect(segment.term(segment.idOf(`"${one}"`))).toBe(`"${one}"`);
      for (const one of others) if (!texts.includes(one)) expect(segment.idOf(`"${one}"`)).toBe(0);
    }),
    tries(100),
  );
});

test('a term compares with a key as their keys do', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const byKeys = compareKeys(sortKey(one), sortKey(other)) || compareKeys(one, other);
      expect(compareToKey(one, other, sortKey(other))).toBe(byKeys);
    }),
    tries(300),
  );
});

test('a very long term is not read where others are looked up', () => {
  const { segment, read } = segmentOf(['m'.repeat(100_000), 'z']);
  read.length = 0;
  for (const one of ['n', 'o', 'm'.repeat(3)]) expect(segment.idOf(`"${one}"`)).toBe(0);
  expect(read).toEqual([]);
});
