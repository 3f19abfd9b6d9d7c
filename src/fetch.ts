import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { displayAddress } from './crate/context/address.js';
import { isMetadataFileName, METADATA_FILE_NAME, METADATA_FILE_NAMES } from './crate/names.js';
import { CrateError } from './errors.js';
import { describedFiles } from './described.js';
import { openFound, type OpenOptions } from './open.js';
import { EntryGuard } from './package/container/entry-names.js';
import type { CratePackage } from './package/crate-package.js';
import type { Hop, Target } from './package/http/client.js';
import { download } from './package/http/download.js';
import { retrieve } from './package/http/retrieve.js';
import { Allowance, inOneChunk } from './package/limits.js';
import { openPackage } from './package/open.js';
import { settle, type PackageSettings } from './package/settings.js';
import { openRetrieved } from './package/open-url.js';
import { idOfPath } from './package/paths.js';
import { outputError, writeNamedFile } from './package/write/file.js';
import { writeFolder } from './package/write/folder.js';
import { OutputFolder } from './package/write/output-folder.js';
import { unfinishedName } from './package/write/unfinished.js';

/** How to fetch. */
export interface FetchOptions extends OpenOptions {
  /** Only the metadata document, also of an archive. Default false. */
  readonly metadataOnly?: boolean | undefined;
  readonly onProgress?: ((done: number, total: number | undefined, name: string) => void) | undefined;
}

/** What was fetched. */
export interface Fetched {
  /** Final address of the metadata file or archive. */
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly kind: 'metadata' | 'archive' | 'package';
  /** Files that were written, relative to the output. */
  readonly files: readonly string[];
  /** Files that were there already, complete as far as the crate tells. */
  readonly kept: readonly string[];
  /** Files that could not be had, with the reason. */
  readonly failed: readonly { readonly path: string; readonly error: CrateError }[];
  /** Identifiers that were skipped for safety: no file of this name can be written inside, or on every system. */
  readonly refused: readonly { readonly id: string; readonly error: CrateError }[];
}

/**
 * Fetches a crate from the web. Into a file: the metadata document, or the archive as it is. Into a folder (that is
 * there, or whose name ends in `/`): the metadata document with the data files that lie beside it on the web, or what
 * the archive holds. Downloads that were broken off go on where they stopped.
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY, ERR_LIMIT, ERR_OUTPUT
 */
export async function fetchCrate(url: string, output: string, options: FetchOptions): Promise<Fetched> {
  const settings = settle(options.packages);
  const toFolder = /[\\/]$/.test(output) || (await isFolder(output));
  const found = await retrieve(url, settings.client, settings.limits);
  const { hops } = found;
  if (found.kind === 'archive' && options.metadataOnly !== true) {
    found.answer.cancel();
    const finalUrl = displayAddress(found.answer.url.href);
    if (!toFolder) {
      const place = await realpath(output).catch(() => output);
      const files = [basename(output)];
      return {
        url: finalUrl,
        hops,
        kind: 'archive',
        ...(await wholeArchive(found.asked, place, settings, options)),
        files,
      };
    }
    return { url: finalUrl, hops, kind: 'package', ...(await unpacked(found.asked, output, settings, options)) };
  }
  const opened = await openRetrieved(url, found, settings);
  try {
    const { name: named, content } = opened.metadata;
    const name = !toFolder ? basename(output) : isMetadataFileName(named) ? named : METADATA_FILE_NAME;
    const whole = toFolder && options.metadataOnly !== true;
    if (toFolder)
      await writeFolder(output, [{ path: name, size: content.length, content: () => inOneChunk(content.bytes) }]);
    else await metadataFile(output, content.bytes);
    const data = whole ? await dataFiles(opened, found.answer.home, name, output, settings, options) : NOTHING;
    return {
      url: opened.url ?? displayAddress(url),
      hops,
      kind: whole ? 'package' : 'metadata',
      ...data,
      files: [name, ...data.files],
    };
  } finally {
    await opened.close();
  }
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

type Files = Pick<Fetched, 'files' | 'kept' | 'failed' | 'refused'>;

const NOTHING: Files = { files: [], kept: [], failed: [], refused: [] };

async function wholeArchive(
  from: Target,
  output: string,
  { client, limits }: PackageSettings,
  { onProgress }: FetchOptions,
): Promise<Files> {
  await download(client, from, output, {
    allowance: new Allowance(displayAddress(from.url.href), limits.downloadBytes),
    onProgress: (done, total) => onProgress?.(done, total, basename(output)),
  });
  return { ...NOTHING, files: [basename(output)] };
}

/** An archive that is wanted whole is downloaded into the folder, or beside it while there is none. */
async function unpacked(
  from: Target,
  output: string,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<Files> {
  const key = createHash('sha256').update(from.url.href).digest('hex').slice(0, 16);
  const archive = join((await isFolder(output)) ? output : dirname(resolve(output)), unfinishedName(key, 'archive'));
  await wholeArchive(from, archive, settings, options);
  try {
    const opened = await openPackage(archive, options.packages);
    try {
      return { ...NOTHING, files: await writeFolder(output, opened.files()) };
    } finally {
      await opened.close();
    }
  } finally {
    await rm(archive, { force: true });
  }
}

async function metadataFile(output: string, bytes: Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(output), { recursive: true });
  } catch (error) {
    throw outputError(output, error);
  }
  await writeNamedFile(output, [bytes]);
}

/**
 * Downloads the files whose `@id` is a path inside the crate; one that cannot be had does not keep the others away.
 * @param home who gets credentials: as for the metadata document
 */
async function dataFiles(
  found: CratePackage,
  home: string | null,
  metadataName: string,
  output: string,
  { client, limits }: PackageSettings,
  options: FetchOptions,
): Promise<Files> {
  const document = await openFound(found, options);
  const [files, kept]: [string[], string[]] = [[], []];
  const [failed, refused]: [{ path: string; error: CrateError }[], { id: string; error: CrateError }[]] = [[], []];
  const folder = await OutputFolder.open(output);
  const copied = new Allowance(`${found.name}: its files`, limits.unpackedBytes);
  const guard = new EntryGuard(found.name);
  guard.check({ path: metadataName, type: 'file' });
  for (const { id, path, folder: isFolder, size, problem } of describedFiles(document)) {
    if (isFolder || (path === undefined && problem === undefined)) continue;
    if (path === metadataName || (METADATA_FILE_NAMES as readonly (string | undefined)[]).includes(path)) continue;
    try {
      if (path === undefined)
        throw new CrateError('ERR_ARCHIVE_ENTRY', `${id} ${problem}`, { details: { entry: id, problem } });
      guard.check({ path, type: 'file' });
    } catch (error) {
      if (!(error instanceof CrateError)) throw error;
      refused.push({ id, error });
      continue;
    }
    try {
      const place = await folder.place(path);
      if (size !== undefined && (await sizeOf(place)) === size) kept.push(path);
      else {
        await download(client, { url: new URL(idOfPath(path), found.url), home }, place, {
          allowance: copied,
          onProgress: (done, total) => options.onProgress?.(done, total, path),
        });
        files.push(path);
      }
    } catch (error) {
      if (!(error instanceof CrateError) || copied.isExceeded || isDiskFailure(error)) throw error;
      failed.push({ path, error });
    }
  }
  return { files, kept, failed, refused };
}

/** Whether an error keeps all files from being written, not one. */
function isDiskFailure({ cause }: CrateError): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes((cause as NodeJS.ErrnoException)?.code ?? '');
}

/** Size of a file that is there; what a link leads to does not count. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true ? found.size : undefined;
}
