import type { OpenStore } from '../argument/crate-in-store.js';
import { givenStore, withNamedCrate } from '../argument/named-crate.js';
import { stoppable } from '../../crate/read/stop-signal.js';
import type { Report } from '../../crate/read/report.js';
import { placeOrContent, type CrateArgument } from '../../package/open/crate-argument.js';
import { openCrateDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { requireGraphs } from '../../store/graph-errors.js';
import { wholeLines } from '../../store/nquads-lines.js';
import type { GraphReader, GraphStore, NQuadsChunks, WorkOptions } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { crateGraphs } from '../stored/reference-graphs.js';
import { GraphStatistics } from './graph-statistics.js';
import { sumStatistics, type CrateStatistics } from './statistics.js';
import { eachTriple } from './each-triple.js';

/** How to read a crate for its statistics. */
export interface StatisticsOptions extends OpenCrateOptions {
  /** The store of an argument that may name a crate of it, or a function that opens it; not called for a path. */
  readonly store?: GraphStore | OpenStore | undefined;
  /** Receives the repairs and warnings of the crate. */
  readonly onReport?: ((report: Report) => void) | undefined;
}

/**
 * Makes the statistics of a crate: its entities by type, its files by format and size as it describes them, and what
 * its description lacks. The crate is whatever `openCrateDocument` opens, or a crate of a store by any of its names.
 * @example
 * const { files, completeness } = await crateStatistics('data/crates/rainfall-survey');
 * console.log(files.bytes, files.formats, completeness.entitiesWithoutName);
 * @throws CrateError as `openCrateDocument`, and for stores as `findGraph`
 */
export async function crateStatistics(crate: CrateArgument, options: StatisticsOptions = {}): Promise<CrateStatistics> {
  const elsewhere = async (place: CrateArgument) => {
    const document = await openCrateDocument(place, options);
    if (options.strict === true) await document.check();
    const graph = document.candidates.length === 0 ? document.base.root : document.root.root;
    const statistics = await statisticsOf(document.nquads(graph), graph);
    options.onReport?.(document.report);
    return statistics;
  };
  const place = placeOrContent(crate);
  if (typeof place !== 'string') return elsewhere(crate);
  return withNamedCrate(place, () => givenStore(options.store), {
    elsewhere,
    stored: (snapshot, graph) => storedStatistics(snapshot, graph),
  });
}

/**
 * Makes the statistics of all crates of a store together, or of those of some graphs.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const { crates, entities, types } = await storeStatistics(store);
 * console.log(crates, entities, types[0]);
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
export async function storeStatistics(
  store: GraphStore,
  graphs?: Iterable<string>,
  { signal }: WorkOptions = {},
): Promise<CrateStatistics> {
  signal?.throwIfAborted();
  return withSnapshot(store, async (snapshot) => {
    const all: CrateStatistics[] = [];
    const names = [...(graphs ?? (await crateGraphs(snapshot)).keys())];
    snapshot.readAhead?.(names);
    for await (const graph of stoppable(names, signal)) all.push(await storedStatistics(snapshot, graph));
    return sumStatistics(all);
  });
}

async function storedStatistics(store: GraphReader, graph: string): Promise<CrateStatistics> {
  requireGraphs(await store.graphs([graph]), [graph]);
  return statisticsOf(store.nquads(graph), graph);
}

async function statisticsOf(lines: NQuadsChunks, graph: string): Promise<CrateStatistics> {
  const statistics = new GraphStatistics(graph);
  for await (const text of wholeLines(lines)) eachTriple(text, graph, statistics.add.bind(statistics));
  return statistics.result();
}
