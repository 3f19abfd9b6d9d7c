import { CATALOGUE } from '../stored/load-records.js';
import { CrateError } from '../errors.js';
import { namesGraph, sparqlGraphs, putInGraph } from '../store/engine/sparql-graphs.js';
import { requireGraphs } from '../store/graph-errors.js';
import type { GraphDifference, GraphStore, WorkOptions } from '../store/port.js';
import { kindOfSparql } from '../store/sparql-tokens.js';

/** How to run an update. */
export interface UpdateOptions extends WorkOptions {
  /** IRI of the graph for triples outside GRAPH. Default: none, and such triples are an error. */
  readonly crate?: string | undefined;
}

/**
 * Runs a SPARQL update on a store, all of it or nothing; durable when the promise resolves.
 * @returns the graphs that changed, and by how many quads
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const crate = 'https://example.org/coastal-atlas/';
 * const update = `INSERT DATA { <${crate}> <http://schema.org/keywords> "coast" }`;
 * console.log(await updateStore(store, update, { crate })); // [{ graph, added: 1, removed: 0 }]
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED, ERR_GRAPH_NOT_FOUND, ERR_LIMIT, ERR_USAGE for a query, for
 * triples outside of named graphs, and for the catalogue
 */
export async function updateStore(
  store: GraphStore,
  sparql: string,
  { crate, signal }: UpdateOptions = {},
): Promise<GraphDifference[]> {
  if (kindOfSparql(sparql) === 'query')
    throw new CrateError('ERR_USAGE', 'this is a query, not an update', { hint: 'use `crategraph query`' });
  if (crate !== undefined) requireGraphs(await store.graphs([crate]), [crate]);
  const update = crate === undefined ? sparql : putInGraph(sparql, crate);
  const graphs = sparqlGraphs(update);
  if (graphs.usesDefaultGraph)
    throw new CrateError(
      'ERR_USAGE',
      'the update changes triples outside any named graph; every triple must belong to a crate',
      {
        hint: 'write GRAPH <crate> { ... } around them (GRAPH ?crate { ... } for all crates), or name the crate with --crate',
      },
    );
  if (namesGraph(update, CATALOGUE, graphs))
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is made from the load records and cannot be changed`);
  return store.update(update, { signal });
}
