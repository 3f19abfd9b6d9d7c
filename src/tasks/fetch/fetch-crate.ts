import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { displayAddress } from '../../crate/context/context-address.js';
import { isMetadataFileName, METADATA_FILE_NAME } from '../../crate/metadata-names.js';
import { openPackageDocument, packagesWithSignal } from '../../package/open/open-crate.js';
import { CrateError } from '../../base/errors.js';
import { fetchFiles, type FetchedFiles, type FetchFilesOptions } from './fetch-files.js';
import { DocumentBytes, inChunks } from '../../package/bytes/document-bytes.js';
import type { Hop, HttpTarget } from '../../package/http/http-client.js';
import { archiveExtension } from '../../package/container/archive-names.js';
import { untilAborted } from '../../package/abortable.js';
import { Retrieval } from '../../package/http/retrieval.js';
import { retrieve, type Retrieved } from '../../package/open/retrieve-url.js';
import { ByteBudget } from '../../package/limits.js';
import { openPackage } from '../../package/open/open-package.js';
import { withDefaults, type PackageSettings } from '../../package/package-options.js';
import { openRetrieved } from '../../package/open/open-url.js';
import { isFolder } from '../../base/disk/read-file.js';
import { makeFolder } from '../../base/disk/make-folder.js';
import { withOutputError, writeNamedFile } from '../../base/disk/write-file.js';
import { writeFolder, type WrittenFiles } from '../../package/write/write-folder.js';
import { temporaryName } from '../../base/disk/temporary-path.js';
import { receiveInto } from './receive-into.js';

/** Options of {@link fetchCrate}. */
export interface FetchOptions extends FetchFilesOptions {
  /** Fetch only the metadata document, even from an archive. Default: false. */
  readonly metadataOnly?: boolean | undefined;
}

/** The result of {@link fetchCrate}. */
export interface Fetched extends FetchedFiles {
  /** Address of the metadata file or archive after redirects. */
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly kind: 'metadata' | 'archive' | 'package';
}

/**
 * Fetches a crate from the web. Into a file: the metadata document, or the archive unchanged. Into a folder (that
 * exists, or whose name ends in `/`): the metadata document with the data files next to it, or the unpacked archive.
 * Resumes interrupted downloads. A file of the folder that differs is replaced only with `force`.
 * @example
 * const { files, failed } = await fetchCrate('https://example.org/coastal-atlas/', 'coastal-atlas/');
 * console.log(files, failed);
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY, ERR_LIMIT, ERR_OUTPUT; with
 * `strict` ERR_STRICT for a metadata document that needs a repair (the metadata of an archive is not read)
 */
export async function fetchCrate(url: string | URL, output: string, options: FetchOptions = {}): Promise<Fetched> {
  return untilAborted(options.signal, () => retrieveAndWrite(url, output, options));
}

async function retrieveAndWrite(url: string | URL, output: string, options: FetchOptions): Promise<Fetched> {
  const address = typeof url === 'string' ? url : url.href;
  const settings = withDefaults(packagesWithSignal(options));
  const toFolder = /[\\/]$/.test(output) || (await isFolder(output));
  const found = await retrieve(address, settings.client, settings.limits);
  const isDocument = found.kind === 'metadata' || options.metadataOnly === true;
  if (!toFolder) checkName(output, isDocument, address);
  if (isDocument) return fetchMetadata({ url: address, found, toFolder, output }, settings, options);
  found.response.cancel();
  const { hops } = found;
  const finalUrl = displayAddress(found.response.url.href);
  if (!toFolder) {
    const target = await realpath(output).catch(() => output);
    await downloadArchive(found.target, target, settings, options);
    return { url: finalUrl, hops, kind: 'archive', ...NO_FILES, files: [basename(output)] };
  }
  const unpacked = await unpack(found.target, output, settings, options);
  if (unpacked instanceof DocumentBytes)
    return fetchMetadata(
      { url: address, found: { ...found, kind: 'metadata', content: unpacked }, toFolder, output },
      settings,
      options,
    );
  return { url: finalUrl, hops, kind: 'package', ...NO_FILES, ...unpacked };
}

/** A file is what its name says. @throws CrateError ERR_OUTPUT */
function checkName(output: string, isDocument: boolean, address: string): void {
  const [is, hint] = isDocument
    ? ['a metadata document', 'give a name that ends in .json, or a folder']
    : ['an archive', 'give a name that ends in .zip, or a folder, or fetch only the metadata document'];
  const means = isDocument ? archiveExtension(output) !== undefined : /\.json(?:ld)?$/i.test(output);
  if (means)
    throw new CrateError(
      'ERR_OUTPUT',
      `${displayAddress(address)} is ${is}, and ${basename(output)} is not the name of one`,
      {
        hint,
      },
    );
}

/** A crate on the web, and the output to write. */
interface Fetching {
  readonly url: string;
  readonly found: Retrieved;
  /** Whether `output` is a folder. */
  readonly toFolder: boolean;
  readonly output: string;
}

/** Writes the metadata document, and for a whole package the data files that it describes. */
async function fetchMetadata(
  { url, found, toFolder, output }: Fetching,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<Fetched> {
  const opened = await openRetrieved(url, found, settings);
  try {
    if (options.strict === true) await (await openPackageDocument(opened, options)).check(); // before we write anything
    const { name: named, content } = opened.metadata;
    const name = !toFolder ? basename(output) : isMetadataFileName(named) ? named : METADATA_FILE_NAME;
    const whole = toFolder && options.metadataOnly !== true;
    const document = { path: name, size: content.length, content: () => inChunks(content) };
    const written = toFolder ? await writeFolder(output, [document], options) : { files: [name], kept: [] };
    if (!toFolder) await writeMetadataFile(output, content.bytes);
    const target = { output, metadataName: name, credentialsOrigin: found.response.credentialsOrigin };
    const data = whole ? await fetchFiles(opened, target, settings, options) : NO_FILES;
    return {
      url: opened.url ?? displayAddress(url),
      hops: found.hops,
      kind: whole ? 'package' : 'metadata',
      ...data,
      files: [...written.files, ...data.files],
      kept: [...written.kept, ...data.kept],
    };
  } finally {
    await opened.close();
  }
}

const NO_FILES: FetchedFiles = { files: [], kept: [], failed: [], refused: [] };

async function downloadArchive(
  from: HttpTarget,
  output: string,
  { client, limits }: PackageSettings,
  { onProgress, signal }: FetchOptions,
): Promise<void> {
  const byteBudget = new ByteBudget(displayAddress(from.url.href), limits.downloadBytes);
  await receiveInto(new Retrieval({ byteBudget, signal }), { client, ...from }, output, {
    limit: Infinity,
    onProgress: (done, total) => onProgress?.(done, total, basename(output)),
  });
}

/**
 * Downloads an archive into the output folder, or next to it if the folder does not exist yet, and unpacks it.
 * @returns what happened to the files of the archive; or, without writing anything, the document that was
 * only compressed with gzip
 */
async function unpack(
  from: HttpTarget,
  output: string,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<WrittenFiles | DocumentBytes> {
  const key = createHash('sha256').update(from.url.href).digest('hex').slice(0, 16);
  const archive = join((await isFolder(output)) ? output : dirname(resolve(output)), temporaryName(key, 'archive'));
  await downloadArchive(from, archive, settings, options);
  try {
    const opened = await openPackage(archive, packagesWithSignal(options));
    try {
      return opened.container === undefined
        ? opened.metadata.content
        : await writeFolder(output, opened.files(), options);
    } finally {
      await opened.close();
    }
  } finally {
    await rm(archive, { force: true });
  }
}

async function writeMetadataFile(output: string, bytes: Uint8Array): Promise<void> {
  await withOutputError(output, () => makeFolder(dirname(output)));
  await writeNamedFile(output, [bytes]);
}
