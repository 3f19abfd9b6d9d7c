import { createReadStream, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CrateError } from '../errors.js';
import { METADATA_FILE_NAMES, isMetadataFileName } from '../crate/metadata-names.js';
import type { CratePackage } from '../package/crate-package.js';
import { isFile, kindOf } from './path-kind.js';
import { openFile } from './open-file.js';
import { openStream } from './open-stream.js';
import { openUrl } from './open-url.js';
import { isWebAddress, withDefaults, type PackageOptions } from '../package/package-options.js';

/**
 * Opens a crate wherever it lives: a folder, a metadata file of any name, a ZIP, `.eln`, tar or tar.gz archive, a
 * BagIt bag (folder or archive), an http(s) URL, or `-` for standard input. Content decides, not names. Archives are
 * read in place. To be closed after use.
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_BAG_INVALID,
 * ERR_CHECKSUM, ERR_LIMIT, ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_ROOT_AMBIGUOUS for crates side by side in an archive
 */
export async function openPackage(source: string, options: PackageOptions = {}): Promise<CratePackage> {
  const settings = withDefaults(options);
  if (source === '-') return openStream(options.stdin ?? process.stdin, settings);
  if (isWebAddress(source)) return openUrl(source, settings);
  const path = resolve(source);
  const kind = kindOf(path, source);
  if (kind === 'pipe') return openStream(createReadStream(path), settings); // a named one, or `<(command)` of a shell
  return openFile(kind === 'folder' ? metadataFileIn(path, source) : path, source, settings);
}

/** The metadata file of a crate folder: in it, or in the `data` folder of a bag. */
function metadataFileIn(folder: string, name: string): string {
  for (const place of [folder, join(folder, 'data')]) {
    if (place !== folder && !isFile(join(folder, 'bagit.txt'))) continue;
    for (const file of METADATA_FILE_NAMES) if (isFile(join(place, file))) return join(place, file);
  }
  const prefixed = readdirSync(folder).filter((file) => isMetadataFileName(file) && !file.startsWith('._'));
  if (prefixed.length === 1) return join(folder, prefixed[0] as string);
  throw new CrateError(
    'ERR_NOT_A_CRATE',
    prefixed.length === 0
      ? `${name} holds no RO-Crate metadata file`
      : `${name} holds several metadata documents: ${prefixed.join(', ')}`,
  );
}
