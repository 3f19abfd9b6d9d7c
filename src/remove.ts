import { CATALOGUE, catalogueWrite, named, readCatalogue, recordQuads } from './catalogue.js';
import { CrateError } from './errors.js';
import type { GraphStore, GraphWrite } from './store/graph-store.js';

/**
 * Removes crates from a store, with their load records: all of them or none.
 * @returns number of quads that each graph had
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE for the catalogue
 */
export async function removeCrates(
  store: GraphStore,
  graphs: Iterable<string>,
): Promise<{ graph: string; quads: number }[]> {
  const wanted = new Set(graphs);
  if (wanted.has(CATALOGUE))
    throw new CrateError('ERR_USAGE', `<${CATALOGUE}> is the catalogue of the store, no crate`, {
      hint: 'see `crategraph list`',
    });
  const removed: { graph: string; quads: number }[] = [];
  for (const graph of wanted) {
    const quads = await store.size(named(graph));
    if (quads === 0)
      throw new CrateError('ERR_GRAPH_NOT_FOUND', `the store holds no graph <${graph}>`, { details: { graph } });
    removed.push({ graph, quads });
  }
  const records = (await readCatalogue(store)).filter(({ graph }) => wanted.has(graph));
  const writes: GraphWrite[] = removed.map(({ graph }) => ({ graph: named(graph), mode: 'replace', nquads: [] }));
  const replaced = (await Promise.all(records.map((record) => recordQuads(store, record)))).flat();
  if (replaced.length > 0) writes.push(catalogueWrite([], replaced));
  await store.import(writes);
  return removed;
}
