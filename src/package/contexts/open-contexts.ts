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

/** Where to look for remote contexts. */
export interface ContextOptions {
  /** Never go to the network; the bundle and the disk cache still answer. Default: false. */
  readonly offline?: boolean;
  /** Folders with an `index.json`, asked before everything else, in this order. Default: none. */
  readonly folders?: readonly string[];
  /** Folder of the disk cache. Default: `CRATEGRAPH_CACHE`, else `crategraph` in `XDG_CACHE_HOME` or `~/.cache`. */
  readonly cacheDir?: string;
  /** Stands in for the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * How to go to the network. `allowPrivate` is false where nothing is said: the addresses of contexts come from
   * documents, which may not make this machine ask its neighbours. Credentials go to nobody but the origin of the
   * document that names the context, see {@link contextsFor}.
   */
  readonly http?: Omit<HttpOptions, 'fetch' | 'offline'>;
  /** Bounds of one request. Default: 10 redirects, 10 s, 10 MB. */
  readonly limits?: Partial<FetchLimits>;
}

const DATA = new URL('../../../data/contexts/', import.meta.url);
let bundle: Promise<ContextBundle> | undefined;

/** The bundle that comes with crategraph, read once per process. */
export function openBundle(): Promise<ContextBundle> {
  const text = (name: string): Promise<string> => readFile(new URL(name, DATA), 'utf8');
  bundle ??= Promise.all([text('ro-crate.txt'), text('profiles.txt')]).then(([roCrate, profiles]) =>
    parseBundle({ roCrate, profiles }),
  );
  return bundle;
}

/** Where a document came from that names contexts. */
export interface FetchedFrom {
  /** Its final address. */
  readonly url: string;
  /** Whether it came from a private or loopback address. */
  readonly fromPrivate: boolean;
  /** Whether it was asked for with credentials, should there be some: not where a redirect or link to elsewhere led. */
  readonly trusted: boolean;
}

/** What is known of a source that {@link openContexts} made. */
interface OpenedSource {
  readonly options: ContextOptions;
  /** A source that may ask this origin as the document that came from there. */
  readonly withOrigin: (origin: string, from: FetchedFrom) => ContextSource;
  readonly byOrigin: Map<string, ContextSource>;
}

const sources = new WeakMap<ContextSource, OpenedSource>();
const MAX_ORIGINS = 16;

/**
 * The source of remote contexts: the folders, the bundle, the disk cache, and then (unless offline) the network, once.
 * What was loaded is kept in memory; concurrent loads of one address share one request; a failure is never kept.
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

/**
 * The source for the contexts that one document names: its own origin is asked as the document was, with credentials
 * when it was asked so, and also at a private address when it came from such a one. All others are asked without.
 * @param from undefined for a document that did not come from the network
 * @returns the source itself unless {@link openContexts} made it
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
  sources.set(both, { ...opened, byOrigin: new Map() }); // for a graph of several documents
  return both;
}

/** The options that a source was opened with, when another thread can open the same; undefined for any other source. */
export function contextOptionsOf(source: ContextSource): ContextOptions | undefined {
  const options = sources.get(source)?.options;
  if (options === undefined || options.fetch !== undefined || options.http?.lookup !== undefined) return undefined;
  const { http } = options;
  return http?.env === undefined ? options : { ...options, http: { ...http, env: { ...http.env } } };
}

const bundleSource: ContextSource = { load: async (address) => (await openBundle()).lookup(address) };

/** Contexts that came from the network, in this process or earlier. */
interface Cache extends ContextSource {
  add(address: string, context: unknown, fetched: RemoteDocument): Promise<void>;
}

/** An entry on disk that holds no context (somebody edited it) counts as none. */
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

/** The end of the line without a network. */
const offlineSource: ContextSource = {
  load(address) {
    const hint = 'give a folder of contexts with --contexts, or run once without --offline';
    return Promise.reject(contextUnavailable(address, 'not known, and --offline forbids to fetch it', { hint }));
  },
};
