import { readFile } from 'node:fs/promises';
import { trimAddress } from '../../crate/context/context-address.js';
import { parseBundle, type ContextBundle } from '../../crate/context/context-bundle.js';
import {
  contextInDocument,
  contextUnavailable,
  firstOf,
  remembered,
  type ContextSource,
} from '../../crate/context/context-source.js';
import { defaultCacheDir, readCached, writeCached } from './context-cache.js';
import { folderSource } from './context-folder.js';
import { fetchDocument, type FetchLimits, type RemoteDocument } from './fetch-context.js';
import { HttpClient, type HttpOptions } from '../http/http-client.js';
import { ownFile } from '../../base/own-files.js';

/** Options of {@link openContexts}. */
export interface ContextOptions {
  /** Never use the network; the bundle and the disk cache still work. Default: false. */
  readonly offline?: boolean;
  /** Folders with an `index.json`, searched first and in this order. Default: none. */
  readonly folders?: readonly string[];
  /** Folder of the disk cache. Default: `CRATEGRAPH_CACHE`, else `crategraph` in `XDG_CACHE_HOME` or `~/.cache`. */
  readonly cacheDir?: string;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Options for network access. `allowPrivate` defaults to false: a document must not make this machine request private
   * addresses. Credentials only go to the origin of the document that names the context, see {@link contextsFor}.
   */
  readonly http?: Omit<HttpOptions, 'fetch' | 'offline'>;
  /** Limits of one request. Default: 10 redirects, 10 s, 10 MB. */
  readonly limits?: Partial<FetchLimits>;
}

const DATA = ownFile('data/contexts/');
let bundle: Promise<ContextBundle> | undefined;

/** Opens the bundled contexts, once per process. */
export function openBundle(): Promise<ContextBundle> {
  const text = (name: string): Promise<string> => readFile(new URL(name, DATA), 'utf8');
  bundle ??= Promise.all([text('ro-crate.txt'), text('profiles.txt')]).then(([roCrate, profiles]) =>
    parseBundle({ roCrate, profiles }),
  );
  return bundle;
}

/** How a document that names contexts was fetched. */
export interface FetchedFrom {
  /** Its address after redirects. */
  readonly url: string;
  /** Whether it came from a private or loopback address. */
  readonly fromPrivate: boolean;
  /** Whether its request could carry credentials: not after a redirect or link to another origin. */
  readonly trusted: boolean;
}

/** How {@link openContexts} made a source. */
interface OpenedSource {
  readonly options: ContextOptions;
  /** Makes a source that fetches from this origin as the document was fetched. */
  readonly withOrigin: (origin: string, from: FetchedFrom) => ContextSource;
  readonly byOrigin: Map<string, ContextSource>;
}

const sources = new WeakMap<ContextSource, OpenedSource>();
const MAX_ORIGINS = 16;

/**
 * Opens the source of remote contexts: the folders, the bundle, the disk cache, and then (unless offline) the network.
 * Loaded contexts are held in memory, failures are not. Concurrent loads of one address share one request.
 * @example
 * const contexts = openContexts({ offline: true });
 * const document = await openCrateDocument('data/crates/coastal-atlas', { contexts });
 * console.log(document.root.root);
 * @throws CrateError (from `load`) ERR_CONTEXT_UNAVAILABLE; ERR_NOT_FOUND for a folder without index.json
 */
export function openContexts(options: ContextOptions = {}): ContextSource {
  const { folders = [], cacheDir = defaultCacheDir(), offline, http } = options;
  const cache = cacheSource(cacheDir);
  const known = [...folders.map(folderSource), bundleSource, cache];
  const upTo = (last: ContextSource) => remembered(firstOf(...known, last));
  const network = (more: HttpOptions) => (offline ? offlineSource : networkSource(cache, options, more));
  const allowed = http?.allowPrivate ?? false;
  const source = upTo(network({ allowPrivate: allowed, env: {} }));
  const withOrigin = (origin: string, { fromPrivate, trusted }: FetchedFrom) => {
    const allowPrivate = allowed === true || !fromPrivate ? allowed : origin;
    return upTo(network(trusted ? { allowPrivate } : { allowPrivate, env: {} }));
  };
  sources.set(source, { options: { ...options, cacheDir }, withOrigin, byOrigin: new Map() });
  return source;
}

let standard: ContextSource | undefined;

/**
 * The given source, or the default of the command line: the bundle, the disk cache, then the network, for all callers.
 * @example
 * const context = await contextsOrDefault(undefined).load('https://w3id.org/ro/crate/1.2/context');
 * console.log(typeof context);
 */
export function contextsOrDefault(given: ContextSource | undefined): ContextSource {
  return given ?? (standard ??= openContexts());
}

/**
 * Makes the source for the contexts that one document names. Requests to the origin of the document carry credentials
 * if its own request could, and may go to a private address if it came from one. Requests to other origins do not.
 * @param from undefined for a document that did not come from the network
 * @returns `source` itself unless {@link openContexts} made it
 */
export function contextsFor(source: ContextSource, from: FetchedFrom | undefined): ContextSource {
  const opened = sources.get(source);
  if (opened === undefined || from === undefined) return source;
  const { origin } = new URL(from.url);
  const key = `${origin} ${from.fromPrivate} ${from.trusted}`;
  const { byOrigin } = opened;
  const earlier = byOrigin.get(key);
  if (earlier !== undefined) return earlier;
  const own = opened.withOrigin(origin, from);
  const isOwn = (address: string) => URL.canParse(address) && new URL(address).origin === origin;
  const both: ContextSource = { load: (address) => (isOwn(address) ? own : source).load(address) };
  if (byOrigin.size >= MAX_ORIGINS) byOrigin.clear();
  byOrigin.set(key, both);
  sources.set(both, { ...opened, byOrigin: new Map() }); // a graph may have several documents
  return both;
}

/** Returns the options of a source if another thread can open the same source; otherwise undefined. */
export function contextOptionsOf(source: ContextSource): ContextOptions | undefined {
  const options = sources.get(source)?.options;
  if (options === undefined || options.fetch !== undefined || options.http?.lookup !== undefined) return undefined;
  const { http } = options;
  return http?.env === undefined ? options : { ...options, http: { ...http, env: { ...http.env } } };
}

const bundleSource: ContextSource = { load: async (address) => (await openBundle()).lookup(address) };

/** Contexts that were fetched, in this process or earlier. */
interface Cache extends ContextSource {
  add(address: string, context: unknown, fetched: RemoteDocument): Promise<void>;
}

/** Makes the source of cached contexts. Ignores a file that does not contain a context. */
function cacheSource(cacheDir: string): Cache {
  const fetched = new Map<string, unknown>();
  return {
    async load(address) {
      const key = trimAddress(address);
      if (fetched.has(key)) return fetched.get(key);
      const entry = await readCached(cacheDir, key);
      try {
        return entry && contextInDocument(entry.document, entry.finalUrl, address);
      } catch {
        return undefined;
      }
    },
    async add(address, context, remote) {
      fetched.set(address, context);
      await writeCached(cacheDir, { address, ...remote, fetched: new Date().toISOString() });
    },
  };
}

function networkSource(cache: Cache, { fetch, http, limits }: ContextOptions, more: HttpOptions): ContextSource {
  const client = new HttpClient({ ...http, fetch, ...more });
  return {
    async load(address) {
      const key = trimAddress(address);
      const remote = await fetchDocument(key, client, limits);
      const context = contextInDocument(remote.document, remote.finalUrl, address);
      await cache.add(key, context, remote);
      return context;
    },
  };
}

/** The last source when offline. */
const offlineSource: ContextSource = {
  load(address) {
    const hint = 'give a folder of contexts with --contexts, or run once without --offline';
    return Promise.reject(
      contextUnavailable(address, 'it is not available locally, and nothing is fetched offline', { hint }),
    );
  },
};
