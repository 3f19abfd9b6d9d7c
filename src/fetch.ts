import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMetadataFileName, METADATA_FILE_NAME } from './crate/names.js';
import { CrateError } from './errors.js';
import { describedFiles } from './described.js';
import { openFound, reportPackage, type OpenOptions } from './open.js';
import { openPackage, type PackageOptions } from './package/open.js';
import type { CratePackage } from './package/crate-package.js';
import { HttpClient, type Hop } from './package/http/client.js';
import { download } from './package/http/download.js';
import { nameProblem } from './package/container/entry-names.js';
import { inOneChunk, PACKAGE_LIMITS } from './package/limits.js';
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
  const toFolder = /[\\/]$/.test(output) || (await stat(output).then((found) => found.isDirectory(), () => false));
  const found = await openPackage(url, options.packages);
  try {
    const way = { url: found.url ?? url, hops: found.hops };
    if (found.container !== undefined && options.metadataOnly !== true) {
      return toFolder ? { ...way, kind: 'package', ...(await unpack(found, output)) } : { ...way, kind: 'archive', ...(await wholeArchive(found, output, options)) };
    }
    const [folder, name] = toFolder ? [output, isMetadataFileName(found.metadata.name) ? found.metadata.name : METADATA_FILE_NAME] : [join(output, '..'), basename(output)];
    const data = toFolder && options.metadataOnly !== true ? await dataFiles(found, output, options) : { files: [], kept: [], failed: [] };
    await writeFolder(folder, [{ path: name, size: found.metadata.bytes.length, content: () => inOneChunk(found.metadata.bytes) }]);
    return { ...way, kind: toFolder && options.metadataOnly !== true ? 'package' : 'metadata', ...data, files: [name, ...data.files] };
  } finally {
    await found.close();
  }
}

type Files = Pick<Fetched, 'files' | 'kept' | 'failed'>;

async function unpack(found: CratePackage, output: string): Promise<Files> {
  const files: string[] = [];
  await writeFolder(output, found.files(), (path) => files.push(path));
  return { files, kept: [], failed: [] };
}

async function wholeArchive(found: CratePackage, output: string, { packages, onProgress }: FetchOptions): Promise<Files> {
  const client = new HttpClient(packages?.http);
  const address = found.archiveUrl ?? new URL(found.source);
  await download(client, address, output, { bound: boundOf(packages), onProgress: (done, total) => onProgress?.(done, total, basename(output)) });
  return { files: [basename(output)], kept: [], failed: [] };
}

/** Downloads the files whose `@id` is a path inside the crate; one that cannot be had does not keep the others away. */
async function dataFiles(found: CratePackage, output: string, options: FetchOptions): Promise<Files> {
  const document = await openFound(found, options);
  reportPackage(found, document);
  const client = new HttpClient(options.packages?.http);
  const [files, kept, failed]: [string[], string[], { path: string; error: CrateError }[]] = [[], [], []];
  await writeFolder(output, []);
  for (const { id, path, folder, size } of describedFiles(document)) {
    if (folder || path === undefined || isMetadataFileName(path)) continue;
    try {
      const problem = nameProblem(path);
      if (problem !== undefined) throw new CrateError('ERR_ARCHIVE_ENTRY', `${path} ${problem}`, { details: { entry: path } });
      if (size !== undefined && (await sizeOf(join(output, path))) === size) kept.push(path);
      else {
        await download(client, new URL(id, document.base.iri), join(output, path), { bound: boundOf(options.packages), onProgress: (done, total) => options.onProgress?.(done, total, path) });
        files.push(path);
      }
    } catch (error) {
      if (!(error instanceof CrateError) || error.code === 'ERR_OUTPUT') throw error;
      failed.push({ path, error });
    }
  }
  return { files, kept, failed };
}

function boundOf(packages: PackageOptions | undefined): number {
  return packages?.limits?.unpackedBytes ?? PACKAGE_LIMITS.unpackedBytes;
}

function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(({ size }) => size, () => undefined);
}
