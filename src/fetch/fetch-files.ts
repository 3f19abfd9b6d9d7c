import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { displayAddress } from '../crate/context/context-address.js';
import { METADATA_FILE_NAMES } from '../crate/metadata-names.js';
import type { CrateDocument } from '../crate/read/crate-document.js';
import { describedFiles, differencesOf, type DescribedFile } from '../package/described-files.js';
import { CrateError } from '../errors.js';
import { openFound, type OpenCrateOptions } from '../open/open-crate.js';
import { EntryGuard } from '../package/container/entry-names.js';
import type { CratePackage } from '../package/crate-package.js';
import { download } from '../package/http/download.js';
import { Allowance } from '../package/limits.js';
import { looseKey } from '../package/container/entry-names.js';
import { addressOfId } from '../package/file-ids.js';
import type { PackageSettings } from '../package/package-options.js';
import { OutputFolder } from '../package/write/output-folder.js';

/** How to fetch files. */
export interface FetchFilesOptions extends OpenCrateOptions {
  readonly onProgress?: ((done: number, total: number | undefined, name: string) => void) | undefined;
}

/** What became of the files. */
export interface FetchedFiles {
  /** Files that were written, relative to the output. */
  readonly files: readonly string[];
  /** Files that were there already, with the size and checksum that the crate tells. */
  readonly kept: readonly string[];
  /** Files that could not be had, or not as the crate describes them, with the reason. */
  readonly failed: readonly { readonly path: string; readonly error: CrateError }[];
  /**
   * Identifiers that were skipped: no file of this name can be written inside, or on every system, or another entity is
   * that file already.
   */
  readonly refused: readonly { readonly id: string; readonly error: CrateError }[];
}

/** Where the files go, and who may be asked for them. */
export interface FilesTarget {
  /** The folder to write into. */
  readonly output: string;
  /** Name of the metadata document in it, which no data file replaces. */
  readonly metadataName: string;
  /** The origin that gets credentials: the same as for the metadata document. */
  readonly home: string | null;
}

/**
 * Downloads the files whose `@id` is a path inside the crate, each from where its `@id` leads beside the metadata
 * document; one that cannot be had does not keep the others away.
 */
export async function fetchFiles(
  found: CratePackage,
  { output, metadataName, home }: FilesTarget,
  { client, limits }: PackageSettings,
  options: FetchFilesOptions,
): Promise<FetchedFiles> {
  const { wanted, refused } = filesToFetch(await openFound(found, options), found, metadataName);
  const [files, kept]: [string[], string[]] = [[], []];
  const failed: { path: string; error: CrateError }[] = [];
  const folder = await OutputFolder.open(output);
  const copied = new Allowance(`${found.name}: its files`, limits.unpackedBytes);
  for (const { path, address, described } of wanted) {
    try {
      const place = await folder.place(path);
      const isKnown = described.size !== undefined || described.sha256 !== undefined;
      if (isKnown && (await differencesAt(place, described)).length === 0) {
        kept.push(path);
        continue;
      }
      await download(client, { url: address, home }, place, {
        allowance: copied,
        onProgress: (done, total) => options.onProgress?.(done, total, path),
      });
      const differences = await differencesAt(place, described);
      if (differences.length === 0) files.push(path);
      else failed.push({ path, error: differs(path, address, differences) });
    } catch (error) {
      if (!(error instanceof CrateError) || copied.isExceeded || isDiskFailure(error)) throw error;
      failed.push({ path, error });
    }
  }
  return { files, kept, failed, refused };
}

/** A file, and where on the web it is. */
interface WantedFile {
  readonly path: string;
  readonly address: URL;
  readonly described: DescribedFile;
}

/** The files that lie beside the metadata document, each once; what looks like one and cannot be had is refused. */
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
  const holding = new Set(all.flatMap(({ path, folder }) => (path === undefined || folder ? [] : foldersAbove(path))));
  for (const described of all) {
    const { id, path, folder, problem, references } = described;
    if (folder && path !== undefined && !holding.has(path))
      refuse(id, 'is a folder of which the crate describes no file: what it holds cannot be asked for');
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
    for (const [, other] of others) refuse(other, `is the file ${path}, and ${first} is that already`);
  }
  return { wanted, refused };
}

/** Different addresses, each with the reference that leads there; there is one at least. */
function addressesOf(references: Iterable<string>, url: string): [[string, string], ...[string, string][]] {
  const addresses = new Map<string, string>();
  for (const reference of references) {
    const { href } = addressOfId(reference, url);
    if (!addresses.has(href)) addresses.set(href, reference);
  }
  return [...addresses] as [[string, string], ...[string, string][]];
}

/** Whether an error keeps all files from being written, not one. */
function isDiskFailure({ cause }: CrateError): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes((cause as NodeJS.ErrnoException)?.code ?? '');
}

/** What a file is otherwise than described; what a link leads to does not count. */
async function differencesAt(place: string, described: DescribedFile): Promise<string[]> {
  const found = await lstat(place).catch(() => undefined);
  if (found?.isFile() !== true) return ['is not there'];
  return differencesOf(described, { size: found.size, content: () => createReadStream(place) });
}

function differs(path: string, { href }: URL, differences: readonly string[]): CrateError {
  const message = `${displayAddress(href)}: what came is written, but is not what the crate describes: ${differences.join(', ')}`;
  return new CrateError('ERR_CHECKSUM', message, {
    details: { file: path, address: displayAddress(href) },
    hint: 'look into the file: it may be a page with an error or a login, or the description may be old',
  });
}

/** The folders that a path goes through, each with its last `/`. */
function foldersAbove(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}
