import { QuadCollector } from '../index/quad-collector.js';
import { QuadIndex } from '../index/quad-index.js';
import { rowOrder, type Columns } from '../index/row-order.js';
import type { SegmentReader } from '../index/segment-reader.js';
import { segmentContent } from '../index/merge-segments.js';
import { writeSegment } from '../index/write-segment.js';
import { hasBlocks } from './index-table.js';
import { utf8Texts } from '../utf8-text.js';
import type { Connection } from './connection.js';
import { rowById } from './graph-rows.js';
import { rowPieces } from './read-tables.js';
import { openIndex, type IndexedGraph } from './update-index.js';

/** Quads that are compared at once. */
const BATCH = 500_000;

/**
 * Compares the index of a store with the pieces: each segment must be written as its first order says, and each graph
 * must have exactly its quads in that order. An index may lack graphs, because the next query adds them.
 * @returns one sentence for each thing that is wrong
 * @throws CrateError ERR_STORE_INVALID for blocks that are damaged
 */
export function* indexProblems(connection: Connection): Generator<string | undefined> {
  const opened = openIndex(connection);
  if (opened === undefined) return;
  const { segments, graphs, gone, problems } = opened;
  const readers = segments.map(({ reader }) => reader);
  const index = new QuadIndex(readers, gone);
  yield* problems;
  for (const { reader, number } of segments) {
    if (!hasBlocks(connection, number, writeSegment(number, segmentContent(reader, new Set()))))
      yield `the orders of the index are not the same, or not sorted, in its segment ${number}`;
    yield undefined; // a moment for others
  }
  yield* repeatedTerms(readers);
  if (hasStrangeRows(index)) yield 'the index has rows of an unknown graph';
  let batch: IndexedGraph[] = [];
  let size = 0;
  for (const graph of graphs) {
    batch.push(graph);
    size += rowById(connection, graph.row).quads;
    if (size < BATCH) continue;
    yield* batchProblems(connection, index, batch);
    batch = [];
    size = 0;
  }
  yield* batchProblems(connection, index, batch);
}

function* repeatedTerms(segments: readonly SegmentReader[]): Generator<string | undefined> {
  for (const [at, segment] of segments.entries()) {
    let last: string | undefined;
    for (const [term, id] of segment.terms()) {
      if (segment.term(id) !== term) yield `the index does not find the term ${term.slice(0, 100)}`;
      if (term === last || segments.slice(0, at).some((earlier) => earlier.idOf(term) !== 0))
        yield `the index has the term ${term.slice(0, 100)} twice`;
      last = term;
    }
    yield undefined;
  }
}

/** Whether there are rows of graphs that the index does not name. */
function hasStrangeRows(index: QuadIndex): boolean {
  for (const { columns, from, to } of index.rows('spog', []))
    if (columns[3]?.subarray(from, to).some((graph) => !index.isGone(graph) && !index.graphIris[graph]) === true)
      return true;
  return false;
}

function* batchProblems(
  connection: Connection,
  index: QuadIndex,
  batch: readonly IndexedGraph[],
): Generator<string | undefined> {
  if (batch.length === 0) return;
  const collector = new QuadCollector();
  for (const { number, row, version } of batch) {
    const stored = rowById(connection, row);
    collector.add({ number, iri: stored.iri, row, version }, utf8Texts(rowPieces(connection, stored)));
    yield undefined;
  }
  const content = collector.content(index);
  const [graphs = [], iris = []] = content.graphs;
  for (const [at, graph] of graphs.entries())
    if (index.graphIris[graph] !== iris[at]) yield `the index has another IRI for graph ${graph}`;
  const numbers = new Set(batch.map(({ number }) => number));
  const { s, p, o, g } = content.quads;
  const wrong = wrongGraph([s, p, o, g], rowsOf(index, numbers));
  if (wrong !== undefined) yield `the index does not have the quads of graph ${wrong} as they are`;
  yield undefined;
}

/** The rows of some graphs. */
function rowsOf(index: QuadIndex, graphs: ReadonlySet<number>): Columns {
  const found: number[][] = [[], [], [], []];
  for (const { columns, from, to } of index.rows('spog', []))
    for (let row = from; row < to; row += 1)
      if (graphs.has(columns[3]?.[row] as number))
        for (const [at, column] of columns.entries()) found[at]?.push(column[row] as number);
  return found.map((column) => Uint32Array.from(column));
}

/** The number of a graph whose rows differ; undefined if all are the same. */
function wrongGraph(one: Columns, other: Columns): number | undefined {
  const size = one[0]?.length ?? 0;
  const otherSize = other[0]?.length ?? 0;
  const rows = rowOrder(one, size);
  const otherRows = rowOrder(other, otherSize);
  for (let at = 0; at < Math.max(size, otherSize); at += 1) {
    const row = rows[at];
    const otherRow = otherRows[at];
    const isSame =
      row !== undefined && otherRow !== undefined && one.every((column, c) => column[row] === other[c]?.[otherRow]);
    if (!isSame) return row === undefined ? other[3]?.[otherRow as number] : one[3]?.[row];
  }
  return undefined;
}
