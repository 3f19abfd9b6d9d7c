import { join, resolve } from 'node:path';
import { isThere } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { openBytes } from '../../package/open/open-crate.js';
import { openPackage } from '../../package/open/open-package.js';
import type { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { isWritableArchiveName } from '../../package/container/archive-names.js';
import type { CratePackage } from '../../package/crate-package.js';
import { describedFiles } from '../../package/described-files.js';
import { isWebAddress, type PackageOptions } from '../../package/package-options.js';
import type { LoadRecord } from '../stored/load-records.js';

/**
 * Opens the packages on this machine that a graph was loaded from, if they are as they were, in load order. A package
 * that is gone, has changed or has no files is left out. The caller closes them.
 */
export async function payloadAtHand(records: readonly LoadRecord[], packages: PackageOptions): Promise<CratePackage[]> {
  const opened: CratePackage[] = [];
  for (const { source, sha256 } of records) {
    if (source === '-' || isWebAddress(source)) continue;
    const found = await openPackage(source, { verify: 'all', ...packages }).catch((error: unknown) => {
      if (error instanceof CrateError) return undefined;
      throw error;
    });
    if (found === undefined) continue;
    const isSame = Buffer.from(found.metadata.content.sha256).toString('hex') === sha256;
    if (isSame && found.container !== undefined) opened.push(found);
    else await found.close();
  }
  return opened;
}

/** How a document of a store is read. */
interface DocumentReading {
  /** Base of the graph. */
  readonly base?: string | undefined;
  readonly contexts?: ContextSource | undefined;
}

/** The paths of the files and folders that a document describes. */
export async function describedPaths(document: DocumentBytes, { base, contexts }: DocumentReading): Promise<string[]> {
  const crate = await openBytes(document.bytes, { remembered: base, contexts }).catch((error: unknown) => {
    if (error instanceof CrateError) return undefined; // a graph without a root describes no files
    throw error;
  });
  return crate === undefined ? [] : [...describedFiles(crate)].flatMap(({ path }) => path ?? []);
}

/**
 * Checks that packages have something of what a document describes.
 * @param described paths
 * @throws CrateError ERR_NOT_FOUND if they have nothing of it
 */
export async function requirePayload(
  graph: string,
  packages: readonly CratePackage[],
  described: readonly string[],
): Promise<void> {
  if (described.length === 0) return;
  const wanted = new Set(described);
  for (const { container, root } of packages)
    for await (const entry of container?.entries() ?? []) {
      if (entry.type !== 'file' || !entry.path.startsWith(root)) continue;
      const path = entry.path.slice(root.length);
      if (wanted.has(path) || foldersOf(path).some((folder) => wanted.has(folder))) return;
    }
  const sources = packages.map(({ source }) => source).join(', ');
  throw new CrateError('ERR_NOT_FOUND', `none of the files that <${graph}> describes is in ${sources}`, {
    hint: 'put the files back, or export it without --with-files',
  });
}

/** Which of the files that a document describes a package lacks. @param described paths @param files of the package */
export async function missingFiles(
  target: string,
  described: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  const written = new Set(files);
  const folders = new Set(files.flatMap(foldersOf));
  const missing: string[] = [];
  for (const path of described) {
    if (written.has(path)) continue;
    const isWritten =
      folders.has(path) || (!isWritableArchiveName(target) && (await isSeen(join(resolve(target), path))));
    if (!isWritten) missing.push(path);
  }
  return missing;
}

/** A file that nobody can look at is no reason to fail: the package is written by then. */
function isSeen(path: string): Promise<boolean> {
  return isThere(path).catch(() => false);
}

/** `a/`, `a/b/` of `a/b/c.txt`. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
