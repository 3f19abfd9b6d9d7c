import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { asCrateError, CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { trimAddress } from '../../crate/context/context-address.js';
import { isMetadataFileName, isPrefixedDescriptorId, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { pathKind } from './path-kind.js';
import { placeOrContent, type CrateArgument } from './crate-argument.js';
import { isSearched, PassedOverSearch, type PassedOver } from './passed-over.js';
import { noCrateIn, openPackage } from './open-package.js';
import { archiveExtension } from '../container/archive-names.js';
import { isWebAddress } from '../package-options.js';
import { unreadable } from '../../base/disk/read-file.js';
import { isTemporaryName } from '../../base/disk/temporary-path.js';

/** A crate that an argument names; it is not open yet. */
export interface FoundCrate {
  /** Absolute path of the metadata file or archive, URL, or `-` for standard input and for a crate without a place. */
  readonly file: string;
  /** What to open. */
  readonly crate: CrateArgument;
  /** The argument, for messages. */
  readonly argument: string;
  /** Why it cannot even be opened, such as a folder of a tree that may have crates and cannot be read. */
  readonly error?: CrateError;
}

/**
 * Finds the crates that an argument names: any file, a crate folder, a bag, a folder tree of crates and archives of
 * crates, a URL, `-`, or the crate itself. Crates inside a crate belong to it and are not found. Archives in a tree
 * that are not crates are ignored; what cannot be read is found with its error, because it may be one.
 * @param onPassedOver receives what a folder tree passes over; without it nothing is looked for
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE
 */
export async function* findCrates(
  crate: CrateArgument,
  onPassedOver?: (file: PassedOver) => void,
): AsyncGenerator<FoundCrate> {
  const argument = placeOrContent(crate);
  if (typeof argument !== 'string') {
    yield { file: '-', crate, argument: argument.name };
    return;
  }
  if (argument === '-' || isWebAddress(argument)) {
    const file = trimAddress(argument);
    yield { file, crate: file, argument };
    return;
  }
  const path = resolve(argument);
  if (pathKind(path, argument) !== 'folder') {
    yield { file: path, crate: path, argument };
    return;
  }
  const search = onPassedOver && new PassedOverSearch(onPassedOver);
  let count = 0;
  for await (const { file, bag, error } of cratesBelow(path, search)) {
    count += 1;
    yield { file, crate: bag ?? file, argument, ...(error && { error }) };
  }
  search?.end(path);
  if (count === 0) throw await noCrate(path, argument);
}

/** The error for a folder without crates. Its hint names a file that may be one. */
async function noCrate(path: string, argument: string): Promise<CrateError> {
  const others: string[] = [];
  const search = new PassedOverSearch(({ file, reason }) => {
    if (reason === 'other-name') others.push(file);
  });
  for await (const _ of cratesBelow(path, search));
  const [first] = others;
  if (first === undefined) return noCrateIn(argument);
  return new CrateError('ERR_NOT_A_CRATE', `${quotedName(argument)} has no RO-Crate metadata file`, {
    hint: `${quotedName(relative('.', first))} looks like a metadata document with another name: give that file`,
  });
}

/** What a tree has at a path: a metadata file or an archive, or something that cannot be read. */
interface FoundBelow extends Pick<FoundCrate, 'file' | 'error'> {
  /** The bag that it is the crate of. */
  readonly bag?: string;
}

/**
 * Yields metadata files and archives below a folder in the order of their paths. Files inside a crate are its payload.
 */
async function* cratesBelow(folder: string, search?: PassedOverSearch): AsyncGenerator<FoundBelow> {
  const { files, archives, folders, documents, isBag } = namesIn(folder);
  const attached = METADATA_FILE_NAMES.find((name) => files.includes(name));
  if (attached !== undefined) {
    yield regularFile(join(folder, attached));
    for (const file of files) if (isPrefixedDescriptorId(file)) search?.add(join(folder, file), 'nested');
    search?.addNested(folder, folders);
    return;
  }
  search?.addDocuments(folder, documents);
  for (const file of files) yield regularFile(join(folder, file));
  for (const name of archives) {
    const found = regularFile(join(folder, name));
    const archive = found.error === undefined ? await archiveAt(found.file) : found;
    if (archive !== undefined) yield archive;
  }
  for (const name of folders)
    try {
      for await (const found of cratesBelow(join(folder, name), search))
        yield isBag && name === 'data' && dirname(found.file) === join(folder, name)
          ? { ...found, bag: folder }
          : found;
    } catch (error) {
      yield { file: join(folder, name), error: asCrateError(error, join(folder, name)) };
    }
}

/** What a folder has that matters to the search, each kind in the order of names. */
interface NamesIn {
  /** Metadata files. */
  readonly files: string[];
  readonly archives: string[];
  /** Folders that are searched. */
  readonly folders: string[];
  /** JSON documents of other names. */
  readonly documents: string[];
  readonly isBag: boolean;
}

/** @throws CrateError ERR_NOT_FOUND for a folder that cannot be read */
function namesIn(folder: string): NamesIn {
  const entries = entriesOf(folder);
  const folders: string[] = [];
  const files: string[] = [];
  const archives: string[] = [];
  const documents: string[] = [];
  for (const entry of entries) {
    const { name } = entry;
    if (isTemporaryName(name)) continue;
    if (entry.isDirectory()) {
      if (isSearched(name)) folders.push(name);
    } else if (entry.isSocket()) continue;
    else if (isMetadataFileName(name) && !name.startsWith('._')) files.push(name);
    else if (archiveExtension(name) !== undefined) archives.push(name);
    else if (/\.json(?:ld)?$/i.test(name)) documents.push(name);
  }
  for (const names of [files, archives, folders]) names.sort();
  return { files, archives, folders, documents, isBag: entries.some(({ name }) => name === 'bagit.txt') };
}

/** A file of a tree; with an error if nothing can be read there, or if reading might never end. */
function regularFile(file: string): FoundBelow {
  try {
    return pathKind(file, file) === 'pipe' ? { file, error: notRegular(file) } : { file };
  } catch (error) {
    return { file, error: asCrateError(error, file) };
  }
}

/**
 * Checks a crate of a list.
 * @throws CrateError ERR_USAGE for standard input, ERR_UNSUPPORTED for a named pipe or a device, ERR_NOT_FOUND
 */
export function requireListable(crate: string): void {
  if (crate === '-') throw new CrateError('ERR_USAGE', 'standard input is not a crate of a list');
  if (!isWebAddress(crate) && pathKind(crate, crate) === 'pipe') throw notRegular(crate);
}

/** The error for a named pipe or a device among many crates: a pipe without a writer never ends. */
function notRegular(path: string): CrateError {
  return new CrateError('ERR_UNSUPPORTED', `${path} is neither a file nor a folder`, {
    hint: 'give the content of a pipe or a device as a file, or on standard input',
  });
}

/**
 * An archive of a tree, with an error if it cannot be read; undefined if it can, and has no metadata file. Other errors
 * may depend on how it is opened, and are reported then.
 */
async function archiveAt(file: string): Promise<FoundBelow | undefined> {
  try {
    await (await openPackage(file, { verify: 'metadata' })).close();
    return { file };
  } catch (thrown) {
    const error = asCrateError(thrown, file);
    if (error.code === 'ERR_NOT_A_CRATE') return undefined;
    return ['ERR_ARCHIVE_INVALID', 'ERR_NOT_FOUND', 'ERR_INTERNAL'].includes(error.code) ? { file, error } : { file };
  }
}

/** The entries of a folder. @throws CrateError ERR_NOT_FOUND if it cannot be read */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadable(folder, error);
  }
}
