import { CrateError } from '../../base/errors.js';
import { unpackBlock } from './packed-block.js';
import { QuadCollector } from './quad-collector.js';
import type { QuadIndex } from './quad-index.js';
import { SegmentReader } from './segment-reader.js';
import { eachLine } from '../pieces.js';
import { utf8Text } from '../utf8-text.js';
import { writeSegment, type SegmentContent } from './write-segment.js';

/** The number of each segment in memory: none of a store has it. */
const SEGMENT = 0;

/** An index with what was collected. */
export function withCollected(index: QuadIndex, collector: QuadCollector): QuadIndex {
  return collector.size === 0 ? index : index.with(segmentInMemory(collector.content(index)));
}

/** An index with graphs that exist for one query only. @param extra their N-Quads, by name */
export function withExtraGraphs(index: QuadIndex, extra: Readonly<Record<string, Iterable<Uint8Array>>>): QuadIndex {
  const graphs = Object.entries(extra);
  if (graphs.length === 0) return index;
  const collector = new QuadCollector();
  for (const [at, [iri, pieces]] of graphs.entries()) {
    const lines = new Set<string>();
    for (const piece of pieces) eachLine(utf8Text(piece), (line) => lines.add(`${line}\n`));
    collector.add({ number: index.graphNumbers + at, iri, row: 0, version: 0 }, lines);
  }
  return withCollected(index, collector);
}

/** A segment in memory. */
export function segmentInMemory(content: SegmentContent): SegmentReader {
  const blocks = new Map<string, Uint8Array>();
  for (const { part, number, content: packed } of writeSegment(SEGMENT, content))
    blocks.set(`${part}${number}`, packed);
  return new SegmentReader(SEGMENT, {
    block: (place) => unpackBlock(place, blocks.get(`${place.part}${place.number}`) as Uint8Array),
    damaged: (cause) => new CrateError('ERR_INTERNAL', 'the index in memory is not what was written', { cause }),
  });
}
