import { lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import type { PackageFile } from '../crate-package.js';
import { withOutputError, writeNewFile } from '../../base/disk/write-file.js';
import { OutputFolder, requireInside } from './output-folder.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { temporaryPath } from '../../base/disk/temporary-path.js';
import { compareFile } from '../../base/disk/existing-file.js';

/** Which files of the folder {@link writeFolder} may replace although their content differs. */
export interface ReplaceOptions {
  /** Replace all files that differ. Default: false. */
  readonly force?: boolean | undefined;
  /** The one file that is written in any case. */
  readonly replaces?: string | undefined;
}

/** What {@link writeFolder} did. */
export interface WrittenFiles {
  /** The paths that were written. */
  readonly files: readonly string[];
  /** The paths that existed with the same content. */
  readonly kept: readonly string[];
}

/**
 * Writes files into a folder, all of them or none: writes them to a temporary folder and renames them in order when the
 * last one is complete. Other files in the folder stay. Refuses to replace files with other content, see
 * {@link ReplaceOptions}. Never writes outside, or through a symbolic link in the folder.
 * @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY; any error of reading the files
 */
export async function writeFolder(
  target: string,
  files: AsyncIterable<PackageFile> | Iterable<PackageFile>,
  options: ReplaceOptions = {},
): Promise<WrittenFiles> {
  const folder = await folderAt(target);
  const above = dirname(resolve(target));
  if (folder === undefined) await withOutputError(target, () => makeFolder(above));
  const temporary = temporaryPath(folder?.root ?? above);
  const paths: string[] = [];
  const made = new Set<string>();
  try {
    await withOutputError(target, () => mkdir(temporary.path));
    for await (const { path, content } of files) {
      await folder?.check(path);
      await writeTemporary({ folder: temporary.path, made }, target, path, content());
      paths.push(path);
    }
    if (folder === undefined) {
      await withOutputError(target, () => rename(temporary.path, resolve(target)));
      return { files: paths, kept: [] };
    }
    const kept = await sameFiles(target, folder.root, { temporary: temporary.path, paths }, options);
    const changed = paths.filter((path) => !kept.has(path));
    for (const path of changed) {
      const finalPath = await folder.prepare(path);
      await withOutputError(join(target, path), () => rename(join(temporary.path, path), finalPath));
    }
    return { files: changed, kept: [...kept] };
  } finally {
    await temporary.remove();
  }
}

/** Finds the files that exist with the same content. @throws CrateError ERR_OUTPUT for files with other content */
async function sameFiles(
  target: string,
  root: string,
  { temporary, paths }: { readonly temporary: string; readonly paths: readonly string[] },
  { force, replaces }: ReplaceOptions,
): Promise<Set<string>> {
  const same = new Set<string>();
  const different: string[] = [];
  for (const path of paths) {
    const compared = () => compareFile(join(root, path), join(temporary, path));
    const state = await withOutputError(join(target, path), compared);
    if (state === 'same' && path !== replaces) same.add(path);
    if (state === 'differs' && force !== true && path !== replaces) different.push(path);
  }
  if (different.length > 0) throw wouldReplaceFiles(target, different);
  return same;
}

function wouldReplaceFiles(target: string, paths: readonly string[]): CrateError {
  const [first = '', ...others] = paths;
  const named = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ', …' : ''}`;
  const what =
    others.length === 0
      ? `${join(target, first)} exists and differs from the file of the crate`
      : `${paths.length} files of ${target} exist and differ from those of the crate: ${named}`;
  return new CrateError('ERR_OUTPUT', `${what}; nothing was written`, {
    hint: 'choose another folder, or add --force to replace what differs',
    details: { files: paths },
  });
}

/** Opens a folder; undefined if it does not exist. @throws CrateError ERR_OUTPUT if it is not a folder */
async function folderAt(target: string): Promise<OutputFolder | undefined> {
  const found = await stat(resolve(target)).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return OutputFolder.open(target);
  throw new CrateError('ERR_OUTPUT', `${target} is not a folder`);
}

async function writeTemporary(
  { folder, made }: { readonly folder: string; readonly made: Set<string> },
  target: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  requireInside(path);
  const temporary = join(folder, path);
  const above = dirname(temporary);
  await withOutputError(join(target, path), async () => {
    if (above !== folder && !made.has(above)) await mkdir(above, { recursive: true });
    made.add(above);
    await writeNewFile(temporary, content);
  });
}

/**
 * Checks that {@link writeAlias} can write its link. It never replaces a file of that name.
 * @throws CrateError ERR_OUTPUT
 */
export async function checkAlias(target: string, metadataName: string): Promise<void> {
  const alias = aliasOf(target, metadataName);
  if (metadataName.endsWith('.jsonld')) return;
  const found = await lstat(alias).catch(() => undefined);
  if (found !== undefined && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${alias} is a file, which is not replaced by a link`);
}

/**
 * Writes a symbolic link with the extension `.jsonld` to the metadata file, for hosts that recognise JSON-LD only by
 * this extension (format document, section 4).
 * @throws CrateError ERR_OUTPUT
 */
export async function writeAlias(target: string, metadataName: string): Promise<void> {
  if (metadataName.endsWith('.jsonld')) return;
  const alias = aliasOf(target, metadataName);
  await checkAlias(target, metadataName);
  await withOutputError(alias, async () => {
    if ((await readlink(alias).catch(() => undefined)) === metadataName) return;
    await rm(alias, { force: true });
    await symlink(metadataName, alias);
  });
}

function aliasOf(target: string, metadataName: string): string {
  return join(target, metadataName.replace(/\.json(?:ld)?$/, '.jsonld'));
}
