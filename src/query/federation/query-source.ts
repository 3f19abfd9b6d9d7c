import type { GraphReader, WorkOptions } from '../../store/port.js';
import type { NeededQuads } from './needed-quads.js';

/** The graphs that a query may read: undefined for all. */
export interface ReadableGraphs {
  readonly unnamed: ReadonlySet<string> | undefined;
  readonly named: ReadonlySet<string> | undefined;
}

/** What a source is asked for. */
export interface QuadRequest extends WorkOptions {
  readonly quads: readonly NeededQuads[];
  readonly readable: ReadableGraphs;
}

/** A triple as a line of N-Triples without its end, and the graph that has it; '' for a default graph. */
export type FoundTriple = readonly [triple: string, graph: string];

/** One of several sources of a query. */
export interface QuerySource {
  /** For messages. */
  readonly name: string;
  /** Its graphs and load records. */
  readonly reader: GraphReader;
  /** The quads that are asked for; more of the same graphs do no harm. Blank node labels are its own. */
  quads(request: QuadRequest): AsyncIterable<FoundTriple>;
}

/** Whether a graph may be read for some of the quads. */
export function isReadable(graph: string, { graph: place }: NeededQuads, { unnamed, named }: ReadableGraphs): boolean {
  if (place === 'default') return unnamed?.has(graph) ?? true;
  return (place === 'named' || place.value === graph) && (named?.has(graph) ?? true);
}
