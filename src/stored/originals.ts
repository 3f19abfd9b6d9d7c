import type { ContextSource } from '../crate/context/context-source.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { openDocument } from '../crate/read/open-document.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import { contextsFor, contextsOrDefault } from '../package/contexts/open-contexts.js';
import type { GraphReader, WorkOptions } from '../store/port.js';
import type { LoadRecord } from './load-records.js';

/** How to read originals. */
export interface OriginalOptions extends WorkOptions {
  /** Where remote contexts come from. Default: as `contextsOrDefault`. */
  readonly contexts?: ContextSource | undefined;
}

/** Opens the originals that the store kept of a graph, in load order, each as its load has read it. */
export async function openOriginals(
  store: GraphReader,
  records: readonly LoadRecord[],
  { contexts: given, signal }: OriginalOptions,
): Promise<CrateDocument[]> {
  const contexts = contextsOfGraph(records, given);
  const opened: CrateDocument[] = [];
  for (const { kept, sha256, source, base } of records) {
    if (!kept) continue;
    const content = await DocumentBytes.ofStream(store.file(sha256), Infinity, source);
    opened.push(await openDocument(content, { base: { remembered: base }, contexts, identity: sha256, signal }));
  }
  return opened;
}

/** The contexts for a graph: a crate from the web may have its own contexts at its own origin. */
export function contextsOfGraph(records: readonly LoadRecord[], contexts: ContextSource | undefined): ContextSource {
  return records.reduce((source, { origin }) => contextsFor(source, origin), contextsOrDefault(contexts));
}
