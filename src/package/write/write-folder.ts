import { lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import type { PackageFile } from '../crate-package.js';
import { withOutputError, writeNewFile } from '../../disk/write-file.js';
import { OutputFolder, requireInside } from './output-folder.js';
import { temporaryPath } from '../../disk/temporary-path.js';

/**
 * Writes files into a folder, all of them or none: they are written beside their places, and only when the last one is
 * complete they get there, in their order. What else is in the folder stays. Nothing is written outside, or through a
 * symbolic link that somebody put into the folder.
 * @returns the paths that were written
 * @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY, and what reading the files throws
 */
export async function writeFolder(
  target: string,
  files: AsyncIterable<PackageFile> | Iterable<PackageFile>,
): Promise<string[]> {
  const folder = await folderAt(target);
  const above = dirname(resolve(target));
  if (folder === undefined) await withOutputError(target, () => mkdir(above, { recursive: true }));
  const temporary = temporaryPath(folder?.root ?? above);
  const paths: string[] = [];
  try {
    await withOutputError(target, () => mkdir(temporary.path));
    for await (const { path, content } of files) {
      await folder?.check(path);
      await writeTemporary(temporary.path, target, path, content());
      paths.push(path);
    }
    if (folder === undefined) await withOutputError(target, () => rename(temporary.path, resolve(target)));
    else
      for (const path of paths) {
        const place = await folder.prepare(path);
        await withOutputError(join(target, path), () => rename(join(temporary.path, path), place));
      }
  } finally {
    await temporary.remove();
  }
  return paths;
}

/** The folder when it is there. @throws CrateError ERR_OUTPUT for something else in its place */
async function folderAt(target: string): Promise<OutputFolder | undefined> {
  const found = await stat(resolve(target)).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return OutputFolder.open(target);
  throw new CrateError('ERR_OUTPUT', `${target} is a file and not a folder`);
}

async function writeTemporary(
  temporaryFolder: string,
  target: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  requireInside(path);
  const place = join(temporaryFolder, path);
  await withOutputError(join(target, path), async () => {
    await mkdir(dirname(place), { recursive: true });
    await writeNewFile(place, content);
  });
}

/**
 * Makes sure that {@link writeAlias} can do its work: a file of that name stays and is an error.
 * @throws CrateError ERR_OUTPUT
 */
export async function checkAlias(target: string, metadataName: string): Promise<void> {
  const alias = aliasOf(target, metadataName);
  if (metadataName.endsWith('.jsonld')) return;
  const found = await lstat(alias).catch(() => undefined);
  if (found !== undefined && !found.isSymbolicLink())
    throw new CrateError('ERR_OUTPUT', `${alias} is a file and not replaced by a link`);
}

/**
 * Puts a symbolic link with the extension `.jsonld` beside the metadata file, for hosts that only know that as JSON-LD
 * (format document, section 4).
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
