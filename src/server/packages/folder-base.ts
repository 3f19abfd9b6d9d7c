import { join } from 'node:path';
import type { ContextSource } from '../../crate/context/context-source.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import { crateAddress } from '../../tasks/stored/crate-keys.js';
import type { ServedFolder } from './served-folders.js';

/** The address of the crate of a folder. @param server the address of the server, with `/` at its end */
export function folderAddress(server: string, { name }: Pick<ServedFolder, 'name'>): string {
  return crateAddress(server, name);
}

/** The address of the metadata file of a folder: the base of all who load it from the server. */
export function metadataAddress(server: string, folder: Pick<ServedFolder, 'name' | 'metadata'>): string {
  return `${folderAddress(server, folder)}${encodeURIComponent(folder.metadata)}`;
}

/** The address of a folder as a ZIP. */
export function zipAddress(server: string, folder: Pick<ServedFolder, 'name'>): string {
  return folderAddress(server, folder).replace(/\/$/, '.zip');
}

/**
 * Opens the metadata document of a folder as those read it who load it from the server.
 * @throws CrateError as `openDocument`
 */
export function openFolderDocument(
  server: string,
  folder: ServedFolder,
  contexts: ContextSource,
): Promise<CrateDocument> {
  const path = join(folder.folder, folder.metadata);
  return openDocument(DocumentBytes.ofFile(path, path, PACKAGE_LIMITS.metadataBytes), {
    base: { url: metadataAddress(server, folder) },
    contexts,
  });
}

/**
 * The base to load a folder with, so that all routes of the server give the same IRIs (format document, section 1, rule
 * 5): the address of its metadata file, or what a `@base` in it makes of that. Undefined if the document has a base of
 * its own elsewhere, which a load finds.
 */
export async function folderBase(
  server: string,
  folder: ServedFolder,
  contexts: ContextSource,
): Promise<string | undefined> {
  // A document that cannot be opened fails in the load, which says why.
  const document = await openFolderDocument(server, folder, contexts).catch(() => undefined);
  const { iri, reason } = document?.base ?? {};
  if (iri === undefined || reason !== 'document') return metadataAddress(server, folder);
  return iri.startsWith(server) ? iri : undefined;
}
