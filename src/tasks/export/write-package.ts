import { mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { CrateError } from '../../base/errors.js';
import { isWritableArchiveName, topFolderOf } from '../../package/container/archive-names.js';
import { FolderContainer } from '../../package/container/folder-container.js';
import { CratePackage, type PackageFile } from '../../package/crate-package.js';
import { inChunks, type DocumentBytes } from '../../package/bytes/document-bytes.js';
import { PACKAGE_LIMITS } from '../../package/limits.js';
import { openPackage } from '../../package/open/open-package.js';
import { checkAlias, writeAlias, writeFolder, type WrittenFiles } from '../../package/write/write-folder.js';
import { temporaryPath } from '../../base/disk/temporary-path.js';
import { writeZip } from '../../package/write/write-zip.js';

/** What to write. */
export interface WritePackageOptions {
  /** File name of the metadata document. */
  readonly name: string;
  readonly document: DocumentBytes;
  /**
   * Packages whose files are copied. If several have the same path, the first wins. Default:
   * the target keeps its files.
   */
  readonly payload?: readonly CratePackage[] | undefined;
  /** Called with each path that an earlier package already provided. */
  readonly onDuplicate?: ((path: string) => void) | undefined;
  /** Put a symbolic link with the extension `.jsonld` next to the metadata file; folders only. */
  readonly alias?: boolean | undefined;
  /** Replace files of a folder that differ. The metadata document is replaced in any case. Default: false. */
  readonly force?: boolean | undefined;
}

/**
 * Writes a package, all of it or nothing: a folder, or a ZIP or `.eln` archive if the target has such a name. The
 * metadata file comes last; an `.eln` has one top folder with its own name.
 * @throws CrateError ERR_OUTPUT, ERR_USAGE, ERR_NOT_A_CRATE if the target is an archive without a crate, and what
 * reading the payload throws
 */
export async function writePackage(target: string, options: WritePackageOptions): Promise<WrittenFiles> {
  const { payload = [], name, document, force } = options;
  for (const source of payload) source.requireContainer();
  const taken = new Set<string>();
  const filesOf: FilesOf = async function* (source) {
    for await (const file of withoutMetadata(source)) {
      if (taken.has(file.path)) options.onDuplicate?.(file.path);
      else yield file;
      taken.add(file.path);
    }
  };
  const metadata: PackageFile = { path: name, size: document.length, content: () => inChunks(document) };
  if (isWritableArchiveName(target)) {
    if (options.alias === true) throw new CrateError('ERR_USAGE', '--jsonld-alias works only with a folder');
    return writeArchive(target, metadata, payload, filesOf);
  }
  if (options.alias === true) await checkAlias(target, name);
  const written = await writeFolder(target, metadataLast(payload, filesOf, metadata), { force, replaces: name });
  if (options.alias === true) await writeAlias(target, name);
  return written;
}

/** Lists the files of a package to copy. */
type FilesOf = (source: CratePackage) => AsyncGenerator<PackageFile>;

async function* metadataLast(
  payload: readonly CratePackage[],
  filesOf: FilesOf,
  metadata: PackageFile,
): AsyncGenerator<PackageFile> {
  for (const source of payload) yield* filesOf(source);
  yield metadata;
}

async function writeArchive(
  target: string,
  metadata: PackageFile,
  payload: readonly CratePackage[],
  filesOf: FilesOf,
): Promise<WrittenFiles> {
  const top = topFolderOf(basename(target));
  const before = payload.length === 0 && (await exists(target)) ? await openPackage(target) : undefined;
  const scratch = temporaryPath(tmpdir());
  try {
    const files: PackageFile[] = [metadata];
    for (const [index, source] of (before === undefined ? payload : [before]).entries())
      for await (const file of await inAnyOrder(source, filesOf(source), join(scratch.path, `${index}`)))
        files.push(file);
    await writeZip(
      target,
      files.map((file) => ({ ...file, path: top + file.path, content: () => file.content() })),
    );
    return { files: files.map(({ path }) => path), kept: [] };
  } finally {
    await before?.close();
    await scratch.remove();
  }
}

/** The files of a package, readable in any order: those of a tar archive are unpacked first. */
async function inAnyOrder(
  source: CratePackage,
  files: AsyncIterable<PackageFile>,
  scratch: string,
): Promise<AsyncIterable<PackageFile>> {
  if (source.requireContainer().randomAccess) return files;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  await writeFolder(scratch, files);
  const { name, metadata } = source;
  const container = new FolderContainer(name, scratch, PACKAGE_LIMITS);
  return new CratePackage({ source: name, name, metadata, limits: PACKAGE_LIMITS, container }).files();
}

/** All files but the metadata document of the crate itself, under any of its names. */
async function* withoutMetadata(source: CratePackage): AsyncGenerator<PackageFile> {
  const names = new Set<string>([...METADATA_FILE_NAMES, source.metadata.name]);
  for await (const file of source.files()) if (!names.has(file.path)) yield file;
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
