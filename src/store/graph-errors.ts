import { CrateError } from '../errors.js';

/** The error for a graph that does not exist, its IRI in `details.graph`. */
export function graphNotFound(graph: string): CrateError {
  return new CrateError('ERR_GRAPH_NOT_FOUND', `the graph <${graph}> does not exist`, { details: { graph } });
}

/** The error for a graph that already exists, its IRI in `details.graph`. @param source where it was loaded from */
export function graphExists(graph: string, source?: string): CrateError {
  const from = source === undefined ? '' : `, from ${source === '-' ? 'a stream or from memory' : source}`;
  return new CrateError('ERR_GRAPH_EXISTS', `the graph <${graph}> already exists${from}`, { details: { graph } });
}

/**
 * Makes sure that graphs exist.
 * @param found the graphs that exist, at least those that are wanted
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
export function requireGraphs(found: ReadonlyMap<string, unknown>, wanted: Iterable<string>): void {
  for (const graph of wanted) if (!found.has(graph)) throw graphNotFound(graph);
}
