import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { quotedName } from '../../base/quoted-name.js';
import { shellPath } from '../../base/shell-word.js';
import { METADATA_FILE_NAMES, isMetadataFileName } from '../../crate/metadata-names.js';
import { readStream } from '../../base/disk/file-streams.js';
import type { CratePackage } from '../crate-package.js';
import { isFile, pathKind } from './path-kind.js';
import { openFile } from './open-file.js';
import { openGiven, openStream } from './open-stream.js';
import { placeOrContent, type CrateArgument } from './crate-argument.js';
import { openUrl } from './open-url.js';
import { isWebAddress, withDefaults, type PackageOptions } from '../package-options.js';

/**
 * Opens the package of a crate: a folder, a metadata file of any name, a ZIP, `.eln`, tar or tar.gz archive, a BagIt
 * bag (folder or archive), an http(s) URL, or `-` for standard input; or bytes, a stream or a parsed document. Content
 * decides, not names. Archives are read in place. The caller closes the package.
 * @example
 * const crate = await openPackage('data/crates/coastal-atlas');
 * for await (const { path, size } of crate.files()) console.log(path, size);
 * await crate.close();
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_ARCHIVE_INVALID, ERR_ARCHIVE_ENTRY, ERR_BAG_INVALID,
 * ERR_CHECKSUM, ERR_LIMIT, ERR_HTTP, ERR_ADDRESS_REFUSED, ERR_USAGE, ERR_ROOT_AMBIGUOUS for crates side by side in an
 * archive; the reason of `options.signal`
 */
export async function openPackage(crate: CrateArgument, options: PackageOptions = {}): Promise<CratePackage> {
  options.signal?.throwIfAborted();
  const settings = withDefaults(options);
  const source = placeOrContent(crate);
  if (typeof source !== 'string') return openGiven(source, settings);
  if (source === '-') return openStream(options.stdin ?? process.stdin, settings);
  if (isWebAddress(source)) return openUrl(source, settings);
  const path = resolve(source);
  const kind = pathKind(path, source);
  if (kind === 'pipe') return openStream(readStream(path), settings); // a named pipe, or `<(command)` of a shell
  if (kind === 'file') return openFile(path, source, settings);
  const file = findMetadataFile(path, source);
  return openFile(file, source, settings, dirname(file) === path);
}

/** Finds the metadata file of a crate folder: in the folder itself, or in the `data` folder of a bag. */
function findMetadataFile(folder: string, name: string): string {
  for (const root of [folder, join(folder, 'data')]) {
    if (root !== folder && !isFile(join(folder, 'bagit.txt'))) continue;
    for (const file of METADATA_FILE_NAMES) if (isFile(join(root, file))) return join(root, file);
  }
  const prefixed = readdirSync(folder).filter((file) => isMetadataFileName(file) && !file.startsWith('._'));
  if (prefixed.length === 1) return join(folder, prefixed[0] as string);
  if (prefixed.length === 0) throw noCrateIn(name);
  throw new CrateError(
    'ERR_NOT_A_CRATE',
    `${quotedName(name)} contains several metadata documents: ${prefixed.join(', ')}`,
  );
}

/** The error for a folder without a crate. @param name of the folder, as the user wrote it */
export function noCrateIn(name: string): CrateError {
  return new CrateError('ERR_NOT_A_CRATE', `${quotedName(name)} has no RO-Crate metadata file`, {
    hint: `a crate has a file named ro-crate-metadata.json: \`crategraph init ${shellPath(name)}\` writes a first one`,
  });
}
