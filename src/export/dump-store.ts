import { CrateError } from '../errors.js';
import type { RdfSyntax } from '../rdf/syntaxes.js';
import { parseNQuadsStream } from '../rdf/parse-rdf.js';
import { serializeRdf } from '../rdf/serialize-rdf.js';
import { requireGraphs } from '../store/graph-errors.js';
import { wholeLines } from '../store/nquads-lines.js';
import type { GraphStore } from '../store/port.js';

/**
 * Writes the crates of a store as RDF named graphs, from one snapshot and without load records.
 * @param graphs IRIs; default: all
 * @param syntax a syntax with named graphs: N-Quads or TriG
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_UNSUPPORTED
 */
export async function* dumpStore(
  store: GraphStore,
  graphs: readonly string[],
  syntax: RdfSyntax,
): AsyncGenerator<string | Uint8Array> {
  if (!syntax.graphs) throw new CrateError('ERR_UNSUPPORTED', `${syntax.name} has no named graphs`);
  const snapshot = store.snapshot();
  try {
    requireGraphs(await snapshot.graphs(graphs), graphs);
    const nquads = snapshot.nquads(...graphs);
    yield* syntax.name === 'nquads' ? nquads : serializeRdf(parseNQuadsStream(wholeLines(nquads)), syntax);
  } finally {
    snapshot.close();
  }
}
