import { BlockCache } from '../index/block-cache.js';
import { withCollected } from '../index/memory-segment.js';
import { QuadCollector } from '../index/quad-collector.js';
import { QuadIndex } from '../index/quad-index.js';
import { SegmentReader } from '../index/segment-reader.js';
import type { Connection } from './connection.js';
import { utf8Texts } from '../utf8-text.js';
import { namedRows, rowById } from './graph-rows.js';
import { graphState } from './graph-state.js';
import { recentDifference } from './index-difference.js';
import { indexHeader, storedBlocks, type IndexHeader } from './index-table.js';
import { rowPieces } from './read-tables.js';
import { newHeader } from './update-index.js';

/** The index of a file as a connection has read it last, with what it has unpacked. */
interface OpenedIndex {
  /** Of the content of the file. */
  readonly version: number | undefined;
  readonly header: IndexHeader;
  readonly readers: ReadonlyMap<number, SegmentReader>;
  readonly cache: BlockCache;
  readonly isCurrent: boolean;
  /** The index of all graphs, once it is asked for. */
  whole?: QuadIndex;
  /** That of the graphs which the file has indexed, if these are not all. */
  stored?: QuadIndex;
}

const lastOpened = new WeakMap<Connection, OpenedIndex>();

/**
 * The index of what a connection reads: that of the file, and one in memory of the graphs that it lacks. The connection
 * keeps what was unpacked, so the next query of the same content finds it, and that of another
 * content what is the same.
 * @param wanted the graphs that are needed. Default: all
 * @throws CrateError ERR_STORE_INVALID
 */
export function readIndex(connection: Connection, wanted?: Iterable<string>): QuadIndex {
  const opened = openedIndex(connection);
  if (opened.whole !== undefined) return opened.whole;
  const { header } = opened;
  const segments = [...opened.readers.values()];
  if (opened.isCurrent) return (opened.whole = new QuadIndex(segments, new Set(header.gone)));
  const { missing, gone } = recentDifference(connection, header, segments);
  const rows = wanted && new Set(namedRows(connection, wanted).map(({ id }) => id));
  const collector = new QuadCollector();
  for (const [at, { row, version }] of missing.filter((graph) => rows?.has(graph.row) ?? true).entries()) {
    const stored = rowById(connection, row);
    collector.add(
      { number: header.nextGraph + at, iri: stored.iri, row, version },
      utf8Texts(rowPieces(connection, stored)),
    );
  }
  const index = withCollected(new QuadIndex(segments, gone), collector);
  if (wanted === undefined) opened.whole = index;
  return index;
}

/** As {@link readIndex}, of the graphs only that the index of the file has. */
export function readIndexed(connection: Connection): QuadIndex {
  const opened = openedIndex(connection);
  if (opened.isCurrent) return readIndex(connection);
  const segments = [...opened.readers.values()];
  return (opened.stored ??= new QuadIndex(segments, recentDifference(connection, opened.header, segments).gone));
}

/**
 * Whether {@link readIndex} finds the graphs of what a connection reads without looking for those that the index lacks.
 */
export function hasIndex(connection: Connection): boolean {
  const { whole, isCurrent } = openedIndex(connection);
  return isCurrent || whole !== undefined;
}

function openedIndex(connection: Connection): OpenedIndex {
  const version = connection.contentVersion;
  const last = lastOpened.get(connection);
  if (version !== undefined && last?.version === version) return last;
  const header = indexHeader(connection) ?? newHeader();
  const isSame = last !== undefined && last.header.made === header.made;
  const cache = isSame ? last.cache : new BlockCache();
  const source = storedBlocks(connection);
  const known = isSame ? last.readers : new Map<number, SegmentReader>();
  const readers = new Map(
    header.segments.map((one) => [one, known.get(one) ?? new SegmentReader(one, source, cache)] as const),
  );
  for (const [segment, reader] of known) if (!readers.has(segment)) reader.forget();
  const isCurrent = header.state === graphState(connection);
  const opened = { version, header, readers, cache, isCurrent };
  lastOpened.set(connection, opened);
  return opened;
}
