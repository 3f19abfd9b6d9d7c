import type { QuadIndex } from '../index/quad-index.js';
import type { QuadOrder } from '../index/segment-parts.js';
import type { RowRange } from '../index/segment-reader.js';
import { RowGroups } from './row-groups.js';

/** Gets the ids of a quad, and the number of its graph. */
export type QuadVisitor = (s: number, p: number, o: number, g: number) => void;

/** The ids of a triple; 0 for any. */
export type TripleIds = readonly [s: number, p: number, o: number];

/**
 * Which graphs to look in: those marked with 1. In a merge of graphs each triple counts once,
 * and its graph means nothing.
 */
export interface ScanGraphs {
  readonly marks: Uint8Array;
  readonly isMerge: boolean;
}

/** Which columns of an order have subject, predicate and object. */
const PLACES = { spog: [0, 1, 2], posg: [2, 0, 1], ospg: [1, 2, 0] } as const;

/** The order whose rows begin with the ids that are known, and these ids. */
export function accessPath([s, p, o]: TripleIds): { readonly order: QuadOrder; readonly prefix: readonly number[] } {
  if (s > 0 && p === 0 && o > 0) return { order: 'ospg', prefix: [o, s] };
  if (s > 0) return { order: 'spog', prefix: p === 0 ? [s] : o === 0 ? [s, p] : [s, p, o] };
  if (p > 0) return { order: 'posg', prefix: o === 0 ? [p] : [p, o] };
  return o > 0 ? { order: 'ospg', prefix: [o] } : { order: 'spog', prefix: [] };
}

type Three = readonly [Uint32Array, Uint32Array, Uint32Array];

/** Reads the quads that match some ids. */
export class QuadScan {
  readonly #index: QuadIndex;
  readonly #path: ReturnType<typeof accessPath>;
  readonly #graphs: ScanGraphs;
  /** The last triple of a merge, in the columns of the order, and all of them if they do not come in their order. */
  #last: readonly [number, number, number] = [0, 0, 0];
  readonly #seen: RowGroups | undefined;

  constructor(index: QuadIndex, ids: TripleIds, graphs: ScanGraphs) {
    this.#index = index;
    this.#path = accessPath(ids);
    this.#graphs = graphs;
    if (graphs.isMerge && index.segments > 1) this.#seen = new RowGroups(3);
  }

  /** The rows, as ranges for {@link visit}. */
  ranges(): Iterable<RowRange> {
    return this.#index.rows(this.#path.order, this.#path.prefix);
  }

  /** Visits the quads of all ranges. */
  all(visitor: QuadVisitor): void {
    for (const range of this.ranges()) this.visit(range, visitor);
  }

  /** Visits the quads of a range, in graphs of the dataset that are still there. */
  visit({ columns, from, to }: RowRange, visitor: QuadVisitor): void {
    const { marks, isMerge } = this.#graphs;
    const [a, b, c, g] = columns as readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
    const places = PLACES[this.#path.order];
    const [s, p, o] = [columns[places[0]], columns[places[1]], columns[places[2]]] as unknown as Three;
    let [one, two, three] = this.#last;
    for (let row = from; row < to; row += 1) {
      const graph = g[row] as number;
      if (marks[graph] !== 1) continue;
      if (isMerge) {
        if (a[row] === one && b[row] === two && c[row] === three) continue;
        one = a[row] as number;
        two = b[row] as number;
        three = c[row] as number;
        if (this.#seen !== undefined && this.#isKnown(one, two, three)) continue;
      }
      visitor(s[row] as number, p[row] as number, o[row] as number, graph);
    }
    this.#last = [one, two, three];
  }

  #isKnown(...key: readonly number[]): boolean {
    const seen = this.#seen as RowGroups;
    const before = seen.size;
    return seen.addKey(key) < before;
  }
}
