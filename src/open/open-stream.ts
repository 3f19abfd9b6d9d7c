import { isArchive, sniff, peek } from '../package/bytes/first-bytes.js';
import { CratePackage } from '../package/crate-package.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import type { PackageSettings } from '../package/package-options.js';
import { archiveOf, openArchive } from './open-archive.js';
import { spool } from '../package/bytes/temporary-file.js';

/** Opens what comes in a stream: a metadata document, or an archive that is kept in a temporary file. @throws CrateError */
export async function openStream(stream: AsyncIterable<Uint8Array>, settings: PackageSettings): Promise<CratePackage> {
  const { limits, kind } = settings;
  const origin = { source: '-', name: '-' };
  const { head, body } = await peek(stream);
  const format = sniff(head);
  const document = (content: DocumentBytes) =>
    new CratePackage({ ...origin, metadata: { name: '-', content }, limits, kind });
  if (!isArchive(format)) return document(await DocumentBytes.ofStream(body, limits.metadataBytes, '-'));
  const archive = await archiveOf(format, await spool(body, limits.downloadBytes, '-'), '-', settings);
  return archive instanceof DocumentBytes ? document(archive) : openArchive(archive, origin, settings);
}
