import { loadRecords, recordsByGraph, type LoadRecord } from '../stored/load-records.js';
import type { GraphReader } from '../../store/port.js';

/** From this many graphs on, one read of all records is faster than one read for each graph. */
const ENOUGH_FOR_ONE_READ = 64;

/** A graph of a store with its load records. */
export interface RecordedGraph {
  /** 0 for a graph that does not exist. */
  readonly quads: number;
  /** In load order; empty for a graph that no load has written. */
  readonly records: readonly LoadRecord[];
}

/** Looks graphs up, with few reads of the store. @param graphs those that will be asked for */
export async function recordedGraphs(
  store: GraphReader,
  graphs: readonly string[],
): Promise<(graph: string) => Promise<RecordedGraph>> {
  const sizes = await store.graphs(graphs);
  const records = sizes.size < ENOUGH_FOR_ONE_READ ? undefined : recordsByGraph(await loadRecords(store));
  const recordsOf = async (graph: string) =>
    records === undefined ? loadRecords(store, { graph }) : (records.get(graph) ?? []);
  return async (graph) => {
    const quads = sizes.get(graph) ?? 0;
    return { quads, records: quads === 0 ? [] : await recordsOf(graph) };
  };
}
