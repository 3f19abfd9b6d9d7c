import { handlesOf } from '../stored/handles.js';
import { loadRecords, recordsByGraph, type LoadRecord } from '../stored/load-records.js';
import { namesInGraph } from '../stored/names-in-graph.js';
import { stoppable } from '../crate/read/stop-signal.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphReader, GraphStore, WorkOptions } from '../store/port.js';

/** A crate of a store. */
export interface ListedCrate {
  /** A short name: a prefix of the SHA-256 of the graph IRI; see `handlesOf`. */
  readonly handle: string;
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  /** Where it was loaded from; several sources after a merge. */
  readonly source: string | undefined;
  readonly base: string | undefined;
  readonly version: string | undefined;
  readonly quads: number;
  /** Whether it differs from the document that it was loaded from, after an update or a merge. */
  readonly changed: boolean;
  /** Time of the last load, ISO 8601. */
  readonly loaded: string | undefined;
  /** Graphs of the crates that refer to it, as far as a load has followed them; undefined if there are none. */
  readonly parents?: readonly string[] | undefined;
}

/**
 * Lists the crates of a store by graph, with data of their load records; graphs without a record are listed too.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for (const { graph, name, quads } of await listCrates(store)) console.log(graph, name, quads);
 */
export async function listCrates(store: GraphStore, options: WorkOptions = {}): Promise<ListedCrate[]> {
  options.signal?.throwIfAborted();
  return withSnapshot(store, (snapshot) => cratesOf(snapshot, options));
}

async function cratesOf(store: GraphReader, { signal }: WorkOptions): Promise<ListedCrate[]> {
  const allRecords = await loadRecords(store);
  const records = recordsByGraph(allRecords);
  const graphs = await store.graphs();
  const handles = handlesOf(graphs.keys(), allRecords);
  const parents = parentsOf(allRecords);
  const crates: ListedCrate[] = [];
  const sorted = [...graphs].sort(([a], [b]) => (a < b ? -1 : 1));
  for await (const [graph, quads] of stoppable(sorted, signal)) {
    const own = records.get(graph) ?? [];
    const last = own.at(-1);
    crates.push({
      handle: handles.get(graph) as string,
      graph,
      name: await crateName(store, graph, own),
      source: own.length === 0 ? undefined : own.map(({ source }) => source).join(' '),
      base: own[0]?.base,
      version: last?.version,
      quads,
      changed: own.some((record) => record.changed),
      loaded: last?.loaded,
      ...(parents.has(graph) && { parents: [...(parents.get(graph) ?? [])] }),
    });
  }
  return crates;
}

/** The crates that refer to each. */
function parentsOf(records: readonly LoadRecord[]): Map<string, Set<string>> {
  const parents = new Map<string, Set<string>>();
  for (const { graph: parent, references = [] } of records)
    for (const { graph } of references) parents.set(graph, (parents.get(graph) ?? new Set()).add(parent));
  return parents;
}

/** The first name of the documents that the crate still has. Reads the graph only if it has changed since its load. */
async function crateName(
  store: GraphReader,
  graph: string,
  records: readonly LoadRecord[],
): Promise<string | undefined> {
  const given = records.flatMap(({ names }) => names);
  if (records.length > 0 && records.every(({ changed }) => !changed)) return given[0];
  const names = await namesInGraph(store, graph);
  return given.find((name) => names.includes(name)) ?? names.sort()[0];
}
