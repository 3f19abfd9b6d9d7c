import type { ActiveContext } from '../../crate/context/active-context.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { resolveContext } from '../../crate/context/resolve-context.js';
import { contextAddress } from '../../crate/spec-version.js';
import { inGraph, rdfText, requireRdfOutput } from '../../crate/write/rdf-text.js';
import { CrateError } from '../../base/errors.js';
import { parseNQuadsStream } from '../../base/rdf/parse-rdf.js';
import { JSONLD, NQUADS } from '../../base/rdf/syntaxes.js';
import { requireAbsoluteIri } from '../../base/rdf/iri-repair.js';
import type { GraphReader, GraphStore } from '../../store/port.js';
import { StoredGraph } from './stored-graph.js';

/**
 * Exports a graph of a store as RDF, as it is now: in its named graph as N-Quads and TriG,
 * without a name in the others.
 * @param graph IRI of the named graph
 * @param to `nquads`, `ntriples`, `turtle`, `trig`, or `jsonld`: flattened, with absolute identifiers
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * for await (const text of exportRdf(store, 'https://example.org/coastal-atlas/', 'turtle'))
 *   process.stdout.write(text);
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE for an unknown format, ERR_CONTEXT_UNAVAILABLE for `jsonld`
 */
export async function* exportRdf(
  store: GraphStore,
  graph: string,
  to: string,
  contexts?: ContextSource,
): AsyncGenerator<string | Uint8Array> {
  const snapshot = store.snapshot();
  try {
    const syntax = requireRdfOutput(to);
    const name = syntax.graphs && syntax !== JSONLD ? graph : undefined;
    yield* graphToRdf(snapshot, graph, { to, contexts, name });
  } finally {
    snapshot.close();
  }
}

/** How to write a graph as RDF. */
export interface GraphToRdfOptions {
  readonly to: string;
  readonly contexts?: ContextSource | undefined;
  /** IRI of the named graph in the output. Default: the default graph. */
  readonly name?: string | undefined;
}

/** As {@link exportRdf}, for a caller that has a snapshot and chooses the name of the graph. */
export async function* graphToRdf(
  store: GraphReader,
  iri: string,
  { to, contexts, name }: GraphToRdfOptions,
): AsyncGenerator<string | Uint8Array> {
  const syntax = requireRdfOutput(to, name);
  const graph = await StoredGraph.open(store, iri, { contexts });
  if (syntax === NQUADS && name === iri) return yield* store.nquads(iri);
  if (syntax.writer === 'lines' && name === undefined) return yield* graph.triples();
  if (name !== undefined) requireAbsoluteIri(name, '--graph');
  const quads = await inGraph(parseNQuadsStream(graph.triples()), name);
  const candidates = await graph.candidates();
  const root = candidates.find((candidate) => candidate.root === iri) ?? candidates[0];
  const base = await graph.base();
  const writtenContext = graph.records[0]?.context ?? contextAddress();
  yield* rdfText(quads, syntax, {
    base,
    root,
    context: syntax === JSONLD ? undefined : await contextForPrefixes(graph, base.root),
    writtenContext,
    contexts: graph.contexts,
  });
}

/** The context of the crate. Without it only the known prefixes are used, which changes nothing of the meaning. */
async function contextForPrefixes(
  { records, contexts }: StoredGraph,
  root: string,
): Promise<ActiveContext | undefined> {
  try {
    return await resolveContext(records[0]?.context ?? contextAddress(), contexts, root);
  } catch (error) {
    if (error instanceof CrateError) return undefined;
    throw error;
  }
}
