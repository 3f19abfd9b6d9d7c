import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { displayAddress } from './crate/context/address.js';
import { isMetadataFileName, METADATA_FILE_NAME } from './crate/names.js';
import { CrateError } from './errors.js';
import { describedFiles } from './described.js';
import { openFound, type OpenOptions } from './open.js';
import { nameProblem } from './package/container/entry-names.js';
import type { CratePackage } from './package/crate-package.js';
import type { Hop } from './package/http/client.js';
import { download } from './package/http/download.js';
import { retrieve } from './package/http/retrieve.js';
import { inOneChunk } from './package/limits.js';
import { openPackage } from './package/open.js';
import { settle, type PackageSettings } from './package/settings.js';
import { openRetrieved } from './package/open-url.js';
import { idOfPath } from './package/paths.js';
import { writeFolder } from './package/write/folder.js';

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
}

/**
 * Fetches a crate from the web. Into a file: the metadata document, or the archive as it is. Into a folder (that is
 * there, or whose name ends in `/`): the metadata document with the data files that lie beside it on the web, or what
 * the archive holds. Downloads that were broken off go on where they stopped.
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY, ERR_LIMIT, ERR_OUTPUT
 */
export async function fetchCrate(url: string, output: string, options: FetchOptions): Promise<Fetched> {
  const settings = settle(options.packages);
  const toFolder =
    /[\\/]$/.test(output) ||
    (await stat(output).then(
      (found) => found.isDirectory(),
      () => false,
    ));
  const found = await retrieve(url, settings.client, settings.limits);
  const { hops } = found;
  if (found.kind === 'archive' && options.metadataOnly !== true) {
    found.answer.cancel();
    const finalUrl = displayAddress(found.answer.url.href);
    if (!toFolder)
      return { url: finalUrl, hops, kind: 'archive', ...(await wholeArchive(found.asked, output, settings, options)) };
    return { url: finalUrl, hops, kind: 'package', ...(await unpacked(found.asked, output, settings, options)) };
  }
  const opened = await openRetrieved(url, found, settings);
  try {
    const { name: named, content } = opened.metadata;
    const [folder, name] = toFolder
      ? [output, isMetadataFileName(named) ? named : METADATA_FILE_NAME]
      : [dirname(output), basename(output)];
    const whole = toFolder && options.metadataOnly !== true;
    const data = whole ? await dataFiles(opened, output, settings, options) : { files: [], kept: [], failed: [] };
    await writeFolder(folder, [{ path: name, size: content.length, content: () => inOneChunk(content.bytes) }]);
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

type Files = Pick<Fetched, 'files' | 'kept' | 'failed'>;

async function wholeArchive(
  address: URL,
  output: string,
  { client, limits }: PackageSettings,
  { onProgress }: FetchOptions,
): Promise<Files> {
  await download(client, address, output, {
    bound: limits.unpackedBytes,
    onProgress: (done, total) => onProgress?.(done, total, basename(output)),
  });
  return { files: [basename(output)], kept: [], failed: [] };
}

/** An archive that is wanted whole is downloaded beside the folder, where the next attempt finds what came. */
async function unpacked(
  address: URL,
  output: string,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<Files> {
  const archive = `${resolve(output)}.archive`;
  await wholeArchive(address, archive, settings, options);
  const files: string[] = [];
  try {
    const opened = await openPackage(archive, options.packages);
    try {
      await writeFolder(output, opened.files(), (path) => files.push(path));
    } finally {
      await opened.close();
    }
  } finally {
    await rm(archive, { force: true });
  }
  return { files, kept: [], failed: [] };
}

/** Downloads the files whose `@id` is a path inside the crate; one that cannot be had does not keep the others away. */
async function dataFiles(
  found: CratePackage,
  output: string,
  { client, limits }: PackageSettings,
  options: FetchOptions,
): Promise<Files> {
  const document = await openFound(found, options);
  const [files, kept, failed]: [string[], string[], { path: string; error: CrateError }[]] = [[], [], []];
  await writeFolder(output, []);
  for (const { path, folder, size } of describedFiles(document)) {
    if (folder || path === undefined || isMetadataFileName(path)) continue;
    try {
      const problem = nameProblem(path);
      if (problem !== undefined)
        throw new CrateError('ERR_ARCHIVE_ENTRY', `${path} ${problem}`, { details: { entry: path } });
      if (size !== undefined && (await sizeOf(join(output, path))) === size) kept.push(path);
      else {
        await download(client, new URL(idOfPath(path), found.url), join(output, path), {
          bound: limits.unpackedBytes,
          onProgress: (done, total) => options.onProgress?.(done, total, path),
        });
        files.push(path);
      }
    } catch (error) {
      if (!(error instanceof CrateError) || error.code === 'ERR_OUTPUT') throw error;
      failed.push({ path, error });
    }
  }
  return { files, kept, failed };
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
