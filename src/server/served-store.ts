import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContextSource } from '../crate/context/context-source.js';
import { temporaryPath } from '../base/disk/temporary-path.js';
import { CrateError } from '../base/errors.js';
import { isWebIri } from '../base/rdf/iri.js';
import { displayAddress } from '../crate/context/context-address.js';
import { loadCrates } from '../tasks/load/load-crates.js';
import { contextsOrDefault } from '../package/contexts/open-contexts.js';
import type { PackageOptions } from '../package/package-options.js';
import { findStore, openStore } from '../store/open-store.js';
import type { GraphStore } from '../store/port.js';
import { findGraph } from '../tasks/stored/find-graph.js';
import { folderBase } from './packages/folder-base.js';
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

/**
 * Loads folders into a temporary store. Their base is the address of the metadata file, as for everybody who loads them
 * from the server (format document, section 1, rule 5). @throws CrateError ERR_STRICT, and as `openStore`
 */
export async function loadFolders(
  folders: readonly ServedFolder[],
  address: string,
  { contexts, packages: reading, strict }: FolderReading,
): Promise<ServedStore> {
  const source = contextsOrDefault(contexts);
  const temporary = temporaryPath(tmpdir());
  const place = join(temporary.path, 'store');
  const open = async () => {
    await mkdir(temporary.path, { mode: 0o700 });
    return openStore(place, { mode: 'write', create: true });
  };
  const load = async (store: GraphStore, folder: ServedFolder): Promise<FoundFolder> => {
    const base = await folderBase(address, folder, source);
    const crate = join(folder.folder, folder.metadata);
    const [result] = await loadCrates(store, crate, { base, contexts, packages: reading, strict });
    const { status, graph, error } = result ?? {};
    if (error?.code === 'ERR_STRICT') throw error;
    return { graph: status === 'failed' ? undefined : graph, reason: error && `${error.code}: ${error.message}` };
  };
  return serveFolders(folders, load, { place, open, release: () => temporary.remove() });
}

/**
 * Opens a store that exists, and finds the folders in it.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_UNSUPPORTED for an endpoint
 */
export async function findFolders(location: string, folders: readonly ServedFolder[]): Promise<ServedStore> {
  if (isWebIri(location)) throw needsFile(location);
  const place = await findStore(location);
  const find = async (store: GraphStore, { folder }: ServedFolder): Promise<FoundFolder> => {
    try {
      return { graph: await findGraph(store, folder) };
    } catch (error) {
      if (!(error instanceof CrateError) || !/^ERR_GRAPH_/.test(error.code)) throw error;
      const problem = error.code === 'ERR_GRAPH_AMBIGUOUS' ? 'has several crates of it' : 'does not have it';
      return { graph: undefined, reason: `the store ${problem}` };
    }
  };
  return serveFolders(folders, find, { place: resolve(place), open: () => openStore(place, { mode: 'write' }) });
}

function needsFile(location: string): CrateError {
  const address = displayAddress(location);
  const reason = 'pages and queries of the server read the index of a store file, and an endpoint has none';
  return new CrateError('ERR_UNSUPPORTED', `${address} is a SPARQL endpoint: ${reason}`, {
    hint: `copy its crates with \`crategraph push --store ${address} --to site.store\` and serve that file; for SPARQL alone put a proxy in front of the endpoint`,
  });
}

/** The graph of a folder, or the reason why it has none. */
interface FoundFolder {
  readonly graph: string | undefined;
  readonly reason?: string | undefined;
}

/** How a store is opened, and what is released after it has closed. */
interface StoreOpening {
  readonly place: string;
  open(): Promise<GraphStore>;
  release?(): Promise<void>;
}

/** Opens a store and finds the graph of each folder; an error closes the store again. */
async function serveFolders(
  folders: readonly ServedFolder[],
  find: (store: GraphStore, folder: ServedFolder) => Promise<FoundFolder>,
  { place, open, release }: StoreOpening,
): Promise<ServedStore> {
  let opened: GraphStore | undefined;
  const close = async () => {
    await opened?.close();
    await release?.();
  };
  try {
    const store = (opened = await open());
    const notes: string[] = [];
    const packages: ServedPackage[] = [];
    for (const folder of folders) {
      const { graph, reason } = await find(store, folder);
      if (reason !== undefined) notes.push(`${folder.folder} is served as files only: ${reason}`);
      packages.push({ ...folder, graph });
    }
    return { store, place, packages, notes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
