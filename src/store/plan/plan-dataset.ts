import type { Query } from 'sparqljs';
import type { QuadIndex } from '../index/quad-index.js';
import { NONE_HIDDEN, type HiddenGraphs } from '../needed/quad-request.js';

/** Which graphs a query sees; by default all of them. */
export interface PlanGraphs {
  /** The graphs of the default graph, and without `named` also the named graphs. */
  readonly graphs?: readonly string[] | undefined;
  readonly named?: readonly string[] | undefined;
  /** Graphs of the index that exist for this query only: in the default graph only where they are named for it. */
  readonly extra?: readonly string[] | undefined;
  /** Graphs that are seen only where they are named. Default: none. */
  readonly hidden?: HiddenGraphs | undefined;
}

/** The dataset of a query (SPARQL 1.1 Query, section 13), by numbers of graphs: 1 for each that belongs to it. */
export interface PlanDataset {
  /** Their merge is the default graph. */
  readonly unnamed: Uint8Array;
  readonly named: Uint8Array;
}

/** The graphs that a query sees: the given ones, or those of FROM and FROM NAMED, or all. */
export function planDataset(index: QuadIndex, { from }: Query, options: PlanGraphs): PlanDataset {
  const { graphs, named, extra = [], hidden = NONE_HIDDEN } = options;
  if (named !== undefined) return { unnamed: graphsOf(index, graphs ?? []), named: graphsOf(index, named) };
  const seen = graphs === undefined ? index.graphMarks : graphsOf(index, [...graphs, ...extra]);
  if (from === undefined) {
    const but = graphs === undefined ? hidden : NONE_HIDDEN;
    return { unnamed: without(index, seen, [...extra, ...but.unnamed]), named: without(index, seen, [...but.named]) };
  }
  const chosen = (list: readonly { readonly value: string }[]): Uint8Array =>
    graphsOf(
      index,
      list.map(({ value }) => value),
    ).map((is, number) => is & (seen[number] as number));
  return { unnamed: chosen(from.default), named: chosen(from.named) };
}

/** Without some graphs; the same array if there are none. */
function without(index: QuadIndex, seen: Uint8Array, iris: readonly string[]): Uint8Array {
  if (iris.length === 0) return seen;
  const others = graphsOf(index, iris);
  return seen.map((is, number) => is & ~(others[number] as number));
}

function graphsOf(index: QuadIndex, iris: readonly string[]): Uint8Array {
  const graphs = new Uint8Array(index.graphNumbers);
  for (const iri of iris) {
    const number = index.graphOf(index.idOf(`<${iri}>`));
    if (number !== 0) graphs[number] = 1;
  }
  return graphs;
}
