import type { ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { contextsOrDefault } from '../../package/contexts/open-contexts.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import type { PackageOptions } from '../../package/package-options.js';
import type { GraphReader, WorkOptions } from '../../store/port.js';
import type { LoadRecord } from './load-records.js';

/** How to read originals. */
export interface OriginalOptions extends WorkOptions {
  /**
   * Where remote contexts come from. Default: as `contextsOrDefault`. A store may come from anywhere, so nothing in it
   * opens a private address or sends credentials, also not to where a crate was loaded from.
   */
  readonly contexts?: ContextSource | undefined;
  /** How large an original may be (`limits.metadataBytes`), because a store may come from anywhere. */
  readonly packages?: Pick<PackageOptions, 'limits'> | undefined;
}

/** Bytes that one original may have. */
export function mostOriginalBytes({ packages }: OriginalOptions): number {
  return packages?.limits?.metadataBytes ?? PACKAGE_LIMITS.metadataBytes;
}

/** Opens the originals that the store kept of a graph, in load order, each as its load has read it. */
export async function openOriginals(
  store: GraphReader,
  records: readonly LoadRecord[],
  options: OriginalOptions,
): Promise<CrateDocument[]> {
  const { signal } = options;
  const contexts = contextsOrDefault(options.contexts);
  const opened: CrateDocument[] = [];
  for (const { kept, sha256, source, base } of records) {
    if (!kept) continue;
    const content = await DocumentBytes.ofStream(store.file(sha256), mostOriginalBytes(options), source);
    opened.push(await openDocument(content, { base: { remembered: base }, contexts, identity: sha256, signal }));
  }
  return opened;
}
