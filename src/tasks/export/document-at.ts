import { withOtherBase } from '../../crate/edit/base-text.js';
import { chunksOf } from '../../crate/json/byte-source.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import type { GraphReader } from '../../store/port.js';
import { exportOf, type ExportOptions } from './export-crate.js';
import { StoredGraph } from './stored-graph.js';

/**
 * Exports a graph as the metadata document at an address: who loads it from there gets the IRIs of the graph. If the
 * graph has another base than this address, the context of the document ends with it (format document, section 1, rule
 * 5); all else keeps its bytes.
 * @throws CrateError as `exportCrate`, before the first chunk
 */
export async function* documentAt(
  address: string,
  store: GraphReader,
  iri: string,
  options: ExportOptions,
): AsyncGenerator<Uint8Array> {
  const graph = await StoredGraph.open(store, iri, options);
  const chunks = exportOf(store, iri, { ...options, exact: true });
  const bytes = await DocumentBytes.ofStream(chunks, PACKAGE_LIMITS.metadataBytes, iri);
  const document = await openDocument(bytes, { base: { url: address }, contexts: graph.contexts });
  const { iri: base } = await graph.base();
  yield* chunksOf(document.base.iri === base ? bytes : await withOtherBase(document, { base, terms: {} }));
}
