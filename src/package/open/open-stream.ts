import { abortable } from '../abortable.js';
import { memoryRanges } from '../bytes/byte-ranges.js';
import { isArchive, detectKind, FIRST_BYTES, readFirstBytes } from '../bytes/first-bytes.js';
import { CratePackage, type PackageParts } from '../crate-package.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import { humanSize, limitExceeded } from '../limits.js';
import type { PackageSettings } from '../package-options.js';
import type { CrateContent } from './crate-argument.js';
import { openArchive, openArchiveBytes } from './open-archive.js';
import { streamRanges } from '../bytes/temporary-file.js';

/** How a package without a place is called. */
type StreamFacts = Pick<PackageParts, 'source' | 'name' | 'file'>;

/** Opens a crate that the caller gives as bytes or as a stream. @throws CrateError */
export async function openGiven(content: CrateContent, settings: PackageSettings): Promise<CratePackage> {
  const { bytes, name, file } = content;
  const facts: StreamFacts = { source: '-', name, file: file ?? null };
  if (bytes === undefined) return openStream(content.chunks(settings.signal), settings, facts);
  const { limits, kind } = settings;
  const format = detectKind(bytes.subarray(0, FIRST_BYTES));
  const document = (documentBytes: DocumentBytes) =>
    new CratePackage({ ...facts, metadata: { name, content: documentBytes }, limits, kind });
  if (!isArchive(format)) {
    if (bytes.length > limits.metadataBytes)
      throw limitExceeded(`${name}: the metadata document`, humanSize(limits.metadataBytes));
    return document(DocumentBytes.inMemory(bytes));
  }
  const archive = await openArchiveBytes(format, memoryRanges(bytes), name, settings);
  return archive instanceof DocumentBytes ? document(archive) : openArchive(archive, facts, settings);
}

/**
 * Opens the crate in a stream: a metadata document, or an archive, which goes to a temporary file.
 * @throws CrateError
 */
export async function openStream(
  stream: AsyncIterable<Uint8Array>,
  settings: PackageSettings,
  facts: StreamFacts = { source: '-', name: '-' },
): Promise<CratePackage> {
  const { limits, kind, signal } = settings;
  const { name } = facts;
  const { head, body } = await readFirstBytes(abortable(stream, signal));
  const format = detectKind(head);
  const document = (content: DocumentBytes) =>
    new CratePackage({ ...facts, metadata: { name, content }, limits, kind });
  if (!isArchive(format)) return document(await DocumentBytes.ofStream(body, limits.metadataBytes, name));
  const archive = await openArchiveBytes(format, await streamRanges(body, limits.downloadBytes, name), name, settings);
  return archive instanceof DocumentBytes ? document(archive) : openArchive(archive, facts, settings);
}
