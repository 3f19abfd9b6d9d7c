import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CrateError } from '../errors.js';
import { METADATA_FILE_NAMES, isMetadataFileName } from '../crate/names.js';
import { CratePackage, type PackageKind } from './crate-package.js';
import { HttpClient, type HttpOptions } from './http/client.js';
import { PACKAGE_LIMITS, type PackageLimits } from './limits.js';
import { openFile } from './open-file.js';
import { openStream } from './open-stream.js';
import { openUrl } from './open-url.js';

/** How to open a package. */
export interface PackageOptions {
  /** Treat it as Attached or Detached, whatever its root says. */
  readonly kind?: PackageKind | undefined;
  readonly limits?: Partial<PackageLimits> | undefined;
  readonly http?: HttpOptions | undefined;
  /** Path of the metadata file in an archive: opens that nested crate. Default: the shallowest one. */
  readonly entry?: string | undefined;
  /**
   * What of a bag is checked before it is used: `all` its payload (default for what is on this machine), or only the
   * `metadata`. Files are checked again when they are read.
   */
  readonly verify?: 'all' | 'metadata' | undefined;
  /** Default: `process.stdin`. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
}

/** {@link PackageOptions} with everything decided. */
export interface PackageSettings extends PackageOptions {
  readonly limits: PackageLimits;
  /** One client for all requests of the package. */
  readonly client: HttpClient;
}

/**
 * Opens a crate wherever it lives: a folder, a metadata file of any name, a ZIP, `.eln`, tar or tar.gz archive, a
 * BagIt bag (folder or archive), an http(s) URL, or `-` for standard input. Content decides, not names. Archives are
 * read in place. To be closed after use.
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_BAG_INVALID,
 * ERR_CHECKSUM, ERR_LIMIT, ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_ROOT_AMBIGUOUS for crates side by side in an archive
 */
export async function openPackage(source: string, options: PackageOptions = {}): Promise<CratePackage> {
  const settings = settle(options);
  if (source === '-') return openStream(options.stdin ?? process.stdin, settings);
  if (isWebAddress(source)) return openUrl(source, settings);
  const path = resolve(source);
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const missing = cause.code === 'ENOENT' || cause.code === 'ENOTDIR';
    throw new CrateError('ERR_NOT_FOUND', missing ? `${source} does not exist` : `${source} cannot be read: ${cause.code ?? cause.message}`, { cause });
  });
  return openFile(found.isDirectory() ? await metadataFileIn(path, source) : path, source, settings);
}

/** Decides what the options leave open. */
export function settle(options: PackageOptions = {}): PackageSettings {
  return { ...options, limits: { ...PACKAGE_LIMITS, ...options.limits }, client: new HttpClient(options.http) };
}

/** Whether an argument is an address on the web. */
export function isWebAddress(argument: string): boolean {
  return /^\s*https?:/i.test(argument);
}

/** The metadata file of a crate folder: in it, or in the `data` folder of a bag. */
async function metadataFileIn(folder: string, name: string): Promise<string> {
  const exists = (path: string) => stat(path).then((found) => found.isFile(), () => false);
  for (const place of [folder, join(folder, 'data')]) {
    if (place !== folder && !(await exists(join(folder, 'bagit.txt')))) continue;
    for (const file of METADATA_FILE_NAMES) if (await exists(join(place, file))) return join(place, file);
  }
  const { readdir } = await import('node:fs/promises');
  const prefixed = (await readdir(folder)).filter((file) => isMetadataFileName(file) && !file.startsWith('._'));
  if (prefixed.length === 1) return join(folder, prefixed[0] as string);
  throw new CrateError('ERR_NOT_A_CRATE', prefixed.length === 0 ? `${name} holds no RO-Crate metadata file` : `${name} holds several metadata documents: ${prefixed.join(', ')}`);
}
