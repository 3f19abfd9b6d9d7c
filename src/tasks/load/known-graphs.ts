import { addToList } from '../../base/list-map.js';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import { MemoryStore } from '../../store/memory-store.js';
import type { ImportMode, ReplaceableGraphs } from '../../store/port.js';

/** From this many crates on, one read of all graphs is faster than one read per graph. */
const ENOUGH_FOR_ONE_READ = 64;

/** The graphs and load records of a store, including those that the current load plans. */
export class KnownGraphs {
  /** The store at the start of the load. */
  readonly store: ReplaceableGraphs;
  /** Sizes of all graphs of the store; only for a load of many crates. */
  readonly #sizes: ReadonlyMap<string, number> | undefined;
  /** The records of the graphs that this load writes. */
  readonly #planned = new Map<string, LoadRecord[]>();
  readonly #bySource: Map<string, LoadRecord>;
  /** Graphs that this load empties, because the root of their source has changed. */
  readonly #emptied = new Set<string>();
  /** Digests of the metadata files of the store at the start of the load; only for a load of many crates. */
  readonly digests: ReadonlySet<string> | undefined;

  /** All records by their graph; undefined if only some were read. */
  readonly #byGraph: ReadonlyMap<string, LoadRecord[]> | undefined;

  /** Sizes that this load has asked for. */
  readonly #asked = new Map<string, Promise<number>>();
  #apart: Promise<ReadonlySet<string>> | undefined;

  private constructor(
    store: ReplaceableGraphs,
    sizes: ReadonlyMap<string, number> | undefined,
    records: readonly LoadRecord[],
  ) {
    this.store = store;
    this.#sizes = sizes;
    this.#bySource = new Map(records.map((record) => [record.source, record]));
    if (sizes !== undefined) this.#byGraph = groupedByGraph(records);
    this.digests = sizes && new Set(records.map(({ sha256 }) => sha256));
  }

  /** Reads the records of the sources. @param sources the crates to be loaded */
  static async of(store: ReplaceableGraphs, sources: readonly string[]): Promise<KnownGraphs> {
    const isMany = sources.length >= ENOUGH_FOR_ONE_READ;
    const records = await loadRecords(store, isMany ? {} : { source: sources });
    return new KnownGraphs(store, isMany ? await store.graphs() : undefined, records);
  }

  /** Whether the store is behind a network, and answers many questions at once in less time than one by one. */
  get readsAhead(): boolean {
    return this.store.readAhead !== undefined;
  }

  /** Has what will be asked of some crates read in few requests. @param crates with their graphs, in their order */
  expect(crates: readonly { readonly source: string; readonly graph: string }[]): void {
    const graphs = crates.flatMap(({ source, graph }) => {
      const earlier = this.lastRecordOf(source)?.graph;
      return earlier === undefined || earlier === graph ? [graph] : [graph, earlier];
    });
    const files = graphs.flatMap((graph) => this.#byGraph?.get(graph) ?? []).filter(({ kept }) => kept);
    this.store.readAhead?.(
      graphs,
      files.map(({ sha256 }) => sha256),
    );
  }

  /** Reads the records of more sources. */
  async addSources(sources: readonly string[]): Promise<void> {
    if (this.#sizes !== undefined) return; // all records are known
    for (const source of sources) {
      const last = this.#bySource.has(source) ? undefined : (await loadRecords(this.store, { source })).at(-1);
      if (last !== undefined) this.#bySource.set(source, last);
    }
  }

  /** Those of a store that does not exist yet: none. */
  static none(): KnownGraphs {
    return new KnownGraphs(new MemoryStore(), new Map(), []);
  }

  /** Whether a crate in the store was loaded from a metadata file with this SHA-256. */
  async hasMetadataFile(sha256: string): Promise<boolean> {
    if (this.digests !== undefined) return this.digests.has(sha256);
    for (const record of this.#bySource.values()) if (record.sha256 === sha256) return true;
    return (await this.store.records({ sha256 })).length > 0;
  }

  /** The earlier record of a source whose root IRI has changed, if no other source uses that graph. */
  async movedFrom(source: string, graph: string): Promise<LoadRecord | undefined> {
    const earlier = this.lastRecordOf(source);
    if (earlier === undefined || earlier.graph === graph || this.isPlanned(earlier.graph)) return undefined;
    const records = await this.recordsOf(earlier.graph);
    return records.length > 0 && records.every((record) => record.source === source) ? earlier : undefined;
  }

  /** Adds a record of this load. @param others the other records that the graph keeps */
  addPlanned(record: LoadRecord, others: readonly LoadRecord[]): void {
    this.#planned.set(record.graph, [...others, record]);
    this.#bySource.set(record.source, record);
  }

  /** Adds a graph that this load empties, so that another crate may use it. */
  addEmptied(graph: string): void {
    this.#emptied.add(graph);
  }

  isEmptied(graph: string): boolean {
    return this.#emptied.has(graph);
  }

  /** Whether this load writes a crate to the graph. */
  isPlanned(graph: string): boolean {
    return this.#planned.has(graph);
  }

  /** The number of quads of a graph at the start of the load; 0 if this load empties it. */
  async sizeOf(graph: string): Promise<number> {
    if (this.#emptied.has(graph)) return 0;
    if (this.#sizes !== undefined) return this.#sizes.get(graph) ?? 0;
    const asked = this.#asked.get(graph) ?? this.store.graphs([graph]).then((sizes) => sizes.get(graph) ?? 0);
    this.#asked.set(graph, asked);
    return asked;
  }

  /** Whether the store keeps a graph apart, at the start of the load. */
  async isApart(graph: string): Promise<boolean> {
    return (await (this.#apart ??= this.store.apart())).has(graph);
  }

  /** The load records of a graph, in load order. */
  async recordsOf(graph: string): Promise<readonly LoadRecord[]> {
    const planned = this.#planned.get(graph);
    if (planned !== undefined) return planned;
    if ((await this.sizeOf(graph)) === 0) return [];
    return this.#byGraph === undefined ? loadRecords(this.store, { graph }) : (this.#byGraph.get(graph) ?? []);
  }

  /** The last load record of a source. Each use of standard input is a new source. */
  lastRecordOf(source: string): LoadRecord | undefined {
    return source === '-' ? undefined : this.#bySource.get(source);
  }
}

function groupedByGraph(records: readonly LoadRecord[]): Map<string, LoadRecord[]> {
  const groups = new Map<string, LoadRecord[]>();
  for (const record of records) {
    addToList(groups, record.graph, record);
  }
  return groups;
}

/** The graph of a crate as the store has it. */
export interface TargetGraph {
  readonly records: readonly LoadRecord[];
  readonly quads: number;
}

/**
 * Decides the status of a crate; undefined if the mode is `create` and the graph has another source, which is an error.
 * The bytes of another source are `unchanged` under any base; a source that gets another base is not, because its
 * fragments (`#alice`) get other IRIs.
 */
export function decide(
  { records, quads }: TargetGraph,
  { source, sha256, base }: Pick<LoadRecord, 'source' | 'sha256' | 'base'>,
  mode: ImportMode,
): 'loaded' | 'unchanged' | 'replaced' | 'merged' | undefined {
  if (records.length === 0 && quads === 0) return 'loaded';
  const isSame = (record: LoadRecord) => record.sha256 === sha256 && (record.base === base || record.source !== source);
  if (mode !== 'replace' && records.some(isSame)) return 'unchanged';
  if (mode === 'merge') return 'merged';
  const sameSource = records.length > 0 && records.every((record) => record.source === source);
  return sameSource || mode === 'replace' ? 'replaced' : undefined;
}
