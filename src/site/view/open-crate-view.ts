import { CrateError } from '../../base/errors.js';
import { exportOf, exportWithoutContexts } from '../../tasks/export/export-crate.js';
import { StoredGraph } from '../../tasks/export/stored-graph.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import type { GraphReader } from '../../store/port.js';
import type { CrateView } from './crate-view.js';
import { DocumentView } from './document-view.js';
import { plainEntities } from './plain-entities.js';

/**
 * Opens the view of a crate that `openCrateDocument` has opened.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS, ERR_JSON_SYNTAX,
 * ERR_JSONLD_INVALID, ERR_CONTEXT_UNAVAILABLE
 */
export async function openCrateView(document: CrateDocument): Promise<CrateView> {
  return new DocumentView(await plainEntities(document), document.root);
}

/** The view of a crate of a store, and the size of its document. */
export interface StoredView {
  readonly view: CrateView;
  readonly bytes: number;
}

/** Never aborted: work that has a signal lets other events happen meanwhile. */
const { signal: TURNS } = new AbortController();

/**
 * Opens the view of a crate of a store: of the document that an export would write, in the order of its author. Where a
 * context of it is not available, of the graph alone, which needs none.
 * @throws CrateError ERR_GRAPH_NOT_FOUND
 */
export async function openStoredView(store: GraphReader, graph: string, contexts?: ContextSource): Promise<StoredView> {
  const stored = await StoredGraph.open(store, graph, { contexts });
  try {
    return await viewOf(stored, exportOf(store, graph, { contexts, exact: true, signal: TURNS }));
  } catch (error) {
    if (!(error instanceof CrateError && error.code === 'ERR_CONTEXT_UNAVAILABLE')) throw error;
    return viewOf(stored, exportWithoutContexts(store, graph, { contexts, signal: TURNS }), error);
  }
}

/** @param missing why the document is not the one of the author */
async function viewOf(
  stored: StoredGraph,
  chunks: AsyncIterable<Uint8Array>,
  missing?: CrateError,
): Promise<StoredView> {
  const content = await DocumentBytes.ofStream(chunks, Infinity, stored.iri);
  const [record] = stored.records;
  const unchanged = record !== undefined && missing === undefined && stored.unchangedOriginal() !== undefined;
  const base = await stored.base();
  const document = await openDocument(content, {
    base: { remembered: base.iri },
    contexts: stored.contexts,
    // The store has checked the hash of an original; anything else is hashed here.
    identity: unchanged ? record.sha256 : Buffer.from(content.sha256).toString('hex'),
    signal: TURNS,
  });
  const descriptor = document.candidates.find(({ root }) => root === stored.iri)?.descriptor;
  const view = new DocumentView(await plainEntities(document), { root: stored.iri, descriptor }, missing?.message);
  return { view, bytes: content.length };
}
