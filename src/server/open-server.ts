import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ContextSource } from '../crate/context/context-source.js';
import { temporaryPath } from '../disk/temporary-path.js';
import { CrateError } from '../errors.js';
import { loadCrates } from '../load/load-crates.js';
import { contextOptionsOf, contextsOrDefault } from '../package/contexts/open-contexts.js';
import type { PackageOptions } from '../package/package-options.js';
import { openPages } from '../pages/open-pages.js';
import { findStore, openStore } from '../store/open-store.js';
import type { GraphStore } from '../store/port.js';
import { findGraph } from '../stored/find-graph.js';
import { Access, type AccessOptions } from './access.js';
import { createHandler } from './create-handler.js';
import { Metrics } from './metrics.js';
import { listen, type NodeServer } from './node-server.js';
import { servedFolders, type ServedFolder } from './packages/served-folders.js';
import { parsePermalink, type Permalink } from './permalinks.js';
import type { ServedPackage, ServerLimits } from './server-context.js';
import { CrateExports } from './stored/crate-exports.js';

/** What a server serves, and how. */
export interface ServeOptions extends AccessOptions {
  /** Crate folders; each is served at `crates/<its name>/`. */
  readonly folders?: readonly string[] | undefined;
  /** Path of a store. Without one the folders are loaded into a temporary store. */
  readonly store?: string | undefined;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 0: any free port. */
  readonly port?: number | undefined;
  /** Public address of the server, if it is behind a proxy. */
  readonly address?: string | undefined;
  /** Redirects, such as `/w/survey=/crates/survey/`. */
  readonly permalinks?: readonly string[] | undefined;
  readonly limits?: Partial<ServerLimits> | undefined;
  readonly contexts?: ContextSource | undefined;
  /** How to read the folders when they are loaded. */
  readonly packages?: PackageOptions | undefined;
  /** Refuse a crate that needs a repair. Default false. */
  readonly strict?: boolean | undefined;
  /** Called at the end of each request with a line in the combined log format. */
  readonly onAccess?: ((line: string) => void) | undefined;
  /** Called with each error that a client only sees as "Internal Server Error". */
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** A server that is running. */
export interface RunningServer {
  /** Its public address, with `/` at its end. */
  readonly address: string;
  /** Where it listens. */
  readonly listensAt: string;
  readonly packages: readonly ServedPackage[];
  /** What a user should know, such as crates that could not be loaded. */
  readonly notes: readonly string[];
  /** Takes no more requests, ends those under way, and closes everything. */
  stop(): Promise<void>;
}

const LIMITS: ServerLimits = { seconds: 30, rows: 1_000_000, threads: 2, bodyBytes: 100_000_000 };

/**
 * Starts a server of crate folders and stored crates: their files and metadata, pages for people, and SPARQL.
 * @example
 * const server = await openServer({ folders: ['data/crates/rainfall-survey'] });
 * const answer = await fetch(`${server.address}crates/rainfall-survey/ro-crate-metadata.json`);
 * console.log(answer.headers.get('content-type')); // application/ld+json; profile="…"
 * await server.stop();
 * @throws CrateError ERR_NOT_FOUND, ERR_NOT_A_CRATE, ERR_USAGE for folders of one name and permalinks to nowhere,
 * ERR_OUTPUT if the port cannot be had, ERR_STORE_NOT_FOUND, ERR_STORE_INVALID, ERR_STRICT
 */
export async function openServer(options: ServeOptions = {}): Promise<RunningServer> {
  const folders = await servedFolders(options.folders ?? []);
  const permalinks = (options.permalinks ?? []).map(parsePermalink);
  const given = options.address === undefined ? undefined : publicAddress(options.address);
  const place = options.store === undefined ? undefined : await findStore(options.store);
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const metrics = new Metrics();
    const server = await listen({ ...options, metrics });
    closing.push(() => server.stop());
    const address = given ?? server.address;
    const served = place === undefined ? await loadFolders(folders, address, options, closing) : await openGiven(place, folders, closing); // prettier-ignore
    const contexts = contextsOrDefault(options.contexts);
    const contextOptions = contextOptionsOf(contexts) ?? { offline: true }; // threads cannot have a source of others
    const pages = await openPages(served.place, { address, folders: served.packages, contexts: contextOptions });
    closing.push(() => pages.close());
    const exports = new CrateExports({ place: served.place, contexts: contextOptions });
    closing.push(() => exports.close());
    const context = {
      ...{ address, store: served.store, place: served.place, packages: served.packages, pages, exports, metrics },
      contexts,
      access: new Access(options),
      limits: { ...LIMITS, ...options.limits },
    };
    const handler = createHandler(context, { permalinks, onFault: options.onFault });
    await checkPermalinks(permalinks, address, (path) => handler(ownRequest(path, options)));
    server.answerWith(handler);
    return running(server, { address, ...served, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface Served {
  readonly store: GraphStore;
  readonly place: string;
  readonly packages: readonly ServedPackage[];
  readonly notes: readonly string[];
}

/** Loads folders into a temporary store, with their addresses as bases. */
async function loadFolders(
  folders: readonly ServedFolder[],
  address: string,
  { contexts, packages: reading, strict }: ServeOptions,
  closing: (() => Promise<void>)[],
): Promise<Served> {
  const temporary = temporaryPath(tmpdir());
  closing.push(() => temporary.remove());
  await mkdir(temporary.path, { mode: 0o700 });
  const place = join(temporary.path, 'store');
  const store = await openStore(place, { mode: 'write', create: true });
  closing.push(() => store.close());
  const notes: string[] = [];
  const packages: ServedPackage[] = [];
  for (const folder of folders) {
    const base = `${address}crates/${encodeURIComponent(folder.name)}/`;
    const crate = join(folder.folder, folder.metadata);
    const [result] = await loadCrates(store, crate, { base, contexts, packages: reading, strict });
    const { status, graph, error } = result ?? {};
    if (error !== undefined && error.code === 'ERR_STRICT') throw error;
    if (error !== undefined) notes.push(`${folder.folder} is served as files only: ${error.code}: ${error.message}`);
    packages.push({ ...folder, graph: status === 'failed' ? undefined : graph });
  }
  return { store, place, packages, notes };
}

/** Opens a store that exists, and finds the folders in it. */
async function openGiven(
  place: string,
  folders: readonly ServedFolder[],
  closing: (() => Promise<void>)[],
): Promise<Served> {
  const store = await openStore(place, { mode: 'write' });
  closing.push(() => store.close());
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
  return { store, place: resolve(place), packages, notes };
}

function running(
  server: NodeServer,
  {
    address,
    packages,
    notes,
    close,
  }: Omit<Served, 'store' | 'place'> & { address: string; close: () => Promise<void> },
): RunningServer {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await server.stop(); // first, so that requests under way can end
    await close();
  };
  return { address, listensAt: server.address, packages, notes, stop: () => (stopped ??= stop()) };
}

/** The address of a server as its clients see it. @throws CrateError ERR_USAGE */
function publicAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    throw new CrateError('ERR_USAGE', `invalid --address ${text}`, {
      hint: 'write the public address of the server, as in https://data.example.org/',
    });
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** A request of the server to itself, which may read everything. */
function ownRequest(path: string, { token }: ServeOptions): Request {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Request(`http://localhost/${path}`, { method: 'HEAD', headers });
}

/** @throws CrateError ERR_USAGE for a permalink to nowhere */
async function checkPermalinks(
  permalinks: readonly Permalink[],
  address: string,
  ask: (path: string) => Promise<Response>,
): Promise<void> {
  for (const { to } of permalinks) {
    const { status, body } = await ask(to);
    await body?.cancel();
    if (status === 404)
      throw new CrateError('ERR_USAGE', `a permalink leads to nothing: there is no ${address}${to}`, {
        hint: 'give the path of a crate or file of this server, as in /crates/survey/',
      });
  }
}
