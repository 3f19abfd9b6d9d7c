import { join } from 'node:path';
import { isThere, kindAt } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { SCHEMA } from '../../base/rdf/vocabulary.js';
import { idOfPath } from '../../crate/path-ids.js';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { noCrateIn } from '../../package/open/open-package.js';
import { existingName } from '../../package/described-files.js';
import { literalPathOfId, pathOfId } from '../../package/file-ids.js';
import type { OpenCrateOptions } from '../../package/open/open-crate.js';
import {
  bare,
  readTree,
  UNREADABLE,
  type FolderTree,
  type FoundEntry,
  type LeftOut,
  type TreeOptions,
} from './folder-tree.js';
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
  /** Identifiers of files and folders of the crate that are not in the folder, or something else now. */
  readonly gone: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Brings the crate of a folder up to date with its files, and writes nothing: describes those that it does not describe
 * yet, as `describeFolder` does. What it says already stays as it is. What the exclude patterns leave out is neither new
 * nor gone.
 * @example
 * import { cp, writeFile } from 'node:fs/promises';
 * await cp('data/crates/rainfall-survey', 'survey', { recursive: true });
 * await writeFile('survey/new.csv', 'day,rain');
 * const { crate, added } = await updateFolder('survey');
 * if (added.length > 0) await crate.save();
 * @throws CrateError ERR_NOT_FOUND for what cannot be read, ERR_NOT_A_CRATE, ERR_USAGE, and as `openCrate`
 */
export async function updateFolder(folder: string, options: UpdateFolderOptions = {}): Promise<UpdatedFolder> {
  const { checksums = true, drop = false, onProgress } = options;
  await requireFolder(folder);
  const crate = await openCrate(await metadataFileOf(folder), options);
  const before = crate.toString();
  const tree = await readTree(folder, options);
  const described = describedPaths(crate, tree);
  const gone = await goneFrom(described, folder, tree);
  if (drop && gone.length > 0) crate.remove(gone.map(({ id }) => id)); // first: a new file may have the same identifier
  const { added, blocked } = newIn(tree, crate, { described, gone });
  if (checksums && added.some(({ type }) => type === 'file')) addChecksumTerm(crate);
  const { problems, unversioned } = await describeEntries(crate, folder, { found: added, checksums, onProgress });
  return {
    crate,
    before,
    added: added.map(({ path }) => path),
    gone: gone.map(({ id }) => id),
    leftOut: tree.leftOut,
    problems: [...blocked, ...problems],
    unversioned,
  };
}

/** The metadata file of this folder, and of none in it. @throws CrateError ERR_NOT_A_CRATE */
async function metadataFileOf(folder: string): Promise<string> {
  for (const name of METADATA_FILE_NAMES) if (await isThere(join(folder, name))) return join(folder, name);
  throw noCrateIn(folder);
}

/** An entity of the crate with a path. */
interface DescribedPath {
  readonly id: string;
  /** That of a folder ends in `/`. */
  readonly path: string;
  /** Undefined for an entity that says neither: it may describe a file or a folder. */
  readonly type: 'file' | 'folder' | undefined;
}

/** The entities that are about a path in the folder, also those that are no parts; an inventory counts them too. */
function describedPaths(crate: LocalCrate, { found }: FolderTree): DescribedPath[] {
  const paths = new Set(found.map(({ path }) => path));
  const described: DescribedPath[] = [];
  for (const entity of crate.entities()) {
    const { id } = entity;
    if (id === crate.root.id || id === crate.descriptor.id) continue;
    const isFolder = entity.isA('Dataset');
    const isData = isFolder || entity.isA('File');
    if (!isData && /[?#]/.test(id)) continue; // about a part of a file, as a step of a workflow is
    const path = existingName(id, paths) ?? pathOfId(id);
    if (path === undefined || path === '') continue;
    if (isFolder || path.endsWith('/')) described.push({ id, path: `${bare(path)}/`, type: 'folder' });
    else described.push({ id, path, type: isData ? 'file' : undefined });
  }
  return described;
}

/** The data entities whose file or folder is not there; what the exclude patterns leave out is not judged. */
async function goneFrom(
  described: readonly DescribedPath[],
  folder: string,
  tree: FolderTree,
): Promise<DescribedPath[]> {
  const gone: DescribedPath[] = [];
  for (const one of described) {
    if (one.type === undefined || tree.excludes(one.path)) continue;
    const name = literalPathOfId(one.id); // the walk may not have come to it
    const isHere =
      (await isAt(folder, one.path, one.type)) || (name !== undefined && (await isAt(folder, name, one.type)));
    if (!isHere) gone.push(one);
  }
  return gone;
}

/** Whether there is a file or folder; a link to nothing may have been either. */
async function isAt(folder: string, path: string, type: 'file' | 'folder'): Promise<boolean> {
  const kind = await kindAt(join(folder, bare(path)), UNREADABLE);
  return kind === type || kind === 'other';
}

/** The entries that the crate does not describe, and in words those whose identifier is that of something gone. */
function newIn(
  { found }: FolderTree,
  crate: LocalCrate,
  { described, gone }: { readonly described: readonly DescribedPath[]; readonly gone: readonly DescribedPath[] },
): { added: FoundEntry[]; blocked: string[] } {
  const known = new Set<string>();
  for (const { path, type } of described) {
    known.add(path);
    if (type === undefined) known.add(`${path}/`);
  }
  const lost = new Set(gone.map(({ path }) => bare(path)));
  const added: FoundEntry[] = [];
  const blocked: string[] = [];
  for (const entry of found) {
    if (known.has(entry.path)) continue;
    if (!crate.has(idOfPath(entry.path))) added.push(entry);
    else if (lost.has(bare(entry.path)))
      blocked.push(`${entry.path} is not described: something that is gone has its identifier`);
  }
  return { added, blocked };
}

/** @throws CrateError ERR_USAGE if the context of the crate has given the term to something else */
function addChecksumTerm(crate: LocalCrate): void {
  try {
    crate.addTerm('sha256', { iri: `${SCHEMA}sha256` });
  } catch (error) {
    if (!(error instanceof CrateError)) throw error;
    const { code, message, details } = error;
    throw new CrateError(code, message, { hint: 'leave checksums out with --no-checksums', details, cause: error });
  }
}
