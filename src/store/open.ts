import { CrateError } from '../errors.js';
import { openDirectoryStore, type OpenOptions } from './directory/open-directory-store.js';
import type { GraphStore } from './graph-store.js';
import { openMemoryStore } from './oxigraph.js';

/** Where the store is when nobody says. */
export const DEFAULT_STORE = './.crategraph';

/**
 * Opens a graph store by its location: `memory:` or the path of a folder.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_STORE_LOCKED, ERR_UNSUPPORTED
 */
export async function openStore(location: string, options: OpenOptions): Promise<GraphStore> {
  if (location === 'memory:') return openMemoryStore();
  if (/^https?:\/\//i.test(location)) {
    throw new CrateError('ERR_UNSUPPORTED', 'SPARQL endpoints are not supported as a store yet', {
      hint: 'give --store a folder',
    });
  }
  return openDirectoryStore(location, options);
}
