import { CrateError } from '../../base/errors.js';
import { EntryGuard } from '../container/entry-names.js';
import type { CratePackage, PackageFile } from '../crate-package.js';
import { writeZip } from './write-zip.js';

/**
 * Writes the ZIP archive of a crate again with another metadata document, whole or not at all. All other entries keep
 * their paths and their content.
 * @param target path of the archive
 * @param opened the crate in it
 * @throws CrateError ERR_UNSUPPORTED for another kind of archive and for a bag, which has a checksum of the document;
 * ERR_ARCHIVE_ENTRY, ERR_ARCHIVE_INVALID, ERR_OUTPUT
 */
export async function replaceInZip(
  target: string,
  opened: CratePackage,
  document: Pick<PackageFile, 'size' | 'content'>,
): Promise<void> {
  const { container, bag, metadata, root } = opened;
  if (container?.kind !== 'zip' || bag !== undefined)
    throw new CrateError('ERR_UNSUPPORTED', `${target} is ${bag === undefined ? 'no ZIP archive' : 'a bag'}`, {
      hint: 'unpack it, and save the crate in the folder',
    });
  const guard = new EntryGuard(container.name);
  const files = new Map<string, PackageFile>(); // a folder may be there several times
  for await (const entry of container.entries()) {
    const path = guard.check(entry);
    await entry.confirm?.();
    const content = () => entry.content();
    files.set(path, path === root + metadata.name ? { path, ...document } : { path, size: entry.size, content });
  }
  await writeZip(target, files.values());
}
