import { valueTerm } from '../value-line.js';
import type { Columns } from './row-order.js';
import { compareKeys, sortKey } from './term-keys.js';
import type { SegmentContent } from './write-segment.js';

/** Knows the ids of the terms of earlier segments. */
export interface KnownTerms {
  /** The first id that no term has. */
  readonly nextId: number;
  /** The id of a term; 0 for a new one. */
  idOf(term: string): number;
}

/** A graph to be put into the index. */
export interface NewGraphRows {
  readonly number: number;
  readonly iri: string;
  /** Its row in the store, and the version of that. */
  readonly row: number;
  readonly version: number;
}

/** Numbers that grow. */
class Numbers {
  #all = new Uint32Array(1024);
  size = 0;

  add(number: number): void {
    if (this.size === this.#all.length) {
      const longer = new Uint32Array(2 * this.size);
      longer.set(this.#all);
      this.#all = longer;
    }
    this.#all[this.size] = number;
    this.size += 1;
  }

  taken(): Uint32Array {
    return this.#all.subarray(0, this.size);
  }
}

/** Collects the quads of graphs for a segment. */
export class QuadCollector {
  /** Terms by their first appearance here. */
  readonly #places = new Map<string, number>();
  readonly #s = new Numbers();
  readonly #p = new Numbers();
  readonly #o = new Numbers();
  readonly #g = new Numbers();
  readonly #graphs: (NewGraphRows & { readonly place: number })[] = [];

  get size(): number {
    return this.#s.size;
  }

  /** @param lines the N-Quads of the graph, each triple once; chunks of whole lines */
  add(graph: NewGraphRows, lines: Iterable<string>): void {
    this.#graphs.push({ ...graph, place: this.#place(`<${graph.iri}>`) });
    const ending = ` <${graph.iri}> .`.length;
    for (const text of lines)
      for (let start = 0; start < text.length;) {
        const end = text.indexOf('\n', start);
        const afterSubject = text.indexOf(' ', start);
        const afterPredicate = text.indexOf(' ', afterSubject + 1);
        this.#s.add(this.#place(text.slice(start, afterSubject)));
        this.#p.add(this.#place(text.slice(afterSubject + 1, afterPredicate)));
        this.#o.add(this.#place(valueTerm(text.slice(afterPredicate + 1, end - ending))));
        this.#g.add(graph.number);
        start = end + 1;
      }
  }

  /** What was collected, as a segment. */
  content(known: KnownTerms): SegmentContent {
    const sorted = Array.from(this.#places, ([term, place]) => ({ term, place, key: sortKey(term) }));
    sorted.sort((one, other) => compareKeys(one.key, other.key) || compareKeys(one.term, other.term));
    const ids = new Uint32Array(sorted.length);
    // In the order in which the segments have them, so that each block is unpacked once.
    if (known.nextId > 1) for (const { term, place } of sorted) ids[place] = known.idOf(term);
    const isNew = Uint8Array.from(ids, (id) => (id === 0 ? 1 : 0));
    let nextId = known.nextId;
    // In the order of their appearance: the numbers of a graph are close to each other then, and take less room.
    for (const [place, isOne] of isNew.entries()) if (isOne === 1) ids[place] = (nextId += 1) - 1;
    const added = sorted.filter(({ place }) => isNew[place] === 1);
    const of = (places: Numbers): Uint32Array => places.taken().map((place) => ids[place] as number);
    const column = (value: (graph: NewGraphRows & { place: number }) => number): Uint32Array =>
      Uint32Array.from(this.#graphs, value);
    const graphs: Columns = [
      column(({ number }) => number),
      column(({ place }) => ids[place] as number),
      column(({ row }) => row),
      column(({ version }) => version),
    ];
    return {
      terms: added.map(({ term }) => term),
      ids: Uint32Array.from(added, ({ place }) => ids[place] as number),
      firstId: known.nextId,
      quads: { s: of(this.#s), p: of(this.#p), o: of(this.#o), g: this.#g.taken() },
      graphs,
    };
  }

  #place(term: string): number {
    let place = this.#places.get(term);
    if (place === undefined) this.#places.set(term, (place = this.#places.size));
    return place;
  }
}
