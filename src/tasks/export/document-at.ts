import { CrateError } from '../../base/errors.js';
import { emptyIfUnavailable } from '../../crate/context/context-source.js';
import { hasBase, withOtherBase } from '../../crate/edit/base-text.js';
import { chunksOf } from '../../crate/json/byte-source.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import type { GraphReader } from '../../store/port.js';
import { exportOf, exportWithoutContexts, type ExportOptions } from './export-crate.js';
import { StoredGraph } from './stored-graph.js';

/**
 * Exports a graph as the metadata document at an address: who loads it from there gets the IRIs of the graph. If the
 * graph has another base than this address, the context of the document ends with it (format document, section 1, rule
 * 5); all else keeps its bytes. Of a crate that was changed after its load, and whose context is not available, this is
 * a new document with the context of RO-Crate.
 * @throws CrateError as `exportCrate`, before the first chunk
 */
export async function* documentAt(
  address: string,
  store: GraphReader,
  iri: string,
  options: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const graph = await StoredGraph.open(store, iri, options);
  const bytes = await exactDocument(store, iri, options);
  // Only the contexts that are part of the document can have a base (JSON-LD 1.1, section 4.1.3).
  const contexts = emptyIfUnavailable(graph.contexts);
  const document = await openDocument(bytes, { base: { url: address }, contexts });
  const { iri: base } = await graph.base();
  if (document.base.iri === base) return yield* chunksOf(bytes);
  // The vocabulary of one with a base may depend on the others.
  const whole = hasBase(document)
    ? await openDocument(bytes, { base: { url: address }, contexts: graph.contexts })
    : document;
  yield* chunksOf(await withOtherBase(whole, { base, terms: {} }));
}

async function exactDocument(store: GraphReader, iri: string, options: ExportOptions): Promise<DocumentBytes> {
  const bytesOf = (chunks: AsyncIterable<Uint8Array>) =>
    DocumentBytes.ofStream(chunks, PACKAGE_LIMITS.metadataBytes, iri);
  try {
    return await bytesOf(exportOf(store, iri, { ...options, exact: true }));
  } catch (error) {
    if (!(error instanceof CrateError && error.code === 'ERR_CONTEXT_UNAVAILABLE')) throw error;
    return bytesOf(exportWithoutContexts(store, iri, options));
  }
}
