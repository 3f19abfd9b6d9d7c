import type { QueryOptions, WorkOptions } from '../port.js';
import type { NeededQuads, QueryNeeds } from './needed-quads.js';

/** Graphs that a query reads only where it names them. */
export interface HiddenGraphs {
  /** Those that are not in the default graph if this is the union of all graphs: graphs apart, and of this query only. */
  readonly unnamed: ReadonlySet<string>;
  /** Those that are no named graphs if all graphs are: the graphs apart that the text does not name. */
  readonly named: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
/** In a store without graphs apart. */
export const NONE_HIDDEN: HiddenGraphs = { unnamed: NONE, named: NONE };

/** The graphs that a query may read: undefined for all but the hidden ones. */
export interface ReadableGraphs {
  readonly unnamed: ReadonlySet<string> | undefined;
  readonly named: ReadonlySet<string> | undefined;
  readonly hidden: HiddenGraphs;
}

/** What a source of quads is asked for. */
export interface QuadRequest extends WorkOptions {
  readonly quads: readonly NeededQuads[];
  readonly readable: ReadableGraphs;
}

/** A triple as a line of N-Triples without its end, and the graph that has it; '' for a default graph. */
export type FoundTriple = readonly [triple: string, graph: string];

/**
 * The graphs that a query may read, by its text and its options (SPARQL 1.1 Protocol, section 2.1.4). Those that exist
 * for this query only are in its default graph where they are named for it.
 * @param reachable the named graphs that the text can reach; undefined for all
 * @param hidden of the store
 */
export function readableGraphs(
  { from }: QueryNeeds,
  { graphs, named, extra = {} }: QueryOptions,
  reachable: ReadonlySet<string> | undefined,
  hidden = NONE_HIDDEN,
): ReadableGraphs {
  const own = Object.keys(extra);
  const among = (names: readonly string[]) =>
    new Set(names.filter((name) => (graphs?.includes(name) ?? true) || Object.hasOwn(extra, name)));
  if (named !== undefined) return { unnamed: new Set(graphs), named: new Set(named), hidden };
  if (from !== undefined) return { unnamed: among(from.unnamed), named: among(from.named), hidden };
  return {
    unnamed: graphs && new Set(graphs),
    named: graphs ? new Set([...graphs, ...own]) : reachable,
    hidden: own.length === 0 ? hidden : { ...hidden, unnamed: new Set([...hidden.unnamed, ...own]) },
  };
}

/** Whether a graph may be read for some of the quads. */
export function isReadable(graph: string, { graph: place }: NeededQuads, readable: ReadableGraphs): boolean {
  if (place === 'default') return isInDefault(graph, readable);
  return (place === 'named' || place.value === graph) && isNamed(graph, readable);
}

/** Whether a graph is part of the default graph of a query. */
export function isInDefault(graph: string, { unnamed, hidden }: ReadableGraphs): boolean {
  return unnamed?.has(graph) ?? !hidden.unnamed.has(graph);
}

/** Whether a graph is one of the named graphs of a query. */
export function isNamed(graph: string, { named, hidden }: ReadableGraphs): boolean {
  return named?.has(graph) ?? !hidden.named.has(graph);
}
