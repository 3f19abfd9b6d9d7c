import { lstat, mkdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import type { PackageFile } from '../crate-package.js';
import { withOutputError, writeNewFile } from '../../disk/write-file.js';
import { OutputFolder, requireInside } from './output-folder.js';
import { temporaryPath } from '../../disk/temporary-path.js';

/**
 * Writes files into a folder, all of them or none: writes them to a temporary folder and renames them in order when the
 * last one is complete. Other files in the folder stay. Never writes outside, or through a symbolic link in the folder.
 * @returns the paths that were written
 * @throws CrateError ERR_OUTPUT, ERR_ARCHIVE_ENTRY; any error of reading the files
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
        const finalPath = await folder.prepare(path);
        await withOutputError(join(target, path), () => rename(join(temporary.path, path), finalPath));
      }
  } finally {
    await temporary.remove();
  }
  return paths;
}

/** Opens a folder; undefined if it does not exist. @throws CrateError ERR_OUTPUT if it is not a folder */
async function folderAt(target: string): Promise<OutputFolder | undefined> {
  const found = await stat(resolve(target)).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isDirectory()) return OutputFolder.open(target);
  throw new CrateError('ERR_OUTPUT', `${target} is not a folder`);
}

async function writeTemporary(
  temporaryFolder: string,
  target: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  requireInside(path);
  const temporary = join(temporaryFolder, path);
  await withOutputError(join(target, path), async () => {
    await mkdir(dirname(temporary), { recursive: true });
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
 * Writes a symbolic link with the extension `.jsonld` to the metadata file, for hosts that recognise JSON-LD only by this
 * extension (format document, section 4).
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
