import { chooseRoot, type RootCandidate } from '../crate/choose-root.js';
import type { ContextSource } from '../crate/context/context-source.js';
import { openDocument } from '../crate/read/open-document.js';
import type { Note } from '../crate/read/report.js';
import { exportOf } from '../export/export-crate.js';
import { StoredGraph } from '../export/stored-graph.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import { readAll } from '../package/limits.js';
import { parseNQuadsStream } from '../rdf/parse-rdf.js';
import { serializeRdf } from '../rdf/serialize-rdf.js';
import { crateToRdf, CRATE_PREFIXES, requireSyntax } from '../rewrite/crate-rdf.js';
import type { GraphReader } from '../store/port.js';

/** The metadata document of a crate of a store. */
export interface StoredDocument {
  /** As an export writes it. */
  readonly bytes: Uint8Array;
  /** The contexts that it may use: those that it had when it was loaded. */
  readonly contexts: ContextSource;
  /** What the export had to note. */
  readonly notes: readonly Note[];
}

/**
 * Reads a crate of a store as its metadata document, with the later changes of its graph.
 * @throws CrateError as `exportCrate`
 */
export async function storedDocument(
  store: GraphReader,
  graph: string,
  contexts: ContextSource,
): Promise<StoredDocument> {
  const notes: Note[] = [];
  const stored = await StoredGraph.open(store, graph, contexts);
  const chunks = exportOf(store, graph, { contexts, onNote: (note) => void notes.push(note) });
  return { bytes: await readAll(chunks, Infinity, graph), contexts: stored.contexts, notes };
}

/**
 * Writes a crate of a store as RDF in the default graph, as its graph is now; see `crateToRdf`.
 * @throws CrateError ERR_USAGE for an unknown format, and as {@link storedDocument} for `jsonld`
 */
export async function* storedRdf(
  store: GraphReader,
  graph: string,
  to: string,
  contexts: ContextSource,
): AsyncGenerator<string | Uint8Array> {
  const stored = await StoredGraph.open(store, graph, contexts);
  if (to === 'jsonld') {
    const { bytes } = await storedDocument(store, graph, contexts);
    const base = { remembered: (await stored.base()).iri };
    const document = await openDocument(DocumentBytes.inMemory(bytes), { base, contexts: stored.contexts });
    return yield* crateToRdf(document, to, stored.contexts);
  }
  const syntax = requireSyntax(to);
  if (syntax.name === 'nquads' || syntax.name === 'ntriples') yield* stored.triples();
  else yield* serializeRdf(parseNQuadsStream(stored.triples()), syntax, CRATE_PREFIXES);
}

/**
 * Finds the root of a crate of a store, as its graph is now, and all candidates for it.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function storedRoots(
  store: GraphReader,
  graph: string,
  contexts: ContextSource,
): Promise<{ readonly root: () => Promise<RootCandidate>; readonly candidates: readonly RootCandidate[] }> {
  const stored = await StoredGraph.open(store, graph, contexts);
  const candidates = await stored.candidates();
  const root = async () => (await stored.chooseRoot(candidates)) ?? chooseRoot(candidates, await stored.base());
  return { root, candidates };
}
