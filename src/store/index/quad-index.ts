import { BlockCache } from './block-cache.js';
import type { QuadOrder } from './segment-parts.js';
import { SegmentReader, type BlockSource, type RowRange } from './segment-reader.js';

/**
 * The quads of a store at one moment, as numbers: the ids of the terms, and the numbers of the graphs. A term is an N-Quads
 * term in the one form of its value. Ids are positive; 0 is no term.
 */
export class QuadIndex {
  readonly nextId: number;
  readonly #segments: readonly SegmentReader[];
  readonly #gone: ReadonlySet<number>;
  #iris: Uint32Array | undefined;
  #numbers: ReadonlyMap<number, number> | undefined;
  #marks: Uint8Array | undefined;

  /**
   * @param segments in the order of their ids
   * @param gone numbers of graphs that are no longer in the store
   */
  constructor(segments: readonly SegmentReader[], gone: ReadonlySet<number>) {
    this.#segments = segments;
    this.#gone = gone;
    const last = segments.at(-1)?.head;
    this.nextId = last === undefined ? 1 : last.firstId + last.terms;
  }

  /** The id of the IRI of each graph, by its number; 0 for a number that no graph of the store has. */
  get graphIris(): Uint32Array {
    if (this.#iris !== undefined) return this.#iris;
    const graphs = this.#segments.map((segment) => segment.graphs());
    const last = graphs.reduce((most, [numbers]) => Math.max(most, numbers?.at(-1) ?? 0), 0);
    this.#iris = new Uint32Array(last + 1);
    for (const [numbers = [], iris = []] of graphs)
      for (const [at, number] of numbers.entries())
        if (!this.#gone.has(number)) this.#iris[number] = iris[at] as number;
    return this.#iris;
  }

  /** 1 for each number of a graph of the store. Shared: nobody may change it. */
  get graphMarks(): Uint8Array {
    return (this.#marks ??= Uint8Array.from(this.graphIris, (iri) => (iri === 0 ? 0 : 1)));
  }

  /** Whether rows may be of graphs that are no longer in the store. */
  get hasGone(): boolean {
    return this.#gone.size > 0;
  }

  /** Whether a graph is no longer in the store: its rows do not count. */
  isGone(graph: number): boolean {
    return this.#gone.has(graph);
  }

  /** This index with one more segment, whose terms and graphs have the next numbers. */
  with(segment: SegmentReader): QuadIndex {
    return new QuadIndex([...this.#segments, segment], this.#gone);
  }

  /** Number of the segments; the rows of one are sorted. */
  get segments(): number {
    return this.#segments.length;
  }

  /** The segments that have some of these graphs, by their numbers; all rows of a graph are in one segment. */
  segmentsWith(graphs: ReadonlySet<number>): SegmentReader[] {
    return this.#segments.filter((segment) => segment.graphs()[0]?.some((number) => graphs.has(number)));
  }

  /** The id of a term; 0 if no quad has it. */
  idOf(term: string): number {
    for (const segment of this.#segments) {
      const id = segment.idOf(term);
      if (id !== 0) return id;
    }
    return 0;
  }

  /** The term with an id. */
  term(id: number): string {
    const segment = this.#segments.findLast(({ head }) => head.firstId <= id) as SegmentReader;
    return segment.term(id);
  }

  /** The number of the graph with this IRI; 0 if there is none. */
  graphOf(iri: number): number {
    this.#numbers ??= new Map(Array.from(this.graphIris, (id, number) => [id, number] as const));
    return iri === 0 ? 0 : (this.#numbers.get(iri) ?? 0);
  }

  /**
   * The rows of an order that begin with these numbers: sorted within each range, not from one range to the next. There
   * may be rows of graphs that are gone, see {@link isGone}.
   */
  *rows(order: QuadOrder, prefix: readonly number[]): Generator<RowRange> {
    for (const segment of this.#segments) yield* segment.rows(order, prefix);
  }

  /** About how many rows begin with these numbers; 0 only if there are none. */
  count(order: QuadOrder, prefix: readonly number[]): number {
    return this.#segments.reduce((sum, segment) => sum + segment.count(order, prefix), 0);
  }
}

/** Opens the segments of an index. @throws CrateError for a damaged index */
export function openSegments(segments: readonly number[], source: BlockSource): SegmentReader[] {
  const cache = new BlockCache();
  return segments.map((segment) => new SegmentReader(segment, source, cache));
}
