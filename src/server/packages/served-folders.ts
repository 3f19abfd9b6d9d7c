import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { METADATA_FILE_NAMES, isMetadataFileName } from '../../crate/metadata-names.js';
import { unreadable } from '../../base/disk/read-file.js';
import { CrateError } from '../../base/errors.js';
import { pathSegments } from '../path-segments.js';
import { isTemporaryName } from '../../base/disk/temporary-path.js';

/** A crate folder, ready to be served. */
export interface ServedFolder {
  /** The name of the folder, which is that of the crate in addresses. */
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** Name of its metadata file. */
  readonly metadata: string;
}

/**
 * Finds the crates of folders.
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE for a folder without a metadata file or with several, ERR_USAGE
 * for two folders of one name
 */
export async function servedFolders(places: readonly string[]): Promise<ServedFolder[]> {
  const found = new Map<string, ServedFolder>();
  for (const place of places) {
    const folder = resolve(place);
    const name = basename(folder);
    const other = found.get(name);
    if (other !== undefined)
      throw new CrateError('ERR_USAGE', `${place} and ${other.folder} have the same name, and so the same address`, {
        hint: 'rename one of the folders, or give it through a link of another name',
      });
    // No request reaches such a name.
    if (name === '' || pathSegments(`/${encodeURIComponent(name)}`) === undefined)
      throw new CrateError('ERR_USAGE', `the folder ${place} has no name to serve it under`, {
        hint: 'rename it, or give it through a link whose name does not begin with a dot',
      });
    found.set(name, { name, folder, metadata: await metadataFile(folder, place) });
  }
  return [...found.values()];
}

/** The name of the metadata file in a folder. */
async function metadataFile(folder: string, place: string): Promise<string> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
      throw new CrateError('ERR_NOT_A_CRATE', `${place} is not a folder`, {
        hint: 'load other crates into a store, and serve it with --store',
      });
    throw unreadable(place, error);
  });
  const [attached] = METADATA_FILE_NAMES.filter((name) => names.includes(name));
  if (attached !== undefined) return attached;
  const [only, ...others] = names.filter(
    (name) => isMetadataFileName(name) && !name.startsWith('.') && !isTemporaryName(name),
  );
  if (only === undefined)
    throw new CrateError('ERR_NOT_A_CRATE', `${place} has no RO-Crate metadata file`, {
      hint: `a crate folder contains a file named ro-crate-metadata.json; give the crate folders themselves, as in ${join(place, '*')}`,
    });
  if (others.length === 0) return only;
  throw new CrateError('ERR_NOT_A_CRATE', `${place} has ${others.length + 1} metadata files, and so several crates`, {
    hint: 'put each into a folder of its own, or load them into a store and serve that with --store',
  });
}
