import { mergedTail } from './merge-segments.js';
import { segmentInMemory } from './memory-segment.js';
import { QuadCollector } from './quad-collector.js';
import { QuadIndex } from './quad-index.js';
import type { SegmentReader } from './segment-reader.js';

/** A graph of a store in memory. */
export interface IndexableGraph {
  readonly iri: string;
  /** No other content of any graph has this mark. */
  readonly mark: string;
  /** Its N-Quads, each once, in chunks of whole lines. */
  lines(): Iterable<string>;
}

/** The index of graphs in memory. It grows with the graphs that are asked for. */
export class MemoryIndex {
  #segments: readonly SegmentReader[] = [];
  /** The number of each indexed content of a graph. */
  #numbers = new Map<string, number>();

  /**
   * An index of graphs, and of no others than those of the store.
   * @param graphs all graphs of the store
   * @param wanted those that the index has to have; undefined for all
   */
  of(graphs: readonly IndexableGraph[], wanted: ReadonlySet<string> | undefined): QuadIndex {
    let gone = this.#others(graphs);
    if (gone.size > graphs.length) {
      // Most of the index is of no use any more, and the terms of graphs that are gone stay in
      // it: a new one is smaller.
      this.#segments = [];
      this.#numbers.clear();
      gone = new Set();
    }
    const collector = new QuadCollector();
    for (const { iri, mark, lines } of graphs) {
      if (this.#numbers.has(mark) || wanted?.has(iri) === false) continue;
      const number = this.#numbers.size + 1;
      this.#numbers.set(mark, number);
      collector.add({ number, iri, row: 0, version: 0 }, lines());
    }
    if (collector.size > 0) {
      const content = collector.content(new QuadIndex(this.#segments, gone));
      const tail = mergedTail(this.#segments, { content, gone: new Set() });
      this.#segments = [...this.#segments.slice(0, tail.kept), segmentInMemory(tail.content)];
    }
    return new QuadIndex(this.#segments, gone);
  }

  /** Numbers of the graphs of the index that are none of these. */
  #others(graphs: readonly IndexableGraph[]): Set<number> {
    const marks = new Set(graphs.map(({ mark }) => mark));
    const others = new Set<number>();
    for (const [mark, number] of this.#numbers) if (!marks.has(mark)) others.add(number);
    return others;
  }
}
