import { microseconds, type LoadRecord } from '../catalogue.js';
import type { ImportMode } from '../store/graph-store.js';

/** What the store knows of graphs and sources, kept up to date during a load. */
export class KnownGraphs {
  readonly #byGraph = new Map<string, LoadRecord[]>();
  readonly #bySource = new Map<string, LoadRecord>();
  readonly #staged = new Set<string>();
  readonly #stored: ReadonlySet<string>;
  /** Microseconds of the last load, since 1970. */
  #last: number;
  /** Digests of the metadata files that the store held when the load began. */
  readonly digests: ReadonlySet<string>;

  /** @param graphs names of all graphs of the store, with or without a record */
  constructor(records: readonly LoadRecord[], graphs: Iterable<string>) {
    this.#stored = new Set(graphs);
    this.digests = new Set(records.map(({ sha256 }) => sha256));
    for (const record of records) this.add(record, []);
    this.#last = records.reduce((last, { loaded }) => Math.max(last, microseconds(loaded)), 0);
    this.#staged.clear();
  }

  /** The time of a load that is decided now: later than that of any other in the store, for it tells their order. */
  moment(): string {
    this.#last = Math.max(this.#last + 1, Date.now() * 1000);
    const milliseconds = new Date(Math.floor(this.#last / 1000)).toISOString();
    return milliseconds.replace('Z', `${String(this.#last % 1000).padStart(3, '0')}Z`);
  }

  /** The record of a source whose root has another IRI now: the graph that it alone was made from is not its any more. */
  movedFrom(source: string, graph: string): LoadRecord | undefined {
    const earlier = this.ofSource(source);
    if (earlier === undefined || earlier.graph === graph || this.isStaged(earlier.graph)) return undefined;
    return this.ofGraph(earlier.graph).every((record) => record.source === source) ? earlier : undefined;
  }

  /** Adds a record of this load, in the place of others. */
  add(record: LoadRecord, replaced: readonly LoadRecord[]): void {
    const others = (this.#byGraph.get(record.graph) ?? []).filter((one) => !replaced.includes(one));
    this.#byGraph.set(record.graph, [...others, record]);
    this.#bySource.set(record.source, record);
    this.#staged.add(record.graph);
  }

  /** Whether the store showed the graph when the load began, and no crate of this load goes into it. */
  isStored(graph: string): boolean {
    return this.#stored.has(graph) && !this.#staged.has(graph);
  }

  /** Whether a crate of this very load goes into the graph, which the store does not show yet. */
  isStaged(graph: string): boolean {
    return this.#staged.has(graph);
  }

  /** The load records of a graph. */
  ofGraph(graph: string): readonly LoadRecord[] {
    return this.#byGraph.get(graph) ?? [];
  }

  /** The last load of a source; standard input is another source each time. */
  ofSource(source: string): LoadRecord | undefined {
    return source === '-' ? undefined : this.#bySource.get(source);
  }
}

/**
 * What becomes of a crate whose graph the store may hold already; undefined when it came from somewhere else and the
 * mode does not say what to do.
 */
export function decide(
  records: readonly LoadRecord[],
  quads: number,
  source: string,
  digest: string,
  mode: ImportMode,
): 'loaded' | 'unchanged' | 'replaced' | 'merged' | undefined {
  if (records.length === 0 && quads === 0) return 'loaded';
  if (mode !== 'replace' && records.some((record) => record.sha256 === digest)) return 'unchanged';
  if (mode === 'merge') return 'merged';
  const own = records.length > 0 && records.every((record) => record.source === source);
  return own || mode === 'replace' ? 'replaced' : undefined;
}
