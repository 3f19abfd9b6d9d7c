import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { displayAddress } from '../../crate/context/context-address.js';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { describedFiles, differencesOf, type DescribedFile } from '../../package/described-files.js';
import { compareFile } from '../../base/disk/existing-file.js';
import { CrateError } from '../../base/errors.js';
import { openPackageDocument, type OpenCrateOptions } from '../../package/open/open-crate.js';
import { EntryGuard } from '../../package/container/entry-names.js';
import type { CratePackage } from '../../package/crate-package.js';
import { Retrieval } from '../../package/http/retrieval.js';
import { ByteBudget } from '../../package/limits.js';
import { looseKey } from '../../package/container/entry-names.js';
import { addressOfId } from '../../package/file-ids.js';
import type { PackageSettings } from '../../package/package-options.js';
import { OutputFolder } from '../../package/write/output-folder.js';
import { receiveInto } from './receive-into.js';

/** Options of {@link fetchFiles}. */
export interface FetchFilesOptions extends OpenCrateOptions {
  /**
   * Replace files of the folder that differ from those of the crate; a file whose `sha256` the crate does not state is
   * fetched to compare it. Default: false, such files fail.
   */
  readonly force?: boolean | undefined;
  /** Files at once. Default: 8, and 6 from one host. */
  readonly parallel?: number | undefined;
  readonly onProgress?: ((done: number, total: number | undefined, name: string) => void) | undefined;
}

/** What happened to each file. */
export interface FetchedFiles {
  /** Files that were written, relative to the output folder. */
  readonly files: readonly string[];
  /** Files that already existed with the same content, or with the size and checksum that the crate states. */
  readonly kept: readonly string[];
  /** Files that could not be downloaded, or that differ from their description, with the reason. */
  readonly failed: readonly { readonly path: string; readonly error: CrateError }[];
  /**
   * Identifiers that were skipped: the path leaves the folder, is not portable, or belongs to another entity already.
   */
  readonly refused: readonly { readonly id: string; readonly error: CrateError }[];
}

/** Where to write the files, and which origin gets credentials. */
export interface FilesOutput {
  /** The folder to write into. */
  readonly output: string;
  /** Name of the metadata document in the folder. A data file never replaces it. */
  readonly metadataName: string;
  /** The only origin that gets credentials, as for the metadata document; null for none. */
  readonly credentialsOrigin: string | null;
}

/**
 * Downloads the files whose `@id` is a path inside the crate, from the address that the `@id` resolves to: several at
 * once. A file that fails does not stop the others.
 * @throws CrateError ERR_OUTPUT when the disk fails, ERR_LIMIT for all files together, and what
 * opening the crate throws
 */
export async function fetchFiles(
  found: CratePackage,
  { output, metadataName, credentialsOrigin }: FilesOutput,
  { client, limits }: PackageSettings,
  options: FetchFilesOptions,
): Promise<FetchedFiles> {
  const { wanted, refused } = filesToFetch(await openPackageDocument(found, options), found, metadataName);
  const folder = await OutputFolder.open(output);
  const byteBudget = new ByteBudget(`${found.name}: its files`, limits.unpackedBytes);
  const { parallel, signal, force = false, onProgress } = options;
  const retrieval = new Retrieval({ parallel, byteBudget, signal });
  const outcomes = new Map<string, 'written' | 'kept' | CrateError>();
  const jobs = wanted.map((file) => ({ file, url: file.address.href }));
  await retrieval.run(
    client,
    jobs,
    async ({ file: { path, address, described } }, onBusy) => {
      const target = await folder.prepare(path);
      const receive = (accept: (file: string) => Promise<boolean>) =>
        receiveInto(retrieval, { client, url: address, credentialsOrigin }, target, {
          onBusy,
          limit: Infinity,
          onProgress: (done, total) => onProgress?.(done, total, path),
          accept,
        });
      outcomes.set(
        path,
        await fetchFile({ path, address, described, target, shown: join(output, path), force }, receive),
      );
    },
    ({ file: { path } }, error) => void outcomes.set(path, error),
  );
  const paths = wanted.map(({ path }) => path);
  return {
    files: paths.filter((path) => outcomes.get(path) === 'written'),
    kept: paths.filter((path) => outcomes.get(path) === 'kept'),
    failed: paths.flatMap((path) => {
      const error = outcomes.get(path);
      return error instanceof CrateError ? [{ path, error }] : [];
    }),
    refused,
  };
}

/** A file to download, and where it goes. */
interface FileToFetch extends WantedFile {
  readonly target: string;
  /** The target in the words of the user. */
  readonly shown: string;
  /** Whether to replace a file that differs. */
  readonly force: boolean;
}

/**
 * Downloads a file, unless it is there already.
 * @throws CrateError ERR_OUTPUT for a file that differs, ERR_CHECKSUM for one that is not as the crate says
 */
async function fetchFile(
  { path, address, described, target, shown, force }: FileToFetch,
  receive: (accept: (file: string) => Promise<boolean>) => Promise<void>,
): Promise<'written' | 'kept'> {
  const isKnown = described.size !== undefined || described.sha256 !== undefined;
  const before = isKnown ? await differencesAt(target, described) : undefined;
  const isEnough = described.sha256 !== undefined || !force; // a size alone proves little
  if (before?.length === 0 && isEnough) return 'kept';
  if (before !== undefined && !force && (await isRegularFile(target)))
    throw differsFromCrate(shown, `: ${before.join(', ')}`);
  let isSame = false;
  await receive(async (downloaded) => {
    const state = await compareFile(target, downloaded);
    if (state === 'differs' && !force) throw differsFromCrate(shown);
    if (before?.length === 0) {
      const worse = await differencesAt(downloaded, described);
      if (worse.length > 0) throw checksumMismatch(path, address, 'was not written: it', worse);
    }
    isSame = state === 'same';
    return !isSame;
  });
  const differences = await differencesAt(target, described);
  if (differences.length > 0) throw checksumMismatch(path, address, 'was written, but', differences);
  return isSame ? 'kept' : 'written';
}

/** A file to download. */
interface WantedFile {
  readonly path: string;
  readonly address: URL;
  readonly described: DescribedFile;
}

/** Finds the files to download, each once. Refuses identifiers that look like a file but cannot be downloaded. */
function filesToFetch(
  document: CrateDocument,
  { name, url }: CratePackage,
  metadataName: string,
): { wanted: WantedFile[]; refused: FetchedFiles['refused'] } {
  const wanted: WantedFile[] = [];
  const refused: { id: string; error: CrateError }[] = [];
  const refuse = (id: string, problem: string) =>
    refused.push({
      id,
      error: new CrateError('ERR_ARCHIVE_ENTRY', `${id} ${problem}`, { details: { entry: id, problem } }),
    });
  const taken = new Set([...METADATA_FILE_NAMES, metadataName].map(looseKey));
  const guard = new EntryGuard(name);
  guard.check({ path: metadataName, type: 'file' });
  const all = describedFiles(document);
  const foldersWithFiles = new Set(
    all.flatMap(({ path, folder }) => (path === undefined || folder ? [] : foldersAbove(path))),
  );
  for (const described of all) {
    const { id, path, folder, problem, references } = described;
    if (folder && path !== undefined && !foldersWithFiles.has(path))
      refuse(id, 'is a folder whose files the crate does not describe, so they cannot be fetched');
    if (path === undefined && problem !== undefined) refuse(id, problem);
    if (path === undefined || folder) continue;
    if (taken.has(looseKey(path))) {
      refuse(id, 'has the name of a metadata document');
      continue;
    }
    try {
      guard.check({ path, type: 'file' });
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      refused.push({ id, error });
      continue;
    }
    const [[address, first], ...others] = addressesOf(references, url as string);
    wanted.push({ path, address: new URL(address), described });
    for (const [, other] of others) refuse(other, `is the file ${path}, which ${first} already names`);
  }
  return { wanted, refused };
}

/** Resolves references to distinct addresses, at least one, each with the first reference that resolves to it. */
function addressesOf(references: Iterable<string>, url: string): [[string, string], ...[string, string][]] {
  const addresses = new Map<string, string>();
  for (const reference of references) {
    const { href } = addressOfId(reference, url);
    if (!addresses.has(href)) addresses.set(href, reference);
  }
  return [...addresses] as [[string, string], ...[string, string][]];
}

/** Compares a file with its description. Does not follow a link. */
async function differencesAt(target: string, described: DescribedFile): Promise<string[]> {
  const found = await lstat(target).catch(() => undefined);
  if (found?.isFile() !== true) return ['does not exist'];
  return differencesOf(described, { size: found.size, content: () => createReadStream(target) });
}

async function isRegularFile(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function differsFromCrate(file: string, how = ''): CrateError {
  return new CrateError('ERR_OUTPUT', `${file} exists and differs from the file of the crate${how}`, {
    hint: 'choose another folder, or add --force to replace what differs',
    details: { file },
  });
}

function checksumMismatch(path: string, { href }: URL, outcome: string, differences: readonly string[]): CrateError {
  const message = `${displayAddress(href)}: the downloaded file ${outcome} differs from its description: ${differences.join(', ')}`;
  return new CrateError('ERR_CHECKSUM', message, {
    details: { file: path, address: displayAddress(href) },
    hint: 'look at the file: it may be an error page or a login page, or the description may be out of date; --force fetches it again',
  });
}

/** Lists the folders above a path, each with a final `/`. */
function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
