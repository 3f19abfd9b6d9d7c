import { CATALOGUE, named } from './catalogue.js';
import { quadToNQuads } from './rdf/nquads.js';
import type { GraphDifference, GraphStore } from './store/graph-store.js';
import { graphsNamedIn } from './store/sparql-words.js';

/**
 * Runs a SPARQL update on a store, all of it or nothing; durable when the promise resolves. The catalogue is no data:
 * what a pattern over all graphs does to it is taken back.
 * @returns the graphs that changed and by how many quads
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED
 */
export async function updateStore(store: GraphStore, sparql: string): Promise<GraphDifference[]> {
  const graphs = graphsNamedIn(sparql);
  const catalogue = graphs === undefined || graphs.has(CATALOGUE) ? await catalogueLines(store) : [];
  const changed = await store.update(sparql);
  if (changed.some(({ graph }) => graph.value === CATALOGUE)) {
    await store.import([{ graph: named(CATALOGUE), mode: 'replace', nquads: catalogue }]);
  }
  return changed.filter(({ graph }) => graph.value !== CATALOGUE);
}

async function catalogueLines(store: GraphStore): Promise<string[]> {
  const lines: string[] = [];
  for await (const quad of store.match(null, null, null, named(CATALOGUE))) lines.push(quadToNQuads(quad));
  return lines;
}
