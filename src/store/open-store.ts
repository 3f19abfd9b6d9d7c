import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CrateError } from '../errors.js';
import { MemoryStore } from './memory-store.js';
import { piecesOf } from './pieces.js';
import type { GraphStore } from './port.js';
import type { Verified } from './sqlite/verify-store.js';

/** Where the store is when nobody says. */
export const DEFAULT_STORE = './.crategraph';

/** How a store is opened. */
export interface OpenStoreOptions {
  /**
   * `read` and `write`: what is committed, beside any other process. `scratch`: a copy of the store in memory that may
   * be changed; nothing of it is kept. Default `read`.
   */
  readonly mode?: 'read' | 'write' | 'scratch';
  /** In mode `write`: make the store when there is none. */
  readonly create?: boolean;
}

/**
 * Opens a graph store by its location: `memory:` or the path of a file.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_OUTPUT, ERR_UNSUPPORTED
 */
export async function openStore(
  location: string,
  { mode = 'read', create = false }: OpenStoreOptions = {},
): Promise<GraphStore> {
  if (location === 'memory:') return new MemoryStore();
  if (isNoFile(location))
    throw new CrateError('ERR_UNSUPPORTED', 'SPARQL endpoints are not supported as a store yet', {
      hint: 'give --store a file',
    });
  const path = mode === 'write' && create ? await newStoreFile(location) : await findStore(location);
  const { SqliteStore } = await import('./sqlite/sqlite-store.js');
  const store = new SqliteStore(path, create);
  return mode === 'scratch' ? copyToMemory(store) : store;
}

/**
 * The path of the file of a store.
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID for a folder, ERR_UNSUPPORTED for a store that is no file
 */
export async function findStore(location: string): Promise<string> {
  if (isNoFile(location)) throw new CrateError('ERR_UNSUPPORTED', `${location} is no file`);
  const path = await storeFile(location);
  if ((await stat(path).catch(() => undefined)) !== undefined) return path;
  throw new CrateError('ERR_STORE_NOT_FOUND', `there is no store at ${path}`);
}

/**
 * Reads a store whole and compares it with its checksums.
 * @throws CrateError as {@link findStore}
 */
export async function verifyStore(location: string): Promise<Verified> {
  const file = await findStore(location);
  return (await import('./sqlite/verify-store.js')).verifyFile(file);
}

/**
 * Copies a store of this moment into a new file, while others read and write.
 * @returns size of the file in bytes
 * @throws CrateError ERR_OUTPUT when the target is there or cannot be written, and as {@link findStore}
 */
export async function backupStore(location: string, target: string): Promise<number> {
  const file = await findStore(location);
  return (await import('./sqlite/backup-store.js')).backupFile(file, target);
}

/** The same for a store that may be new: the folder that it is to be in is made. */
async function newStoreFile(location: string): Promise<string> {
  const path = await storeFile(location);
  await mkdir(dirname(path), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CrateError('ERR_OUTPUT', `cannot make the folder of ${path}: ${error.code}`, { cause: error });
  });
  return path;
}

function isNoFile(location: string): boolean {
  return location === 'memory:' || /^https?:\/\//i.test(location);
}

async function storeFile(location: string): Promise<string> {
  const path = resolve(location);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return path;
  throw new CrateError('ERR_STORE_INVALID', `${path} is a folder; a store is one file`, {
    hint: 'folders were the stores of earlier versions: load the crates again, with --store and another name',
  });
}

async function copyToMemory(store: GraphStore): Promise<GraphStore> {
  const copy = new MemoryStore();
  const graphs = await store.graphs();
  await copy.put([...graphs.keys()].map((graph) => ({ graph, mode: 'create', pieces: piecesOf(store.nquads(graph)) })));
  await store.close();
  return copy;
}
