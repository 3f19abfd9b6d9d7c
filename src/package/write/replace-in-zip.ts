import { CrateError } from '../../base/errors.js';
import { EntryGuard, tidyPath } from '../container/entry-names.js';
import type { CratePackage, PackageFile } from '../crate-package.js';
import { writeZip, type ZipMember } from './write-zip.js';

/**
 * Writes the ZIP archive of a crate again with another metadata document, whole or not at all. All other entries keep
 * path, order, content, time, mode and comment, and whether they are compressed; so does the metadata file, but for
 * content and time. The archive keeps its comment.
 * @param target path of the archive
 * @param opened the crate in it
 * @throws CrateError as {@link zipMembers}; ERR_OUTPUT
 */
export async function replaceInZip(
  target: string,
  opened: CratePackage,
  document: Pick<PackageFile, 'size' | 'content'>,
): Promise<void> {
  const { container, metadata, root } = opened;
  const path = tidyPath(root + metadata.name);
  const members = (await zipMembers(target, opened)).map((member) =>
    member.path === path ? { path, ...document, facts: changedNow(member.facts) } : member,
  );
  await writeZip(target, members, { inOrder: true, comment: await container?.comment?.() });
}

/**
 * Lists what is in the ZIP archive of a crate, and so tells without writing whether it can be written again.
 * @param target path of the archive, for messages
 * @throws CrateError ERR_UNSUPPORTED for another kind of archive and for a bag, which has a checksum of the document;
 * ERR_ARCHIVE_ENTRY, ERR_ARCHIVE_INVALID, ERR_LIMIT
 */
export async function zipMembers(target: string, { container, bag }: CratePackage): Promise<ZipMember[]> {
  if (container?.kind !== 'zip' || bag !== undefined)
    throw new CrateError('ERR_UNSUPPORTED', `${target} is ${bag === undefined ? 'no ZIP archive' : 'a bag'}`, {
      hint: 'unpack it, and save the crate in the folder',
    });
  const guard = new EntryGuard(container.name);
  const members: ZipMember[] = []; // a folder may be there several times
  for await (const entry of container.entries()) {
    const path = guard.check(entry);
    if (path === '/') continue; // the package itself, which no other archive has as an entry
    await entry.confirm?.();
    members.push({ path, size: entry.size, content: () => entry.content(), facts: entry.zipFacts?.() });
  }
  return members;
}

function changedNow(facts: ZipMember['facts']): ZipMember['facts'] {
  return facts && { ...facts, time: new Date(), isExactTime: true };
}
