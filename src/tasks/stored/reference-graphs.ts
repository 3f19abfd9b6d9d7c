import { CrateError } from '../../base/errors.js';
import { addToList } from '../../base/list-map.js';
import type { GraphReader } from '../../store/port.js';
import type { FoundTexts, SearchOptions } from '../../store/text/found-texts.js';
import { CRATE_KEYS, REFERENCE_GRAPHS } from './graph-names.js';
import { eachLoadRecord, isReferenceGraph, loadRecordOf, loadRecords, type LoadRecord } from './load-records.js';

/** The reference graphs of a moment. */
interface KnownReferences {
  readonly graphs: ReadonlySet<string>;
  readonly files: FilesOfCrates;
}

/** Graphs of files of crates, by the graphs of these crates. */
type FilesOfCrates = ReadonlyMap<string, readonly string[]>;

/** Those of a moment, whose marks are the same map as long as nothing changes. */
const known = new WeakMap<ReadonlyMap<string, string>, KnownReferences>();

/** The reference graphs of a store: RDF beside the crates, such as an ontology. */
export async function referenceGraphs(store: GraphReader): Promise<ReadonlySet<string>> {
  return (await knownReferences(store)).graphs;
}

/** As {@link graphsOfFiles}, for readers who ask often: read once as long as no graph changes. */
export async function filesOfCrates(store: GraphReader): Promise<FilesOfCrates> {
  return (await knownReferences(store)).files;
}

async function knownReferences(store: GraphReader): Promise<KnownReferences> {
  const marks = store.readAhead === undefined ? await store.marks() : undefined;
  let references = marks && known.get(marks);
  if (references === undefined) {
    const records = await referenceRecords(store);
    references = { graphs: new Set(records.keys()), files: filesIn(records) };
    if (marks !== undefined) known.set(marks, references);
  }
  return references;
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
  return filesIn(await referenceRecords(store));
}

function filesIn(records: ReadonlyMap<string, readonly LoadRecord[]>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [graph, ofGraph] of records) {
    const crate = crateOfFile(ofGraph);
    if (crate !== undefined) addToList(files, crate, graph);
  }
  return files;
}

/** The crate of which a graph is a file, if it is nothing else. */
function crateOfFile(records: readonly LoadRecord[]): string | undefined {
  const crates = new Set(records.map(({ partOf }) => partOf));
  return crates.size === 1 ? records[0]?.partOf : undefined;
}

/** A reference graph, as its loads describe it. */
export interface ReferenceGraph {
  readonly graph: string;
  readonly name: string;
  readonly quads: number;
  /** Where it was loaded from the last time. */
  readonly source: string;
  /** Time of the last load, ISO 8601. */
  readonly loaded: string;
  /** Whether it is apart from the union of all graphs. */
  readonly apart: boolean;
  /** The graph of the crate of which it is a file. */
  readonly partOf: string | undefined;
}

/** Describes some of the reference graphs of a store; one that is none is left out. */
export async function describeReferences(store: GraphReader, graphs: readonly string[]): Promise<ReferenceGraph[]> {
  const sizes = await store.graphs(graphs);
  const apart = await store.apart();
  const found: ReferenceGraph[] = [];
  for (const graph of graphs) {
    const records = await loadRecords(store, { graph });
    const last = records.at(-1);
    if (last === undefined || !isReferenceGraph(records)) continue;
    const { names, source, location = source, loaded } = last;
    const state = { quads: sizes.get(graph) ?? 0, apart: apart.has(graph), partOf: crateOfFile(records) };
    found.push({ graph, name: names[0] ?? graph, source: location, loaded, ...state });
  }
  return found;
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
