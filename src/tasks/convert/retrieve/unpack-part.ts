import { lstat, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compareFile } from '../../../base/disk/existing-file.js';
import { firstBytesOf } from '../../../base/disk/read-file.js';
import { withOutputError } from '../../../base/disk/write-file.js';
import { CrateError } from '../../../base/errors.js';
import { openArchiveBytes } from '../../../package/open/open-archive.js';
import { fileRanges } from '../../../package/bytes/byte-ranges.js';
import { DocumentBytes } from '../../../package/bytes/document-bytes.js';
import { detectKind, FIRST_BYTES, isArchive } from '../../../package/bytes/first-bytes.js';
import { looseKey } from '../../../package/container/entry-names.js';
import { CratePackage } from '../../../package/crate-package.js';
import type { PackageSettings } from '../../../package/package-options.js';
import { writeFolder } from '../../../package/write/write-folder.js';
import type { Part } from './check-parts.js';
import type { WorkFolder } from './work-folder.js';

/** Where an archive is unpacked. */
export interface Unpacking {
  readonly folder: WorkFolder;
  /** Paths of the plan by `looseKey`. A file that is there under such a path stays. */
  readonly planned: ReadonlyMap<string, string>;
  readonly settings: PackageSettings;
}

/**
 * Unpacks the archive of a Dataset into its folder: all of it or nothing, except when the process is killed; then it is
 * unpacked again. A crate in the archive keeps its metadata document.
 * @param archive the file that was received
 * @throws CrateError ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_LIMIT, ERR_OUTPUT
 */
export async function unpackPart(part: Part, archive: string, { folder, planned, settings }: Unpacking): Promise<void> {
  const name = part.change.url ?? basename(archive);
  const opened = await openContainer(archive, name, settings);
  const unpacked = `${archive}.files`;
  try {
    await rm(unpacked, { recursive: true, force: true });
    const { files } = await writeFolder(unpacked, opened.files());
    const paths = files.map((path) => part.path + path);
    for (const path of paths) await folder.files.check(path);
    const moved: string[] = [];
    for (const [index, path] of paths.entries())
      if (await isWanted(path, join(unpacked, files[index] as string))) moved.push(files[index] as string);
    await folder.files.prepareNew(part.path);
    for (const path of moved) {
      const target = await folder.files.prepare(part.path + path);
      await withOutputError(target, () => rename(join(unpacked, path), target));
    }
    await folder.addUnpacked(part, paths);
    await rm(archive, { force: true });
  } finally {
    await opened.close();
    await rm(unpacked, { recursive: true, force: true });
  }

  async function isWanted(path: string, file: string): Promise<boolean> {
    const state = await compareFile(join(folder.files.root, path), file);
    const own = planned.get(looseKey(path));
    if (own !== undefined && own !== path) throw clash(name, path, own);
    if (state === 'differs' && own === undefined) throw clash(name, path, 'a file that is there already');
    return state === 'missing' && (await isAbsent(join(folder.files.root, path)));
  }
}

async function isAbsent(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) === undefined;
}

/** Opens an archive by its content; there may be no crate in it. */
async function openContainer(file: string, name: string, settings: PackageSettings): Promise<CratePackage> {
  const kind = detectKind(firstBytesOf(file, FIRST_BYTES));
  const notAnArchive = () =>
    new CrateError('ERR_ARCHIVE_INVALID', `${name} is not a ZIP, tar or tar.gz archive`, {
      hint: 'look at the address: it may give a page about the archive',
    });
  if (!isArchive(kind)) throw notAnArchive();
  const container = await openArchiveBytes(kind, await fileRanges(file), name, settings);
  if (container instanceof DocumentBytes) throw notAnArchive();
  const metadata = { name: basename(file), content: DocumentBytes.inMemory(new Uint8Array()) };
  return new CratePackage({
    source: name,
    name,
    metadata,
    limits: settings.limits,
    container,
    signal: settings.signal,
  });
}

function clash(name: string, path: string, other: string): CrateError {
  return new CrateError('ERR_ARCHIVE_ENTRY', `${name}: ${path} clashes with ${other}`, {
    hint: 'give the Dataset another folder in the plan',
    details: { entry: path },
  });
}
