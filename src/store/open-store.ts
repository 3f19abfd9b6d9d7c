import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CrateError } from '../base/errors.js';
import { isWebIri } from '../base/rdf/iri.js';
import type { SparqlEngine } from './engine/engine.js';
import { MemoryStore } from './memory-store.js';
import { piecesOf } from './pieces.js';
import type { EndpointOptions } from './endpoint/endpoint-store.js';
import type { GraphStore, NewRecord, WorkOptions } from './port.js';
import type { Verified, VerifyFileOptions } from './sqlite/verify-store.js';

/** Location of the store when none is given. */
export const DEFAULT_STORE = './.crategraph';

/** How a store is opened. */
export interface OpenStoreOptions {
  /**
   * `read` and `write` open the committed store, which other processes may use at the same time. `scratch` copies it
   * into memory, with its load records; changes to the copy are discarded. Default `read`.
   */
  readonly mode?: 'read' | 'write' | 'scratch';
  /** In mode `write`: create the store if it does not exist. */
  readonly create?: boolean;
  /**
   * Where the SPARQL engine runs: in a thread of its own, which a signal can end, or in the calling thread, for a
   * caller that ends whole threads. Only for a store in a file. Default `own`.
   */
  readonly engineThread?: 'own' | 'calling';
  /** For a SPARQL endpoint: addresses of its own for queries, updates and graphs, credentials, time-outs. */
  readonly endpoint?: EndpointOptions;
}

/**
 * Opens a graph store by its location: `memory:`, the path of a file, or the address of a SPARQL endpoint.
 * @example
 * const store = await openStore('example.store', { mode: 'write', create: true });
 * await loadCrates(store, 'data/crates');
 * console.log(await listCrates(store));
 * await store.close();
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_OUTPUT, ERR_ENDPOINT, ERR_USAGE for options of an
 * endpoint and another store
 */
export async function openStore(
  location: string,
  { mode = 'read', create = false, engineThread = 'own', endpoint = {} }: OpenStoreOptions = {},
): Promise<GraphStore> {
  if (location === 'memory:') return new MemoryStore();
  if (!isFileLocation(location)) {
    const { openEndpointStore } = await import('./endpoint/endpoint-store.js');
    const remote = await openEndpointStore(location, endpoint);
    return mode === 'scratch' ? copyToMemory(remote) : remote;
  }
  const path = mode === 'write' && create ? await newStoreFile(location) : await findStore(location);
  const { SqliteStore } = await import('./sqlite/sqlite-store.js');
  const store = new SqliteStore(path, create, await engineFor(engineThread));
  return mode === 'scratch' ? copyToMemory(store) : store;
}

async function engineFor(thread: 'own' | 'calling'): Promise<SparqlEngine> {
  const { SparqlEngine } = await import('./engine/engine.js');
  if (thread === 'own') return new SparqlEngine();
  return new SparqlEngine((await import('./engine/engine-here.js')).startHere);
}

/** Whether opening a store at this location would create it. */
export async function isNewStore(location: string): Promise<boolean> {
  return isFileLocation(location) && (await stat(await storeFile(location)).catch(() => undefined)) === undefined;
}

/**
 * Finds the file of an existing store.
 * @returns its absolute path
 * @throws CrateError ERR_STORE_NOT_FOUND, ERR_STORE_INVALID for a folder, ERR_UNSUPPORTED if it is not in a file
 */
export async function findStore(location: string): Promise<string> {
  if (!isFileLocation(location))
    throw new CrateError('ERR_UNSUPPORTED', `${location} is not a file`, {
      hint: 'give the path of a store file with --store',
    });
  const path = await storeFile(location);
  const isMissing = await stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
  if (!isMissing) return path; // opening it says what else is wrong, such as permissions
  throw new CrateError('ERR_STORE_NOT_FOUND', `there is no store at ${path}`);
}

/** How a store is verified. */
export interface VerifyOptions extends WorkOptions, Pick<OpenStoreOptions, 'endpoint'> {}

/**
 * Reads the whole store; an endpoint is compared with what was noted when it was written. A signal stops it between two
 * graphs.
 * @param checkRecord what is wrong with the data of a record, which a store does not know
 * @throws CrateError as {@link findStore}
 */
export async function verifyAt(
  location: string,
  { endpoint, signal }: VerifyOptions,
  checks: Pick<VerifyFileOptions, 'checkRecord' | 'keys'>,
): Promise<Verified> {
  signal?.throwIfAborted();
  if (isWebIri(location))
    return (await import('./endpoint/endpoint-store.js')).verifyEndpointAt(location, { ...endpoint, signal });
  const file = await findStore(location);
  return (await import('./sqlite/verify-store.js')).verifyFile(file, { signal, ...checks });
}

/**
 * Copies the current state of a store into a new file; others may read and write meanwhile. SQLite copies in one step:
 * a signal that aborts meanwhile takes effect at its end, and nothing stays of the copy.
 * @returns size of the file in bytes
 * @example
 * await (await openStore('original.store', { mode: 'write', create: true })).close();
 * console.log(await backupStore('original.store', 'copy.store'), 'bytes');
 * @throws CrateError ERR_OUTPUT if the target exists or cannot be written, and as {@link findStore}
 */
export async function backupStore(location: string, target: string, options: WorkOptions = {}): Promise<number> {
  options.signal?.throwIfAborted();
  if (isWebIri(location))
    throw new CrateError('ERR_UNSUPPORTED', `${location} is an endpoint, which only its own tools can copy as it is`, {
      hint: '`crategraph push --to <file>` copies its crates into a store file, `crategraph dump` its quads',
    });
  const file = await findStore(location);
  return (await import('./sqlite/backup-store.js')).backupFile(file, target, options);
}

/** The path of a store that may be new; creates its folder. */
async function newStoreFile(location: string): Promise<string> {
  const path = await storeFile(location);
  await mkdir(dirname(path), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new CrateError('ERR_OUTPUT', `cannot create the folder of ${path}: ${error.code}`, { cause: error });
  });
  return path;
}

function isFileLocation(location: string): boolean {
  return location !== 'memory:' && !isWebIri(location);
}

async function storeFile(location: string): Promise<string> {
  // Two letters or more: `c:` is a drive.
  if (/^(?:https?:|[a-z][a-z\d+.-]+:\/\/)/i.test(location))
    throw new CrateError('ERR_USAGE', `${withoutSecrets(location)} is neither a file nor the address of an endpoint`, {
      hint: 'give the path of a file, or an address such as http://localhost:3030/ds',
    });
  const path = resolve(location);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isFile()) return path;
  if (!found.isDirectory())
    throw new CrateError('ERR_STORE_INVALID', `${path} is a device or a pipe; a store is a regular file`, {
      hint: 'give the path of a file with --store',
    });
  throw new CrateError('ERR_STORE_INVALID', `${path} is a folder; a store is one file`, {
    hint: 'earlier versions kept a store in a folder: load the crates again, under another --store name',
  });
}

/** A location for messages: an address may contain a password, and a query with a token. */
function withoutSecrets(location: string): string {
  return location.replace(/[?#].*$/s, '').replace(/(:\/*)[^/]*@/, '$1');
}

/** Copies the graphs with their load records, which a query needs too. Files that records keep are not copied. */
async function copyToMemory(store: GraphStore): Promise<GraphStore> {
  const copy = new MemoryStore();
  const graphs = await store.graphs();
  const records = await recordsOf(store);
  const apart = await store.apart();
  const first = (graph: string) =>
    ({ graph, mode: 'create', record: records.get(graph)?.shift(), apart: apart.has(graph) }) as const;
  await copy.put([...graphs.keys()].map((graph) => ({ ...first(graph), pieces: piecesOf(store.nquads(graph)) })));
  const others = [...records].flatMap(([graph, more]) => more.map((record) => ({ graph, record })));
  for (const other of others) await copy.put([{ ...other, mode: 'merge', pieces: [] }]);
  await store.close();
  return copy;
}

async function recordsOf(store: GraphStore): Promise<Map<string, NewRecord[]>> {
  const records = new Map<string, NewRecord[]>();
  for (const { graph, source, sha256, changed, data } of await store.records())
    records.set(graph, [...(records.get(graph) ?? []), { source, sha256, changed, data }]);
  return records;
}
