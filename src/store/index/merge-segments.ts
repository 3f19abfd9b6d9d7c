import type { Columns } from './row-order.js';
import type { SegmentReader } from './segment-reader.js';
import { compareKeys, sortKey } from './term-keys.js';
import type { SegmentContent } from './write-segment.js';

/**
 * A new segment, merged with the last ones as long as they are not much larger: so a row is written again only a few
 * times, however many segments come.
 * @param gone numbers of graphs that are no longer in the store
 * @returns the merged segment, and how many of the segments stay before it
 */
export function mergedTail(
  segments: readonly SegmentReader[],
  { content, gone }: { readonly content: SegmentContent; readonly gone: ReadonlySet<number> },
): { readonly kept: number; readonly content: SegmentContent } {
  let size = content.quads.s.length;
  let kept = segments.length;
  for (; kept > 0; kept -= 1) {
    const { quads } = (segments[kept - 1] as SegmentReader).head;
    if (quads > 2 * size) break;
    size += quads;
  }
  return { kept, content: mergeSegments(segments.slice(kept), content, gone) };
}

/**
 * One segment in place of several that follow each other, without the graphs that are gone. Their terms stay, because
 * other segments may use them.
 * @param gone numbers of graphs that are no longer in the store
 */
export function mergeSegments(
  segments: readonly SegmentReader[],
  last: SegmentContent,
  gone: ReadonlySet<number>,
): SegmentContent {
  const all = [...segments.map((segment) => segmentContent(segment, gone)), last];
  const terms = all.flatMap(({ terms: some, ids }) => some.map((term, at) => ({ term, id: ids[at] as number })));
  const keyed = terms.map(({ term, id }) => ({ term, id, key: sortKey(term) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key) || compareKeys(one.term, other.term));
  const joined = (column: (content: SegmentContent) => Uint32Array): Uint32Array => concatenated(all.map(column));
  return {
    terms: keyed.map(({ term }) => term),
    ids: Uint32Array.from(keyed, ({ id }) => id),
    firstId: (all[0] as SegmentContent).firstId,
    quads: {
      s: joined(({ quads }) => quads.s),
      p: joined(({ quads }) => quads.p),
      o: joined(({ quads }) => quads.o),
      g: joined(({ quads }) => quads.g),
    },
    graphs: [0, 1, 2, 3].map((at) => joined(({ graphs }) => graphs[at] as Uint32Array)),
  };
}

/** What a segment has, without the rows of graphs that are gone. @throws CrateError for a damaged segment */
export function segmentContent(segment: SegmentReader, gone: ReadonlySet<number>): SegmentContent {
  const graphs = segment.graphs();
  const numbers = graphs[0] as Uint32Array;
  const kept = numbers.map((_, at) => at).filter((at) => !gone.has(numbers[at] as number));
  const terms = [...segment.terms()];
  const columns: Columns = [0, 1, 2, 3].map(() => new Uint32Array(segment.head.quads));
  let size = 0;
  for (const { columns: from, from: start, to } of segment.rows('spog', []))
    for (let row = start; row < to; row += 1) {
      if (gone.has((from[3] as Uint32Array)[row] as number)) continue;
      for (let at = 0; at < 4; at += 1) (columns[at] as Uint32Array)[size] = (from[at] as Uint32Array)[row] as number;
      size += 1;
    }
  const [s, p, o, g] = columns.map((column) => column.subarray(0, size)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  return {
    terms: terms.map(([term]) => term),
    ids: Uint32Array.from(terms, ([, id]) => id),
    firstId: segment.head.firstId,
    quads: { s, p, o, g },
    graphs: graphs.map((column) => Uint32Array.from(kept, (at) => column[at] as number)),
  };
}

function concatenated(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
