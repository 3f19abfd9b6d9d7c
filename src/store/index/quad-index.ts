import { BlockCache } from './block-cache.js';
import type { QuadOrder } from './segment-parts.js';
import { SegmentReader, type BlockSource, type RowRange } from './segment-reader.js';

/** Searches after which all IRIs of graphs are read. */
const FEW_GRAPHS = 100;

/**
 * The quads of a store at one moment, as numbers: the ids of the terms, and the numbers of the graphs. A term is an
 * N-Quads term in the one form of its value. Ids are positive; 0 is no term.
 */
export class QuadIndex {
  readonly nextId: number;
  readonly #segments: readonly SegmentReader[];
  readonly #gone: ReadonlySet<number>;
  #graphNumbers: number | undefined;
  #searched = 0;
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

  /** More than the highest number of a graph. */
  get graphNumbers(): number {
    return (this.#graphNumbers ??= 1 + this.#segments.reduce((most, { lastGraph }) => Math.max(most, lastGraph), 0));
  }

  /**
   * The id of the IRI of a graph; 0 for a number that no graph of the store has. A few are
   * searched, for many all are read.
   */
  graphIri(number: number): number {
    this.#searched += 1;
    if (this.#iris !== undefined || this.#searched > FEW_GRAPHS) return this.graphIris[number] ?? 0;
    if (this.#gone.has(number)) return 0;
    for (const segment of this.#segments) {
      const iri = segment.graphIri(number);
      if (iri !== 0) return iri;
    }
    return 0;
  }

  /** The id of the IRI of each graph, by its number; 0 for a number that no graph of the store has. */
  get graphIris(): Uint32Array {
    if (this.#iris !== undefined) return this.#iris;
    const graphs = this.#segments.map((segment) => segment.graphs());
    this.#iris = new Uint32Array(this.graphNumbers);
    for (const [numbers = [], iris = []] of graphs)
      for (const [at, number] of numbers.entries())
        if (!this.#gone.has(number)) this.#iris[number] = iris[at] as number;
    return this.#iris;
  }

  /** 0 for each number of a graph that is no longer in the store, 1 for the others. Shared: it must not be changed. */
  get graphMarks(): Uint8Array {
    if (this.#marks !== undefined) return this.#marks;
    const marks = new Uint8Array(this.graphNumbers).fill(1);
    for (const number of this.#gone) marks[number] = 0;
    return (this.#marks = marks);
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

  /** All terms with their ids, those of each segment in the order of their keys. Some may be of graphs that are gone. */
  *terms(): Generator<readonly [term: string, id: number]> {
    for (const segment of this.#segments) yield* segment.terms();
  }

  /** The term with an id. */
  term(id: number): string {
    // The first one says that it is damaged if it is asked for an id before its own.
    const segment = this.#segments.findLast(({ head }) => head.firstId <= id) ?? this.#segments[0];
    return (segment as SegmentReader).term(id);
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
