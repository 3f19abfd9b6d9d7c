import { readFile } from 'node:fs/promises';
import { trimAddress } from '../crate/context/address.js';
import { parseBundle, type ContextBundle } from '../crate/context/bundle.js';
import { contextOf, contextUnavailable, firstOf, remembered, type ContextSource } from '../crate/context/source.js';
import { defaultCacheDir, readCached, writeCached } from './contexts/cache.js';
import { folderSource } from './contexts/folder.js';
import { fetchDocument, type FetchLimits } from './contexts/network.js';
import { HttpClient, type HttpOptions } from './http/client.js';

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
  /** How to go to the network: credentials, certificates, whether private addresses may be asked. */
  readonly http?: Omit<HttpOptions, 'fetch' | 'offline'>;
  /** Bounds of one request. Default: 10 redirects, 10 s, 10 MB. */
  readonly limits?: Partial<FetchLimits>;
}

const DATA = new URL('../../data/contexts/', import.meta.url);
let opened: Promise<ContextBundle> | undefined;

/** The bundle that comes with crategraph, read once per process. */
export function openBundle(): Promise<ContextBundle> {
  const text = (name: string): Promise<string> => readFile(new URL(name, DATA), 'utf8');
  opened ??= Promise.all([text('ro-crate.txt'), text('profiles.txt')]).then(([roCrate, profiles]) =>
    parseBundle({ roCrate, profiles }),
  );
  return opened;
}

/**
 * The source of remote contexts: the folders, the bundle, the disk cache, and then (unless offline) the network, once.
 * What was loaded is kept in memory; concurrent loads of one address share one request; a failure is never kept.
 * @throws CrateError (from `load`) ERR_CONTEXT_UNAVAILABLE; ERR_NOT_FOUND for a folder without index.json
 */
export function openContexts(options: ContextOptions = {}): ContextSource {
  const cacheDir = options.cacheDir ?? defaultCacheDir();
  const source = remembered(
    firstOf(
      ...(options.folders ?? []).map(folderSource),
      { load: async (address) => (await openBundle()).lookup(address) },
      cacheSource(cacheDir),
      options.offline ? refusal : networkSource(cacheDir, options),
    ),
  );
  sources.set(source, { ...options, cacheDir });
  return source;
}

const sources = new WeakMap<ContextSource, ContextOptions>();

/** The options that a source was opened with, when another thread can open the same; undefined for any other source. */
export function contextOptionsOf(source: ContextSource): ContextOptions | undefined {
  const options = sources.get(source);
  if (options === undefined || options.fetch !== undefined) return undefined;
  const { http } = options;
  return http?.env === undefined ? options : { ...options, http: { ...http, env: { ...http.env } } };
}

/** An entry that holds no context (somebody edited it) counts as none. */
function cacheSource(cacheDir: string): ContextSource {
  return {
    async load(address) {
      const entry = await readCached(cacheDir, trimAddress(address));
      try {
        return entry && contextOf(entry.document, entry.finalUrl, address);
      } catch {
        return undefined;
      }
    },
  };
}

function networkSource(cacheDir: string, { fetch, http, limits }: ContextOptions): ContextSource {
  const client = new HttpClient({ ...http, fetch });
  return {
    async load(address) {
      const key = trimAddress(address);
      const { finalUrl, document } = await fetchDocument(key, client, limits);
      const context = contextOf(document, finalUrl, address);
      await writeCached(cacheDir, { address: key, finalUrl, fetched: new Date().toISOString(), document });
      return context;
    },
  };
}

/** The end of the line without a network. */
const refusal: ContextSource = {
  load(address) {
    const hint = 'give a folder of contexts with --contexts, or run once without --offline';
    return Promise.reject(contextUnavailable(address, 'not known, and --offline forbids to fetch it', { hint }));
  },
};
