import type { Term } from '@rdfjs/types';
import { termToNQuads } from '../../base/rdf/nquads.js';
import type { QuadIndex } from '../index/quad-index.js';
import type { QuadOrder } from '../index/segment-parts.js';
import { eachLine } from '../pieces.js';
import { utf8Text } from '../utf8-text.js';
import { valueTerm } from '../value-line.js';
import type { NeededQuads } from './needed-quads.js';
import { isReadable, type FoundTriple, type QuadRequest } from './quad-request.js';

/** What the quads of a store are read from. */
export interface IndexedGraphs {
  readonly index: QuadIndex;
  /** The N-Quads of a graph, for a query that needs most of it. */
  nquads(graph: string): Iterable<Uint8Array>;
  /** The number of its quads; 0 if there is no such graph. */
  quads(graph: string): number;
}

/** The rows that some needed quads are among. */
interface Search {
  readonly order: QuadOrder;
  readonly prefix: readonly number[];
}

/** Finds quads in the index of a store. @throws CrateError for a damaged index; the reason of the signal */
export function* indexedQuads(graphs: IndexedGraphs, { quads, readable, signal }: QuadRequest): Generator<FoundTriple> {
  const { index } = graphs;
  const names = new GraphNames(index);
  for (const one of quads) {
    const search = searchFor(index, one);
    if (search === undefined) continue;
    const only = typeof one.graph === 'string' ? undefined : one.graph.value;
    if (only !== undefined && index.count(search.order, search.prefix) > graphs.quads(only)) {
      if (isReadable(only, one, readable)) yield* allOf(graphs, only);
      continue;
    }
    const wanted = new Map<number, boolean>();
    const [s, p, o] = ['s', 'p', 'o'].map((name) => search.order.indexOf(name)) as [number, number, number];
    for (const { columns, from, to } of index.rows(search.order, search.prefix)) {
      signal?.throwIfAborted();
      for (let row = from; row < to; row += 1) {
        const graph = columns[3]?.[row] as number;
        const name = names.of(graph);
        let isWanted = wanted.get(graph);
        if (isWanted === undefined) wanted.set(graph, (isWanted = name !== '' && isReadable(name, one, readable)));
        if (!isWanted) continue;
        const term = (at: number): string => index.term(columns[at]?.[row] as number);
        yield [`${term(s)} ${term(p)} ${term(o)}`, name];
      }
    }
  }
}

/** About how many quads of an index {@link indexedQuads} reads. */
export function countNeeded(index: QuadIndex, quads: readonly NeededQuads[]): number {
  return quads.reduce((sum, one) => {
    const search = searchFor(index, one);
    return search === undefined ? sum : sum + index.count(search.order, search.prefix);
  }, 0);
}

/** The IRIs of graphs by their numbers, each read once. */
class GraphNames {
  readonly #index: QuadIndex;
  readonly #names = new Map<number, string>();

  constructor(index: QuadIndex) {
    this.#index = index;
  }

  /** The IRI of a graph; '' if it is no longer in the store. */
  of(graph: number): string {
    let name = this.#names.get(graph);
    if (name === undefined) {
      const id = this.#index.graphIri(graph);
      this.#names.set(graph, (name = id === 0 ? '' : this.#index.term(id).slice(1, -1)));
    }
    return name;
  }
}

function searchFor(index: QuadIndex, { subject, predicate, object }: NeededQuads): Search | undefined {
  const ids = [subject, predicate, object].map((term) => term && index.idOf(valueTerm(termToNQuads(term as Term))));
  if (ids.includes(0)) return undefined;
  const [s, p, o] = ids;
  const known = (...all: readonly (number | undefined)[]): number[] => {
    const end = all.indexOf(undefined);
    return (end < 0 ? all : all.slice(0, end)) as number[];
  };
  if (s !== undefined && (p !== undefined || o === undefined)) return { order: 'spog', prefix: known(s, p, o) };
  if (p !== undefined) return { order: 'posg', prefix: known(p, o, s) };
  return { order: o === undefined ? 'spog' : 'ospg', prefix: known(o, s, p) };
}

function allOf({ nquads }: IndexedGraphs, graph: string): FoundTriple[] {
  const found: FoundTriple[] = [];
  const end = ` <${graph}> .`.length;
  for (const piece of nquads(graph)) eachLine(utf8Text(piece), (line) => found.push([line.slice(0, -end), graph]));
  return found;
}
