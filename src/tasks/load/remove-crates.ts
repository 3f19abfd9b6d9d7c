import { CATALOGUE } from '../stored/load-records.js';
import { graphsOfFiles } from '../stored/reference-graphs.js';
import { CrateError } from '../../base/errors.js';
import type { DropWork, GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';

/**
 * Removes crates and their load records from a store, with the graphs of their RDF files: all of them or none.
 * @returns the number of quads that each graph had
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * console.log(await removeCrates(store, ['https://example.org/coastal-atlas/']));
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE for the catalogue, and without `foreign` for a graph of an endpoint
 * that another program has written
 */
export async function removeCrates(
  store: GraphStore,
  graphs: Iterable<string>,
  options: DropWork = {},
): Promise<{ graph: string; quads: number }[]> {
  options.signal?.throwIfAborted();
  const wanted = new Set(graphs);
  if (wanted.has(CATALOGUE))
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is the catalogue of the store, not a crate`, {
      hint: 'see `crategraph list`',
    });
  const files = await withSnapshot(store, graphsOfFiles);
  for (const graph of [...wanted]) for (const file of files.get(graph) ?? []) wanted.add(file);
  return (await store.drop(wanted, options)).map(({ graph, before }) => ({ graph, quads: before }));
}
