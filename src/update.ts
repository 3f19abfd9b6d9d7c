import { CATALOGUE } from './catalogue.js';
import type { GraphDifference, GraphStore } from './store/graph-store.js';

/**
 * Runs a SPARQL update on a store, all of it or nothing; durable when the promise resolves.
 * @returns the graphs that changed and by how many quads
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED
 */
export async function updateStore(store: GraphStore, sparql: string): Promise<GraphDifference[]> {
  const changed = await store.update(sparql);
  return changed.filter(({ graph }) => graph.value !== CATALOGUE);
}
