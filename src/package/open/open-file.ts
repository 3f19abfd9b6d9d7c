import { basename, dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { CrateError } from '../../base/errors.js';
import { syntaxOfFile } from '../../base/rdf/syntaxes.js';
import { quotedName } from '../../base/quoted-name.js';
import { shellPath } from '../../base/shell-word.js';
import { chunksOf } from '../../crate/json/byte-source.js';
import { isDescriptorId, isMetadataFileName, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { readBag, tryBag, verified, verifyBag, type FoundBag } from '../bag/bag.js';
import { fileRanges } from '../bytes/byte-ranges.js';
import { archiveExtension } from '../container/archive-names.js';
import { FolderContainer } from '../container/folder-container.js';
import { isArchive, detectKind, FIRST_BYTES, type ContentKind } from '../bytes/first-bytes.js';
import { CratePackage, type PackageParts, type PackageWarning } from '../crate-package.js';
import { DocumentBytes } from '../bytes/document-bytes.js';
import { firstBytesOf, unreadable } from '../../base/disk/read-file.js';
import { isFile } from './path-kind.js';
import type { PackageSettings } from '../package-options.js';
import { openArchive, openArchiveBytes } from './open-archive.js';

/**
 * Opens a local file: an archive by its content, or a metadata file with the folder around it.
 * @param isExplicit whether the user names the file, or its folder, and not a bag around it
 * @throws CrateError
 */
export async function openFile(
  path: string,
  name: string,
  settings: PackageSettings,
  isExplicit = true,
): Promise<CratePackage> {
  if (isMetadataFileName(basename(path))) return openMetadataFile(path, name, settings, isExplicit);
  const head = firstBytes(path, name);
  const kind = detectKind(head);
  const archiveByName = archiveExtension(basename(path));
  if (isArchive(kind)) {
    const archive = await openArchiveBytes(kind, await fileRanges(path), name, settings);
    if (!(archive instanceof DocumentBytes)) return openArchive(archive, { source: path, name }, settings);
    return new CratePackage({
      source: path,
      name,
      metadata: { name: basename(path).replace(/\.gz$/i, ''), content: archive },
      limits: settings.limits,
      kind: settings.kind,
    });
  }
  if (archiveByName !== undefined) throw notAnArchive(name, archiveByName, head);
  if (isData(name, kind)) throw notMetadata(path, name, head);
  return openMetadataFile(path, name, settings, isExplicit);
}

function notAnArchive(name: string, extension: string, head: Uint8Array): CrateError {
  const isPointer = Buffer.from(head).toString('latin1').startsWith('version https://git-lfs');
  return new CrateError(
    'ERR_ARCHIVE_INVALID',
    `${quotedName(name)} is not a ${/tar|tgz/.test(extension) ? 'tar' : 'ZIP'} archive${isPointer ? ' but a Git LFS pointer to one' : ''}`,
    isPointer ? { hint: 'run `git lfs pull`' } : {},
  );
}

/** Whether a file is a table, a picture or other data, and no metadata document that is only damaged. */
function isData(name: string, kind: ContentKind): boolean {
  return kind !== 'json' && !/\.json(?:ld)?(?:\.gz)?$/i.test(name);
}

function notMetadata(path: string, name: string, head: Uint8Array): CrateError {
  if (Buffer.from(head).toString('latin1').startsWith('SQLite format 3'))
    return new CrateError('ERR_NOT_A_CRATE', `${quotedName(name)} is a database, perhaps a store, and no crate`, {
      hint: `to read a store, write --store ${shellPath(briefPath(name))}`,
    });
  return new CrateError('ERR_NOT_A_CRATE', `${quotedName(name)} is neither a metadata document nor an archive`, {
    hint: syntaxOfFile(name) === undefined ? crateAround(path) : madeOfRdf(name),
  });
}

function madeOfRdf(name: string): string {
  return `\`crategraph convert ${shellPath(briefPath(name))} --format crate\` makes a metadata document of RDF`;
}

/** Advice for a data file: the crate that it lies in, or how its folder becomes one. */
function crateAround(path: string): string {
  for (let folder = dirname(path), above = path; folder !== above; above = folder, folder = dirname(folder))
    if (METADATA_FILE_NAMES.some((file) => isFile(join(folder, file))))
      return `the crate is the folder around it: give ${shellPath(briefPath(folder))}`;
  return `a crate is a folder with metadata: \`crategraph init ${shellPath(briefPath(dirname(path)))}\` makes one of the folder around it`;
}

/** A path as people would write it in the current folder. */
function briefPath(path: string): string {
  const seen = relative('.', path) || '.';
  return seen.length < path.length ? seen : path;
}

async function openMetadataFile(
  path: string,
  name: string,
  settings: PackageSettings,
  isExplicit: boolean,
): Promise<CratePackage> {
  const { limits } = settings;
  const folder = dirname(path);
  const inBag = basename(folder) === 'data' && isFile(join(dirname(folder), 'bagit.txt'));
  const top = inBag ? dirname(folder) : folder;
  const hasFiles = settings.kind === undefined ? isDescriptorId(basename(path)) : settings.kind === 'attached';
  const container = hasFiles ? new FolderContainer(name, top, limits) : undefined;
  const isInBag = container !== undefined && (inBag || isFile(join(top, 'bagit.txt')));
  const bagChecks = isInBag ? bagChecksOf(settings, inBag && isExplicit) : undefined;
  const { bag, bagError } = isInBag ? await readFolderBag(container, bagChecks, settings) : {};
  const root = inBag ? 'data/' : '';
  const entryPath = `${root}${basename(path)}`;
  const content = DocumentBytes.ofFile(path, name, limits.metadataBytes);
  if (bag !== undefined && bagChecks === undefined)
    for await (const _ of verified(bag, entryPath, Readable.from(chunksOf(content)), name));
  return new CratePackage({
    source: path,
    name,
    metadata: { name: basename(path), content },
    limits,
    container,
    root,
    bag,
    bagChecks,
    bagError,
    warnings: bagChecks === 'never' ? [BAG_IGNORED] : [],
    location: { bag: bag?.arcp, path: root },
    kind: settings.kind,
    signal: settings.signal,
  });
}

const BAG_IGNORED: PackageWarning = {
  kind: 'payload-unchecked',
  detail: 'the path is inside of a bag, which was not checked',
};

/** @param isExplicit whether the user names what is below `data/`, and not the bag */
function bagChecksOf({ verify }: PackageSettings, isExplicit: boolean): PackageParts['bagChecks'] {
  if (isExplicit && (verify === undefined || verify === 'later')) return 'never';
  return verify === 'later' ? 'later' : undefined;
}

async function readFolderBag(
  container: FolderContainer,
  checks: PackageParts['bagChecks'],
  { verify, signal }: PackageSettings,
): Promise<FoundBag> {
  if (checks !== undefined) return tryBag(container, '');
  const bag = await readBag(container, '');
  if (verify !== 'metadata') await verifyBag(container, bag, signal);
  return { bag };
}

function firstBytes(path: string, name: string): Uint8Array {
  try {
    return firstBytesOf(path, FIRST_BYTES);
  } catch (error) {
    throw unreadable(name, error);
  }
}
