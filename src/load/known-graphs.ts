import { loadRecords, type LoadRecord } from '../stored/load-records.js';
import type { GraphReader, ImportMode } from '../store/port.js';

/** From this many crates on all graphs are asked for at once, and not one by one. */
const MANY = 64;

/** What the store knows of graphs and sources, kept up to date during a load. */
export class KnownGraphs {
  readonly #store: GraphReader;
  /** Sizes of all graphs of the store, for a load of many crates. */
  readonly #sizes: ReadonlyMap<string, number> | undefined;
  /** The records of graphs into which crates of this load go. */
  readonly #staged = new Map<string, LoadRecord[]>();
  readonly #bySource: Map<string, LoadRecord>;
  /** Graphs that this load has emptied: the root of their source is another one now. */
  readonly #left = new Set<string>();
  /** Digests of metadata files that the store held when the load began. */
  readonly digests: ReadonlySet<string> | undefined;

  private constructor(
    store: GraphReader,
    sizes: ReadonlyMap<string, number> | undefined,
    records: readonly LoadRecord[],
  ) {
    this.#store = store;
    this.#sizes = sizes;
    this.#bySource = new Map(records.map((record) => [record.source, record]));
    this.digests = sizes && new Set(records.map(({ sha256 }) => sha256));
  }

  /** @param sources the crates that are to be loaded */
  static async of(store: GraphReader, sources: readonly string[]): Promise<KnownGraphs> {
    if (sources.length >= MANY) return new KnownGraphs(store, await store.graphs(), await loadRecords(store));
    const records = await Promise.all(sources.map((source) => loadRecords(store, { source })));
    return new KnownGraphs(store, undefined, records.flat());
  }

  /** Whether the store holds a crate whose metadata file has this SHA-256. */
  async holds(sha256: string): Promise<boolean> {
    return this.digests?.has(sha256) ?? (await this.#store.records({ sha256 })).length > 0;
  }

  /** The record of a source whose root has another IRI now: the graph that it alone was made from is not its any more. */
  async movedFrom(source: string, graph: string): Promise<LoadRecord | undefined> {
    const earlier = this.ofSource(source);
    if (earlier === undefined || earlier.graph === graph || this.isStaged(earlier.graph)) return undefined;
    const records = await this.ofGraph(earlier.graph);
    return records.length > 0 && records.every((record) => record.source === source) ? earlier : undefined;
  }

  /** Adds a record of this load. @param others the records that stay with it */
  add(record: LoadRecord, others: readonly LoadRecord[]): void {
    this.#staged.set(record.graph, [...others, record]);
    this.#bySource.set(record.source, record);
  }

  /** Notes that this load empties a graph; another crate may go into it then. */
  leave(graph: string): void {
    this.#left.add(graph);
  }

  hasLeft(graph: string): boolean {
    return this.#left.has(graph);
  }

  /** Whether a crate of this very load goes into the graph, which the store does not show yet. */
  isStaged(graph: string): boolean {
    return this.#staged.has(graph);
  }

  /** Quads that the store showed in a graph when the load began; none when this load has emptied it. */
  async sizeOf(graph: string): Promise<number> {
    if (this.#left.has(graph)) return 0;
    return (this.#sizes ?? (await this.#store.graphs([graph]))).get(graph) ?? 0;
  }

  /** The load records of a graph, in load order. */
  async ofGraph(graph: string): Promise<readonly LoadRecord[]> {
    const staged = this.#staged.get(graph);
    if (staged !== undefined) return staged;
    return (await this.sizeOf(graph)) === 0 ? [] : loadRecords(this.#store, { graph });
  }

  /** The last load of a source; standard input is another source each time. */
  ofSource(source: string): LoadRecord | undefined {
    return source === '-' ? undefined : this.#bySource.get(source);
  }
}

/** What the store shows of the graph of a crate. */
export interface StoredGraph {
  readonly records: readonly LoadRecord[];
  readonly quads: number;
}

/**
 * What becomes of a crate whose graph the store may hold already; undefined when it came from somewhere else and the
 * mode does not say what to do.
 */
export function decide(
  { records, quads }: StoredGraph,
  { source, sha256 }: Pick<LoadRecord, 'source' | 'sha256'>,
  mode: ImportMode,
): 'loaded' | 'unchanged' | 'replaced' | 'merged' | undefined {
  if (records.length === 0 && quads === 0) return 'loaded';
  if (mode !== 'replace' && records.some((record) => record.sha256 === sha256)) return 'unchanged';
  if (mode === 'merge') return 'merged';
  const own = records.length > 0 && records.every((record) => record.source === source);
  return own || mode === 'replace' ? 'replaced' : undefined;
}
