import { randomUUID } from 'node:crypto';
import { QuadCollector } from '../index/quad-collector.js';
import { mergedTail } from '../index/merge-segments.js';
import { openSegments, QuadIndex } from '../index/quad-index.js';
import type { PackedBlock } from '../index/segment-parts.js';
import { writeSegment } from '../index/write-segment.js';
import type { IndexWork } from '../port.js';
import { Turns } from '../../base/threads/turns.js';
import { utf8Texts } from '../utf8-text.js';
import type { Connection } from './connection.js';
import { graphState, type GraphVersion } from './graph-state.js';
import { indexDifference, recentDifference } from './index-difference.js';
import { rowById } from './graph-rows.js';
import {
  createIndexTable,
  dropSegment,
  indexHeader,
  looseBlocks,
  storedBlocks,
  writeBlock,
  writeHeader,
  type IndexHeader,
} from './index-table.js';
import { rowPieces } from './read-tables.js';
import { addNumbers } from './schema.js';

/** Quads of one change: what is lost when the work is stopped. */
const CHANGE_QUADS = 250_000;

/** The header of an index without a graph. */
export function newHeader(): IndexHeader {
  return { made: randomUUID(), segments: [], nextSegment: 1, nextGraph: 1, gone: [], texts: [], state: '' };
}

/** What is to be written to an index, made of one moment of the store. */
export interface IndexChange {
  /** The index of that moment; undefined if there was none. */
  readonly before: IndexHeader | undefined;
  /** The index with the change. Its state is that of the moment, if it has all graphs then. */
  readonly after: IndexHeader;
  /** The blocks of its new segment. */
  readonly blocks: readonly PackedBlock[];
}

/** Gives a store the tables that its index needs. @param connection with an open write transaction */
export function prepareIndexTables(connection: Connection): void {
  addNumbers(connection);
  createIndexTable(connection);
}

/**
 * Puts graphs that have changed into a segment: all of them, or as many as one change should have. It writes nothing,
 * so that no writer waits for it.
 * @param connection with an open transaction that reads
 * @param most quads after which to stop
 * @returns undefined if the index has all graphs as they are
 * @throws CrateError ERR_STORE_INVALID; the reason of the signal
 */
export async function indexChange(
  connection: Connection,
  { signal, onProgress }: IndexWork = {},
  most = CHANGE_QUADS,
): Promise<IndexChange | undefined> {
  const state = graphState(connection);
  const before = indexHeader(connection);
  const header = before ?? newHeader();
  if (header.state === state) return undefined;
  const { missing, gone, known } = recentDifference(connection, header);
  const turns = new Turns();
  const collector = new QuadCollector();
  let done = 0;
  for (; done < missing.length && collector.size < most; done += 1) {
    const { row, version } = missing[done] as GraphVersion;
    const stored = rowById(connection, row);
    const number = header.nextGraph + done;
    collector.add({ number, iri: stored.iri, row, version }, utf8Texts(rowPieces(connection, stored)));
    if (!turns.areDue) continue;
    onProgress?.(known + done, known + missing.length);
    await turns.give();
    signal?.throwIfAborted();
  }
  const isDone = done === missing.length;
  const after = { ...header, nextGraph: header.nextGraph + done, state: isDone ? state : '' };
  if (collector.size === 0)
    return { before, after: { ...after, gone: goneFrom(connection, header, gone) }, blocks: [] };
  const segments = openSegments(header.segments, storedBlocks(connection));
  const added = collector.content(new QuadIndex(segments, gone));
  const { kept, content } = mergedTail(segments, { content: added, gone });
  const stay = header.segments.slice(0, kept);
  return {
    before,
    after: {
      ...after,
      segments: [...stay, header.nextSegment],
      nextSegment: header.nextSegment + 1,
      gone: goneFrom(connection, { ...header, segments: stay }, gone),
    },
    blocks: [...writeSegment(header.nextSegment, content)],
  };
}

/**
 * Writes a change to the index, unless another writer has changed the index since.
 * @param connection with an open write transaction
 * @returns whether the index has all graphs now
 */
export function writeIndexChange(connection: Connection, { before, after, blocks }: IndexChange): boolean {
  if (JSON.stringify(indexHeader(connection)) !== JSON.stringify(before)) return false;
  for (const block of blocks) writeBlock(connection, after.nextSegment - 1, block);
  for (const segment of before?.segments ?? []) if (!after.segments.includes(segment)) dropSegment(connection, segment);
  // What was written to the store meanwhile is for the next change.
  const isDone = after.state === graphState(connection);
  writeHeader(connection, { ...after, state: isDone ? after.state : '' });
  return isDone;
}

/** A graph that an index has. */
export interface IndexedGraph {
  readonly number: number;
  readonly row: number;
  readonly version: number;
}

/** An index as `verify` looks at it; undefined if there is none. @throws CrateError ERR_STORE_INVALID */
export function openIndex(connection: Connection) {
  const header = indexHeader(connection);
  if (header === undefined) return undefined;
  const segments = openSegments(header.segments, storedBlocks(connection));
  const { missing, gone } = indexDifference(connection, header);
  const graphs = segments.flatMap((segment): IndexedGraph[] => {
    const [numbers = [], , rows = [], versions = []] = segment.graphs();
    return Array.from(numbers, (number, at) => ({ number, row: rows[at] as number, version: versions[at] as number }));
  });
  const loose = looseBlocks(connection, [...header.segments, ...header.texts]);
  const isWrong =
    missing.length > 0 || gone.size !== header.gone.length || header.gone.some((graph) => !gone.has(graph));
  return {
    segments: segments.map((reader, at) => ({ reader, number: header.segments[at] as number })),
    gone,
    graphs: graphs.filter(({ number }) => !gone.has(number)),
    problems: [
      ...(isWrong && header.state === graphState(connection) ? ['the index lacks graphs that it claims to have'] : []),
      ...(loose > 0 ? [`${loose} blocks of the index belong to no part of it`] : []),
    ],
  };
}

/** Of which content of the file a connection knows whether it is indexed. */
const lastChecked = new WeakMap<Connection, { readonly version: number; readonly isDone: boolean }>();

/** Whether the index of a store has all of its graphs as they are. */
export function isIndexed(connection: Connection): boolean {
  const version = connection.contentVersion;
  const last = lastChecked.get(connection);
  if (version !== undefined && last?.version === version) return last.isDone;
  const isDone = indexHeader(connection)?.state === graphState(connection);
  if (version !== undefined) lastChecked.set(connection, { version, isDone });
  return isDone;
}

/** Those of the graphs that segments still have. */
function goneFrom(connection: Connection, { segments }: IndexHeader, gone: ReadonlySet<number>): number[] {
  if (gone.size === 0) return [];
  const numbers = openSegments(segments, storedBlocks(connection)).flatMap((segment) => [
    ...(segment.graphs()[0] ?? []),
  ]);
  return numbers.filter((number) => gone.has(number));
}
