import { CATALOGUE } from '../stored/load-records.js';
import { CrateError } from '../errors.js';
import { namesGraph, scopeOf, inGraph } from '../store/engine/sparql-graphs.js';
import { requireGraphs } from '../store/graph-errors.js';
import type { GraphDifference, GraphStore, WorkOptions } from '../store/port.js';
import { kindOfSparql } from '../store/sparql-tokens.js';

/** How to run an update. */
export interface UpdateOptions extends WorkOptions {
  /** IRI of the graph for which triples are meant that are in no GRAPH. Default: none, they are refused. */
  readonly crate?: string | undefined;
}

/**
 * Runs a SPARQL update on a store, all of it or nothing; durable when the promise resolves.
 * @returns the graphs that changed and by how many quads
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED, ERR_GRAPH_NOT_FOUND, ERR_LIMIT, ERR_USAGE for a query, for
 * triples that are in no graph, and for the catalogue
 */
export async function updateStore(
  store: GraphStore,
  sparql: string,
  { crate, signal }: UpdateOptions = {},
): Promise<GraphDifference[]> {
  if (kindOfSparql(sparql) === 'query')
    throw new CrateError('ERR_USAGE', 'this is a query and no update', { hint: 'use `crategraph query`' });
  if (crate !== undefined) requireGraphs(await store.graphs([crate]), [crate]);
  const update = crate === undefined ? sparql : inGraph(sparql, crate);
  const scope = scopeOf(update);
  if (scope.unnamed)
    throw new CrateError('ERR_USAGE', 'some triples of the update are in no graph, and no crate has those', {
      hint: 'write GRAPH <crate> { ... } around them (GRAPH ?crate { ... } for all crates), or name the crate with --crate',
    });
  if (namesGraph(update, CATALOGUE, scope))
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is made from the records of the loads and cannot be changed`);
  return store.update(update, { signal });
}
