import { stat } from 'node:fs/promises';
import { findCrates } from '../../../package/open/find-crates.js';
import type { CatalogueItem, SourceKind } from '../catalogue.js';

/** A folder tree of crates and archives of crates, as `load` finds them. */
export const CRATE_FOLDERS: SourceKind = {
  name: 'folder',
  meaning: 'a folder tree of crates and archives',
  list: async (place) => ({ items: cratesOf(place), isComplete: true }),
};

async function* cratesOf(folder: string): AsyncGenerator<CatalogueItem> {
  for await (const { file, crate, error } of findCrates(folder)) {
    // What cannot be read may have crates: the tree is not known to its end.
    if (error !== undefined) throw error;
    yield { source: file, crate: typeof crate === 'string' ? crate : file, version: await stateOf(file) };
  }
}

/** A file that was written within so many milliseconds may be written again without another time. */
const TOO_RECENT = 2000;

/** What changes with each write of a file; undefined if that is too recent to tell. */
async function stateOf(file: string): Promise<string | undefined> {
  const { size, ctimeNs, ctimeMs } = await stat(file, { bigint: true });
  return Date.now() - Number(ctimeMs) < TOO_RECENT ? undefined : `${ctimeNs} ${size}`;
}
