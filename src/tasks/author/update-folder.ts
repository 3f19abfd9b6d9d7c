import { join } from 'node:path';
import { isThere } from '../../base/disk/read-file.js';
import { SCHEMA } from '../../base/rdf/vocabulary.js';
import { idOfPath } from '../../crate/path-ids.js';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { noCrateIn } from '../../package/open/open-package.js';
import { pathOfId } from '../../package/file-ids.js';
import type { OpenCrateOptions } from '../../package/open/open-crate.js';
import { readTree, type FoundEntry, type LeftOut, type TreeOptions } from './folder-tree.js';
import { describeEntries, requireFolder, type DescribedFolder, type DescribeOptions } from './init-crate.js';
import { openCrate, type LocalCrate } from './local-crate.js';

/** How to bring the metadata file of a folder up to date. */
export interface UpdateFolderOptions
  extends Omit<TreeOptions, 'onFile'>, Pick<DescribeOptions, 'checksums' | 'onProgress'>, OpenCrateOptions {
  /** Remove the entities of files and folders that are gone, and the references to them. Default false: they stay. */
  readonly drop?: boolean | undefined;
}

/** What has changed in a folder since its metadata file was written. */
export interface UpdatedFolder extends Pick<DescribedFolder, 'problems' | 'unversioned'> {
  /** With the new entities; not saved yet. */
  readonly crate: LocalCrate;
  /** The text of the metadata document before. */
  readonly before: string;
  /** Paths that the crate describes now, in their order. */
  readonly added: readonly string[];
  /** Identifiers of files and folders of the crate that are not in the folder. */
  readonly gone: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Brings the crate of a folder up to date with its files, and writes nothing: describes those that it does not describe
 * yet, as `describeFolder` does. What it says already stays as it is.
 * @example
 * import { cp, writeFile } from 'node:fs/promises';
 * await cp('data/crates/rainfall-survey', 'survey', { recursive: true });
 * await writeFile('survey/new.csv', 'day,rain');
 * const { crate, added } = await updateFolder('survey');
 * if (added.length > 0) await crate.save();
 * @throws CrateError ERR_NOT_FOUND for what cannot be read, ERR_NOT_A_CRATE, and as `openCrate`
 */
export async function updateFolder(folder: string, options: UpdateFolderOptions = {}): Promise<UpdatedFolder> {
  const { checksums = true, drop = false, onProgress } = options;
  await requireFolder(folder);
  const crate = await openCrate(await metadataFileOf(folder), options);
  const before = crate.toString();
  const { found, leftOut } = await readTree(folder, options);
  const added = found.filter((entry) => !isDescribed(crate, entry));
  const gone = await goneFrom(crate, folder);
  const hasSums = checksums && added.some(({ type }) => type === 'file');
  if (hasSums) crate.addTerm('sha256', { iri: `${SCHEMA}sha256` });
  const { problems, unversioned } = await describeEntries(crate, folder, { found: added, checksums, onProgress });
  if (drop && gone.length > 0) crate.remove(gone);
  return { crate, before, added: added.map(({ path }) => path), gone, leftOut, problems, unversioned };
}

/** The metadata file of this folder, and of none in it. @throws CrateError ERR_NOT_A_CRATE */
async function metadataFileOf(folder: string): Promise<string> {
  for (const name of METADATA_FILE_NAMES) if (await isThere(join(folder, name))) return join(folder, name);
  throw noCrateIn(folder);
}

/** Whether the crate has an entity for a file or folder; people write folders with and without the last slash. */
function isDescribed(crate: LocalCrate, { path, type }: FoundEntry): boolean {
  const ids = type === 'file' ? [path] : [path, path.replace(/\/$/, '')];
  return ids.some((id) => crate.has(idOfPath(id)));
}

/** The data entities of the crate whose file or folder is not there. */
async function goneFrom(crate: LocalCrate, folder: string): Promise<string[]> {
  const gone: string[] = [];
  for (const { id } of [...crate.files(), ...crate.folders()]) {
    const path = pathOfId(id);
    if (path === undefined || path === '') continue;
    if (!(await isThere(join(folder, path)))) gone.push(id);
  }
  return gone;
}
