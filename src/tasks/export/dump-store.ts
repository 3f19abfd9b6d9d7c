import { stoppable } from '../../crate/read/stop-signal.js';
import { CrateError } from '../../base/errors.js';
import { NQUADS, syntaxOf, type RdfSyntax } from '../../base/rdf/syntaxes.js';
import { parseNQuadsStream } from '../../base/rdf/parse-rdf.js';
import { skolemizeNQuads } from '../../base/rdf/skolem.js';
import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import { requireGraphs } from '../../store/graph-errors.js';
import { wholeLines } from '../../store/nquads-lines.js';
import type { GraphStore, WorkOptions } from '../../store/port.js';

/** How to write the crates of a store. */
export interface DumpOptions extends WorkOptions {
  /** Write blank nodes as IRIs, `urn:crategraph:blank:LABEL`. Default false. */
  readonly skolem?: boolean | undefined;
}

/**
 * Writes the crates of a store as RDF named graphs, from one snapshot and without load records.
 * @param graphs IRIs; an empty list means no crates; default: all
 * @param syntax a syntax with named graphs: N-Quads or TriG
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for await (const chunk of dumpStore(store, undefined, 'trig')) process.stdout.write(chunk);
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_UNSUPPORTED
 */
export async function* dumpStore(
  store: GraphStore,
  graphs?: readonly string[] | undefined,
  syntax: RdfSyntax | string = NQUADS,
  { signal, skolem }: DumpOptions = {},
): AsyncGenerator<string | Uint8Array> {
  signal?.throwIfAborted();
  const chosen = typeof syntax === 'string' ? syntaxOf(syntax) : syntax;
  if (chosen?.graphs !== true)
    throw new CrateError('ERR_UNSUPPORTED', `${chosen?.name ?? String(syntax)} has no named graphs`);
  const snapshot = store.snapshot();
  try {
    if (graphs !== undefined) requireGraphs(await snapshot.graphs(graphs), graphs);
    const stored = graphs?.length === 0 ? nothing() : snapshot.nquads(...(graphs ?? []));
    const nquads = skolem === true ? skolemized(stored) : stored;
    const chunks = chosen === NQUADS ? nquads : serializeRdf(parseNQuadsStream(wholeLines(nquads)), chosen);
    yield* stoppable<string | Uint8Array>(chunks, signal);
  } finally {
    snapshot.close();
  }
}

async function* skolemized(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const lines of chunks) yield skolemizeNQuads(lines);
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // no graph, no chunk
}
