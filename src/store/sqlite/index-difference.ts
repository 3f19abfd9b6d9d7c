import { openSegments } from '../index/quad-index.js';
import type { Connection } from './connection.js';
import { graphVersions, isStillTrue, lastRow, type GraphVersion } from './graph-state.js';
import { storedBlocks, type IndexHeader } from './index-table.js';

/** How the graphs of a store differ from those of an index. */
export interface IndexDifference {
  readonly missing: readonly GraphVersion[];
  /** How many graphs are the same in both. */
  readonly known: number;
  /** Numbers of those that are no longer in the store. */
  readonly gone: ReadonlySet<number>;
}

/** As {@link indexDifference}, fast where graphs were only added since the index had all of them. */
export function recentDifference(
  connection: Connection,
  header: IndexHeader,
  segments = openSegments(header.segments, storedBlocks(connection)),
): IndexDifference {
  if (!isStillTrue(connection, header.state)) return indexDifference(connection, header, segments);
  const known = segments.reduce((sum, { head }) => sum + head.graphs, 0) - header.gone.length;
  return { missing: graphVersions(connection, lastRow(header.state)), gone: new Set(header.gone), known };
}

/** Compares each graph of the store with those of an index. */
export function indexDifference(
  connection: Connection,
  header: IndexHeader,
  segments = openSegments(header.segments, storedBlocks(connection)),
): IndexDifference {
  const graphs = graphVersions(connection);
  const versions = new Map(graphs.map(({ row, version }) => [row, version]));
  const known = new Set<number>();
  const gone = new Set<number>();
  for (const segment of segments) {
    const [numbers = [], , rows = [], ofRows = []] = segment.graphs();
    for (const [at, row] of rows.entries())
      if (versions.get(row) === ofRows[at]) known.add(row);
      else gone.add(numbers[at] as number);
  }
  return { missing: graphs.filter(({ row }) => !known.has(row)), gone, known: known.size };
}
