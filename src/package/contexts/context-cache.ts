import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { replaceFile } from '../../base/disk/write-file.js';

/** A remote context as the cache stores it. */
export interface CachedContext {
  readonly address: string;
  readonly finalUrl: string;
  /** When it was fetched, ISO 8601. */
  readonly fetched: string;
  readonly document: unknown;
}

/** Returns the cache folder of this user: `CRATEGRAPH_CACHE`, else `crategraph` in `XDG_CACHE_HOME` or `~/.cache`. */
export function defaultCacheDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (env.CRATEGRAPH_CACHE) return env.CRATEGRAPH_CACHE;
  const base = env.XDG_CACHE_HOME;
  return join(base && isAbsolute(base) ? base : join(homedir(), '.cache'), 'crategraph');
}

/** Reads a context from the cache; undefined if it is missing or cannot be read. */
export async function readCached(cacheDir: string, address: string): Promise<CachedContext | undefined> {
  try {
    const entry = JSON.parse(await readFile(cacheFile(cacheDir, address), 'utf8')) as Partial<CachedContext> | null;
    if (entry?.address !== address || typeof entry.finalUrl !== 'string') return undefined;
    return entry as CachedContext;
  } catch {
    return undefined;
  }
}

/** Writes a context to the cache, readable by this user only. Ignores a folder that is not writable. */
export async function writeCached(cacheDir: string, entry: CachedContext): Promise<void> {
  const file = cacheFile(cacheDir, entry.address);
  try {
    await mkdir(join(cacheDir, 'contexts'), { recursive: true, mode: 0o700 });
    await replaceFile(file, [JSON.stringify(entry)], 0o600);
  } catch {
    // the next run fetches the context again
  }
}

function cacheFile(cacheDir: string, address: string): string {
  return join(cacheDir, 'contexts', `${createHash('sha256').update(address).digest('hex')}.json`);
}
