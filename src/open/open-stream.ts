import { isArchive, detectKind, readFirstBytes } from '../package/bytes/first-bytes.js';
import { CratePackage } from '../package/crate-package.js';
import { DocumentBytes } from '../package/bytes/document-bytes.js';
import type { PackageSettings } from '../package/package-options.js';
import { openArchive, openArchiveBytes } from './open-archive.js';
import { streamRanges } from '../package/bytes/temporary-file.js';

/** Opens the crate in a stream: a metadata document, or an archive, which goes to a temporary file. @throws CrateError */
export async function openStream(stream: AsyncIterable<Uint8Array>, settings: PackageSettings): Promise<CratePackage> {
  const { limits, kind } = settings;
  const facts = { source: '-', name: '-' };
  const { head, body } = await readFirstBytes(stream);
  const format = detectKind(head);
  const document = (content: DocumentBytes) =>
    new CratePackage({ ...facts, metadata: { name: '-', content }, limits, kind });
  if (!isArchive(format)) return document(await DocumentBytes.ofStream(body, limits.metadataBytes, '-'));
  const archive = await openArchiveBytes(format, await streamRanges(body, limits.downloadBytes, '-'), '-', settings);
  return archive instanceof DocumentBytes ? document(archive) : openArchive(archive, facts, settings);
}
