import type { QueryOptions, WorkOptions } from '../port.js';
import type { NeededQuads, QueryNeeds } from './needed-quads.js';

/** The graphs that a query may read: undefined for all. */
export interface ReadableGraphs {
  readonly unnamed: ReadonlySet<string> | undefined;
  readonly named: ReadonlySet<string> | undefined;
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
 */
export function readableGraphs(
  { from }: QueryNeeds,
  { graphs, named, extra = {} }: QueryOptions,
  reachable: ReadonlySet<string> | undefined,
): ReadableGraphs {
  const among = (names: readonly string[]) =>
    new Set(names.filter((name) => (graphs?.includes(name) ?? true) || Object.hasOwn(extra, name)));
  if (named !== undefined) return { unnamed: new Set(graphs), named: new Set(named) };
  if (from !== undefined) return { unnamed: among(from.unnamed), named: among(from.named) };
  return {
    unnamed: graphs && new Set(graphs),
    named: graphs ? new Set([...graphs, ...Object.keys(extra)]) : reachable,
  };
}

/** Whether a graph may be read for some of the quads. */
export function isReadable(graph: string, { graph: place }: NeededQuads, { unnamed, named }: ReadableGraphs): boolean {
  if (place === 'default') return unnamed?.has(graph) ?? true;
  return (place === 'named' || place.value === graph) && (named?.has(graph) ?? true);
}
