import { QuadCollector } from '../../../../src/store/index/quad-collector.js';
import { openSegments, QuadIndex } from '../../../../src/store/index/quad-index.js';
import { writeSegment } from '../../../../src/store/index/write-segment.js';
import { unpackBlock, type BlockPlace } from '../../../../src/store/index/packed-block.js';
import type { BlockSource, SegmentReader } from '../../../../src/store/index/segment-reader.js';
import { TextSearch } from '../../../../src/store/search/text-search.js';
import { TextIndex } from '../../../../src/store/text/text-index.js';

/** Graphs by name, and the N-Triples of each, without the point at their ends. */
export type TestGraphs = Readonly<Record<string, readonly string[]>>;

/**
 * An index of some graphs in memory.
 * @param segments how many segments share the graphs
 * @param gone graphs that are in the index and no longer in the store
 */
export function indexOf(graphs: TestGraphs, segments = 1, gone: TestGraphs = {}): QuadIndex {
  const blocks = new Map<string, Uint8Array>();
  const source: BlockSource = {
    block: (place) => unpackBlock(place, blocks.get(placeKey(place)) as Uint8Array),
    damaged: (cause) => new Error('the index of a test is damaged', { cause }),
  };
  const all = [...Object.entries(graphs), ...Object.entries(gone)];
  const size = Math.max(1, Math.ceil(all.length / segments));
  let opened: SegmentReader[] = [];
  for (let segment = 1; segment <= segments; segment += 1) {
    const collector = new QuadCollector();
    for (const [at, [iri, triples]] of all.entries())
      if (Math.floor(at / size) === segment - 1)
        collector.add({ number: at + 1, iri, row: at, version: 1 }, [triples.map((triple) => `${triple} <${iri}> .\n`).join('')]); // prettier-ignore
    const index = new QuadIndex(opened, new Set());
    if (collector.size === 0) continue;
    for (const { part, number, content } of writeSegment(segment, collector.content(index)))
      blocks.set(placeKey({ segment, part, number }), content);
    opened = openSegments([...opened.map((_, at) => at + 1), segment], source);
  }
  return new QuadIndex(opened, new Set(Object.keys(gone).map((_, at) => Object.keys(graphs).length + at + 1)));
}

/** The searches of a query over an index. */
export function searchOf(index: QuadIndex): TextSearch {
  return new TextSearch(
    index,
    () => new TextIndex([], index),
    () => undefined,
  );
}

function placeKey({ segment, part, number }: BlockPlace): string {
  return `${segment} ${part} ${number}`;
}
