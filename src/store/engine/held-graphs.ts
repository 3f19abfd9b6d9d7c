import { hasDataset } from '../sparql-tokens.js';
import type { QueryOptions } from '../port.js';
import type { Dataset } from './messages.js';

/** Bytes of N-Quads that a thread may drop in any case: it takes a tenth of a second to start another. */
const FREE_DROPS = 2 * 1024 * 1024;

/** Graphs with their marks. */
export type Marks = ReadonlyMap<string, string>;

/** The graphs that an engine holds. */
export class HeldGraphs {
  readonly #marks = new Map<string, string>();
  /** Bytes of N-Quads that were loaded, by graph. */
  readonly #sizes = new Map<string, number>();
  /** Bytes of N-Quads that were loaded and dropped again. */
  #dropped = 0;
  /** Marks that were compared last, if exactly these graphs are held. */
  #same: Marks | undefined;

  get size(): number {
    return this.#marks.size;
  }

  has(graph: string): boolean {
    return this.#marks.has(graph);
  }

  /** Whether exactly these graphs are held. Fast for the same map again. */
  isSame(marks: Marks): boolean {
    if (this.#same === marks) return true;
    if (this.#marks.size !== marks.size) return false;
    for (const [graph, mark] of marks) if (this.#marks.get(graph) !== mark) return false;
    this.#same = marks;
    return true;
  }

  /** The dataset of a query; undefined if FROM selects it, or if it is the union of all graphs in the engine. */
  datasetFor(sparql: string, wanted: Marks, { graphs, named, extra = {} }: QueryOptions): Dataset | undefined {
    const has = (graph: string): boolean => wanted.has(graph) || Object.hasOwn(extra, graph);
    if (named !== undefined) return { unnamed: (graphs ?? []).filter(has), named: named.filter(has) };
    if (this.isSame(wanted) || hasDataset(sparql)) return undefined;
    if (graphs === undefined && Object.keys(extra).length === 0) return undefined; // its text names its graphs
    const unnamed = [...wanted.keys()];
    return { unnamed, named: [...unnamed, ...Object.keys(extra)] };
  }

  /** Those of the names (default: of all) whose graphs have changed since, or are gone. */
  outdated(marks: Marks, names: Iterable<string> = this.#marks.keys()): string[] {
    if (this.#same === marks) return [];
    return [...new Set(names)].filter((graph) => this.has(graph) && this.#marks.get(graph) !== marks.get(graph));
  }

  /** @param mark no mark of a store, such as '': the graph is outdated from the start */
  add(graph: string, mark: string): void {
    this.#same = undefined;
    this.#marks.set(graph, mark);
  }

  /** Counts bytes of a graph that are loaded. */
  count(graph: string, bytes: number): void {
    this.#sizes.set(graph, (this.#sizes.get(graph) ?? 0) + bytes);
  }

  remove(graphs: Iterable<string>): void {
    this.#same = undefined;
    for (const graph of graphs) {
      this.#dropped += this.#sizes.get(graph) ?? 0;
      this.#sizes.delete(graph);
      this.#marks.delete(graph);
    }
  }

  /** Whether more was dropped than is held. */
  get isMostlyDropped(): boolean {
    const held = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    return this.#dropped > Math.max(held, FREE_DROPS);
  }

  names(): string[] {
    return [...this.#marks.keys()];
  }
}
