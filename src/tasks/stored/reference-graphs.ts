import { CrateError } from '../../base/errors.js';
import { addToList } from '../../base/list-map.js';
import type { GraphReader } from '../../store/port.js';
import type { FoundTexts, SearchOptions } from '../../store/text/found-texts.js';
import { CRATE_KEYS, REFERENCE_GRAPHS } from './graph-names.js';
import { eachLoadRecord, isReferenceGraph, loadRecordOf, type LoadRecord } from './load-records.js';

/** Those of a moment, whose marks are the same map as long as nothing changes. */
const known = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>();

/** The reference graphs of a store: RDF beside the crates, such as an ontology. */
export async function referenceGraphs(store: GraphReader): Promise<ReadonlySet<string>> {
  if (store.readAhead !== undefined) return new Set((await referenceRecords(store)).keys());
  const marks = await store.marks();
  let graphs = known.get(marks);
  if (graphs === undefined) {
    graphs = new Set((await store.find(CRATE_KEYS, [REFERENCE_GRAPHS])).keys());
    known.set(marks, graphs);
  }
  return graphs;
}

/** The load records of the reference graphs. A store behind a network has no lookup: reading all records is least. */
async function referenceRecords(store: GraphReader): Promise<Map<string, LoadRecord[]>> {
  const found = new Map<string, LoadRecord[]>();
  if (store.readAhead !== undefined) {
    for await (const record of eachLoadRecord(store))
      if (isReferenceGraph([record])) addToList(found, record.graph, record);
  } else
    for (const [graph, records] of await store.find(CRATE_KEYS, [REFERENCE_GRAPHS]))
      found.set(graph, records.map(loadRecordOf));
  return found;
}

/** The reference graphs that are files of crates, and of nothing else, by the graphs of these crates. */
export async function graphsOfFiles(store: GraphReader): Promise<Map<string, string[]>> {
  const parts = new Map<string, string[]>();
  for (const [graph, records] of await referenceRecords(store)) {
    const [crate, other] = new Set(records.map(({ partOf }) => partOf));
    if (crate !== undefined && other === undefined) addToList(parts, crate, graph);
  }
  return parts;
}

/** A reference graph, for a list of few. */
export interface ReferenceGraph {
  readonly graph: string;
  readonly name: string;
  readonly quads: number;
  /** Time of the last load, ISO 8601. */
  readonly loaded: string;
}

/** The reference graphs of a store with what their last load says, in the order of their names. */
export async function listReferenceGraphs(store: GraphReader): Promise<ReferenceGraph[]> {
  const found = await store.find(CRATE_KEYS, [REFERENCE_GRAPHS]);
  const sizes = await store.graphs(found.keys());
  return [...found]
    .map(([graph, records]) => {
      const { names, loaded = '' } = records.map(loadRecordOf).at(-1) ?? {};
      return { graph, name: names?.[0] ?? graph, quads: sizes.get(graph) ?? 0, loaded };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** All graphs of a store that are crates, with their sizes in quads. */
export async function crateGraphs(store: GraphReader): Promise<Map<string, number>> {
  const references = await referenceGraphs(store);
  return new Map([...(await store.graphs())].filter(([graph]) => !references.has(graph)));
}

/** The marks of all crates of a store. */
export async function crateMarks(store: GraphReader): Promise<ReadonlyMap<string, string>> {
  const marks = await store.marks();
  const references = await referenceGraphs(store);
  return references.size === 0 ? marks : new Map([...marks].filter(([graph]) => !references.has(graph)));
}

/** Searches the full text of the crates of a store, not that of reference graphs. @throws CrateError as `search` of a store */
export async function searchCrateTexts(
  store: GraphReader,
  words: string,
  options: SearchOptions = {},
): Promise<FoundTexts> {
  const isLimited = options.graphs !== undefined || (await referenceGraphs(store)).size === 0;
  const graphs = isLimited ? options.graphs : [...(await crateGraphs(store)).keys()];
  return store.search(words, { ...options, graphs });
}

/** @throws CrateError ERR_USAGE for a reference graph where only a crate will do */
export function requireCrate(graph: string, records: Iterable<Pick<LoadRecord, 'kind'>>): void {
  if (isReferenceGraph(records))
    throw new CrateError('ERR_USAGE', `<${graph}> is a reference graph, not a crate`, {
      hint: '`crategraph dump` writes it, and queries read it',
      details: { graph },
    });
}
