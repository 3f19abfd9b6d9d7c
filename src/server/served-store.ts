import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContextSource } from '../crate/context/context-source.js';
import { temporaryPath } from '../disk/temporary-path.js';
import { CrateError } from '../errors.js';
import { loadCrates } from '../load/load-crates.js';
import type { PackageOptions } from '../package/package-options.js';
import { findStore, openStore } from '../store/open-store.js';
import type { GraphStore } from '../store/port.js';
import { findGraph } from '../stored/find-graph.js';
import type { ServedFolder } from './packages/served-folders.js';
import type { ServedPackage } from './server-context.js';

/** How the folders of a server are read when they are loaded. */
export interface FolderReading {
  readonly contexts?: ContextSource | undefined;
  readonly packages?: PackageOptions | undefined;
  /** Refuse a crate that needs a repair. Default false. */
  readonly strict?: boolean | undefined;
}

/** The store of a server, and the folders that it serves. */
export interface ServedStore {
  readonly store: GraphStore;
  /** Path of its file. */
  readonly place: string;
  readonly packages: readonly ServedPackage[];
  /** What a user should know, such as crates that could not be loaded. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Loads folders into a temporary store, with their addresses as bases. @throws CrateError ERR_STRICT */
export async function loadFolders(
  folders: readonly ServedFolder[],
  address: string,
  { contexts, packages: reading, strict }: FolderReading,
): Promise<ServedStore> {
  const temporary = temporaryPath(tmpdir());
  await mkdir(temporary.path, { mode: 0o700 });
  const place = join(temporary.path, 'store');
  const store = await openStore(place, { mode: 'write', create: true });
  const close = async () => {
    await store.close();
    await temporary.remove();
  };
  const notes: string[] = [];
  const packages: ServedPackage[] = [];
  for (const folder of folders) {
    const base = `${address}crates/${encodeURIComponent(folder.name)}/`;
    const crate = join(folder.folder, folder.metadata);
    const [result] = await loadCrates(store, crate, { base, contexts, packages: reading, strict });
    const { status, graph, error } = result ?? {};
    if (error !== undefined && error.code === 'ERR_STRICT') {
      await close();
      throw error;
    }
    if (error !== undefined) notes.push(`${folder.folder} is served as files only: ${error.code}: ${error.message}`);
    packages.push({ ...folder, graph: status === 'failed' ? undefined : graph });
  }
  return { store, place, packages, notes, close };
}

/** Opens a store that exists, and finds the folders in it. @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID */
export async function findFolders(location: string, folders: readonly ServedFolder[]): Promise<ServedStore> {
  const place = await findStore(location);
  const store = await openStore(place, { mode: 'write' });
  const notes: string[] = [];
  const packages: ServedPackage[] = [];
  for (const folder of folders) {
    const graph = await findGraph(store, folder.folder).catch((error: unknown) => {
      if (!(error instanceof CrateError) || !/^ERR_GRAPH_/.test(error.code)) throw error;
      const reason = error.code === 'ERR_GRAPH_AMBIGUOUS' ? 'has several crates of it' : 'does not have it';
      notes.push(`${folder.folder} is served as files only: the store ${reason}`);
      return undefined;
    });
    packages.push({ ...folder, graph });
  }
  return { store, place: resolve(place), packages, notes, close: () => store.close() };
}
