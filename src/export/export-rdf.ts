import type { Quad } from '@rdfjs/types';
import type { ActiveContext } from '../crate/context/active-context.js';
import type { ContextSource } from '../crate/context/context-source.js';
import { resolveContext } from '../crate/context/resolve-context.js';
import { contextAddress } from '../crate/spec-version.js';
import { inGraph, rdfText, requireRdfOutput } from '../crate/write/rdf-text.js';
import { CrateError } from '../errors.js';
import { parseNQuadsStream } from '../rdf/parse-rdf.js';
import type { RdfSyntax } from '../rdf/syntaxes.js';
import type { GraphReader, GraphStore } from '../store/port.js';
import { StoredGraph } from './stored-graph.js';

/**
 * Exports a graph of a store as RDF, as it is now: in its named graph as N-Quads and TriG, without a name in the others.
 * @param graph IRI of the named graph
 * @param to `nquads`, `ntriples`, `turtle`, `trig`, or `jsonld`: flattened, with absolute identifiers
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE for an unknown format, ERR_CONTEXT_UNAVAILABLE for `jsonld`
 */
export async function* exportRdf(
  store: GraphStore,
  graph: string,
  to: string,
  contexts: ContextSource,
): AsyncGenerator<string | Uint8Array> {
  const syntax = requireRdfOutput(to);
  const snapshot = store.snapshot();
  try {
    yield* rdfOf(snapshot, graph, syntax, contexts);
  } finally {
    snapshot.close();
  }
}

async function* rdfOf(
  store: GraphReader,
  iri: string,
  syntax: RdfSyntax,
  contexts: ContextSource,
): AsyncGenerator<string | Uint8Array> {
  const graph = await StoredGraph.open(store, iri, contexts);
  if (syntax.name === 'nquads') return yield* store.nquads(iri);
  if (syntax.name === 'ntriples') return yield* graph.triples();
  const quads: Quad[] = await inGraph(parseNQuadsStream(graph.triples()), syntax.name === 'trig' ? iri : undefined);
  const candidates = await graph.candidates();
  const root = candidates.find((candidate) => candidate.root === iri) ?? candidates[0];
  const base = await graph.base();
  const writtenContext = graph.records[0]?.context ?? contextAddress();
  yield* rdfText(quads, syntax, {
    base,
    root,
    context: syntax.name === 'jsonld' ? undefined : await contextForPrefixes(graph, base.root),
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
