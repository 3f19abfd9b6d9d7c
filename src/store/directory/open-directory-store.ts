import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CrateError } from '../../errors.js';
import type { GraphStore } from '../graph-store.js';
import { sweep } from './compact.js';
import { DirectoryStore } from './directory-store.js';
import { openMemoryStore } from '../oxigraph.js';
import { diskFailure } from './durable.js';
import { lockStore } from './lock.js';
import { EMPTY, readManifest, writeManifest } from './manifest.js';
import { openSnapshot } from './replay.js';

/** How a store is opened. */
export interface OpenOptions {
  /**
   * `read`: the last commit, as it is now, beside any writer. `write`: as the only writer. `scratch`: a copy of the
   * last commit in memory that may be changed; nothing of it is kept.
   */
  readonly mode: 'read' | 'write' | 'scratch';
  /** In mode `write`: make the store when there is none. */
  readonly create?: boolean;
}

/**
 * Opens the graph store in a folder.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_STORE_LOCKED, ERR_OUTPUT
 */
export async function openDirectoryStore(path: string, { mode, create = false }: OpenOptions): Promise<GraphStore> {
  const store = resolve(path);
  if (mode === 'scratch') return openMemoryStore((await openSnapshot(store)).engine);
  if (mode === 'read') return new DirectoryStore(store, await openSnapshot(store));
  // Looked at before the lock, for the lock itself is a file: nothing is written into a folder that is no store.
  const found = await exists(store);
  if (!found && !create) throw new CrateError('ERR_STORE_NOT_FOUND', `there is no store at ${store}`);
  if (!found)
    await mkdir(store, { recursive: true }).catch((error: unknown) => Promise.reject(diskFailure(error, store)));
  const lock = await lockStore(store);
  try {
    if (!(await exists(store))) await writeManifest(store, EMPTY);
    const snapshot = await openSnapshot(store);
    await sweep(store);
    return new DirectoryStore(store, snapshot, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Whether there is a store. @throws CrateError ERR_STORE_INVALID for a folder of something else */
async function exists(store: string): Promise<boolean> {
  try {
    await readManifest(store);
    return true;
  } catch (error) {
    if (error instanceof CrateError && error.code === 'ERR_STORE_NOT_FOUND') return false;
    throw error;
  }
}
