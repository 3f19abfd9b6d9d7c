import { basename, resolve } from 'node:path';
import { DocumentBytes, inChunks } from '../bytes/document-bytes.js';
import { topFolderOf } from '../container/archive-names.js';
import { FolderContainer } from '../container/folder-container.js';
import { CratePackage, type PackageFile, type PackageParts } from '../crate-package.js';
import { PACKAGE_LIMITS } from '../limits.js';
import { writeZip } from './write-zip.js';

/**
 * Writes a folder as a ZIP or `.eln` archive, also its empty folders; an `.eln` has one top folder with its own name.
 * @param metadata the metadata document, instead of a file of this name
 * @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY
 */
export async function writeFolderAsZip(
  folder: string,
  target: string,
  metadata?: PackageParts['metadata'],
): Promise<void> {
  const container = new FolderContainer(target, folder, PACKAGE_LIMITS);
  const none = { name: '', content: DocumentBytes.inMemory(new Uint8Array()) };
  const source = new CratePackage({ source: target, name: target, metadata: none, limits: PACKAGE_LIMITS, container });
  const top = topFolderOf(basename(target));
  const files: PackageFile[] = [];
  if (metadata !== undefined) {
    const { name, content } = metadata;
    files.push({ path: top + name, size: content.length, content: () => inChunks(content) });
  }
  for await (const { path, size, content } of source.files())
    if (path !== metadata?.name) files.push({ path: top + path, size, content });
  for await (const path of emptyFolders(container)) files.push({ path: top + path, size: 0, content: noContent });
  await writeZip(resolve(target), files);
}

/** The paths of folders without anything in them. */
async function* emptyFolders(container: FolderContainer): AsyncGenerator<string> {
  let last: string | undefined;
  for await (const { path, type } of container.entries()) {
    if (last !== undefined && !path.startsWith(last)) yield last;
    last = type === 'folder' ? path : undefined;
  }
  if (last !== undefined) yield last;
}

async function* noContent(): AsyncGenerator<Uint8Array> {}
