import { createHash } from 'node:crypto';
import { mkdir, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { displayAddress } from '../crate/context/context-address.js';
import { isMetadataFileName, METADATA_FILE_NAME } from '../crate/metadata-names.js';
import { openFound } from '../open/open-crate.js';
import { fetchFiles, type FetchedFiles, type FetchFilesOptions } from './fetch-files.js';
import { DocumentBytes, inChunks } from '../package/bytes/document-bytes.js';
import type { Hop, Target } from '../package/http/http-client.js';
import { download } from '../package/http/download.js';
import { retrieve, type Retrieved } from '../open/retrieve-url.js';
import { Allowance } from '../package/limits.js';
import { openPackage } from '../open/open-package.js';
import { settle, type PackageSettings } from '../package/package-options.js';
import { openRetrieved } from '../open/open-url.js';
import { withOutputError, writeNamedFile } from '../disk/write-file.js';
import { writeFolder } from '../package/write/write-folder.js';
import { unfinishedName } from '../disk/unfinished.js';

/** How to fetch. */
export interface FetchOptions extends FetchFilesOptions {
  /** Only the metadata document, also of an archive. Default false. */
  readonly metadataOnly?: boolean | undefined;
}

/** What was fetched. */
export interface Fetched extends FetchedFiles {
  /** Final address of the metadata file or archive. */
  readonly url: string;
  readonly hops: readonly Hop[];
  readonly kind: 'metadata' | 'archive' | 'package';
}

/**
 * Fetches a crate from the web. Into a file: the metadata document, or the archive as it is. Into a folder (that is
 * there, or whose name ends in `/`): the metadata document with the data files that lie beside it on the web, or what
 * the archive holds. Downloads that were broken off go on where they stopped.
 * @throws CrateError ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_NOT_A_CRATE, ERR_ARCHIVE_ENTRY, ERR_LIMIT, ERR_OUTPUT; when
 * strict ERR_STRICT for a metadata document that needs a repair (an archive is unpacked without reading it)
 */
export async function fetchCrate(url: string, output: string, options: FetchOptions): Promise<Fetched> {
  const settings = settle(options.packages);
  const toFolder = /[\\/]$/.test(output) || (await isFolder(output));
  const found = await retrieve(url, settings.client, settings.limits);
  if (found.kind === 'metadata' || options.metadataOnly === true)
    return described({ url, found, toFolder, output }, settings, options);
  found.answer.cancel();
  const { hops } = found;
  const finalUrl = displayAddress(found.answer.url.href);
  if (!toFolder) {
    const place = await realpath(output).catch(() => output);
    await wholeArchive(found.asked, place, settings, options);
    return { url: finalUrl, hops, kind: 'archive', ...NOTHING, files: [basename(output)] };
  }
  const unpacked = await unpack(found.asked, output, settings, options);
  if (unpacked instanceof DocumentBytes)
    return described(
      { url, found: { ...found, kind: 'metadata', content: unpacked }, toFolder, output },
      settings,
      options,
    );
  return { url: finalUrl, hops, kind: 'package', ...NOTHING, files: unpacked };
}

/** A crate on the web, and where it goes. */
interface Fetching {
  readonly url: string;
  readonly found: Retrieved;
  /** Whether `output` is a folder. */
  readonly toFolder: boolean;
  readonly output: string;
}

/** The metadata document, and the data files that it describes where they are wanted. */
async function described(
  { url, found, toFolder, output }: Fetching,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<Fetched> {
  const opened = await openRetrieved(url, found, settings);
  try {
    if (options.strict === true) await (await openFound(opened, options)).check(); // before anything is written
    const { name: named, content } = opened.metadata;
    const name = !toFolder ? basename(output) : isMetadataFileName(named) ? named : METADATA_FILE_NAME;
    const whole = toFolder && options.metadataOnly !== true;
    if (toFolder) await writeFolder(output, [{ path: name, size: content.length, content: () => inChunks(content) }]);
    else await metadataFile(output, content.bytes);
    const target = { output, metadataName: name, home: found.answer.home };
    const data = whole ? await fetchFiles(opened, target, settings, options) : NOTHING;
    return {
      url: opened.url ?? displayAddress(url),
      hops: found.hops,
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

const NOTHING: FetchedFiles = { files: [], kept: [], failed: [], refused: [] };

async function wholeArchive(
  from: Target,
  output: string,
  { client, limits }: PackageSettings,
  { onProgress }: FetchOptions,
): Promise<void> {
  await download(client, from, output, {
    allowance: new Allowance(displayAddress(from.url.href), limits.downloadBytes),
    onProgress: (done, total) => onProgress?.(done, total, basename(output)),
  });
}

/**
 * An archive that is wanted whole is downloaded into the folder, or beside it while there is none.
 * @returns the files that it held; or the document that was no archive, but packed with gzip: nothing is written yet
 */
async function unpack(
  from: Target,
  output: string,
  settings: PackageSettings,
  options: FetchOptions,
): Promise<string[] | DocumentBytes> {
  const key = createHash('sha256').update(from.url.href).digest('hex').slice(0, 16);
  const archive = join((await isFolder(output)) ? output : dirname(resolve(output)), unfinishedName(key, 'archive'));
  await wholeArchive(from, archive, settings, options);
  try {
    const opened = await openPackage(archive, options.packages);
    try {
      return opened.container === undefined ? opened.metadata.content : await writeFolder(output, opened.files());
    } finally {
      await opened.close();
    }
  } finally {
    await rm(archive, { force: true });
  }
}

async function metadataFile(output: string, bytes: Uint8Array): Promise<void> {
  await withOutputError(output, () => mkdir(dirname(output), { recursive: true }));
  await writeNamedFile(output, [bytes]);
}
