import { constants, type BigIntStats } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { METADATA_FILE_NAMES } from '../../crate/metadata-names.js';

/** What a path inside a served folder leads to. */
export interface FoundPath {
  /** Absolute path without links. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/**
 * Finds a file or folder inside a served folder; undefined if there is none, or if a link leads out of the
 * folder or to a hidden file.
 * @param segments decoded and checked, see `pathSegments`
 */
export async function findInside(folder: string, segments: readonly string[]): Promise<FoundPath | undefined> {
  const found = await existing(folder, segments);
  if (found !== undefined || segments.at(-1) !== METADATA_FILE_NAMES[1]) return found;
  return existing(folder, [...segments.slice(0, -1), METADATA_FILE_NAMES[0]]); // the legacy name of RO-Crate 1.0
}

async function existing(folder: string, segments: readonly string[]): Promise<FoundPath | undefined> {
  try {
    const root = await realpath(folder);
    const path = await realpath(join(root, ...segments));
    const inside = relative(root, path).split(sep);
    if (inside.some((part, at) => part.startsWith('.') && !(part === '' && at === 0))) return undefined;
    const found = await stat(path);
    return found.isFile() ? { path, kind: 'file' } : found.isDirectory() ? { path, kind: 'folder' } : undefined;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** System errors that mean that nothing can be served from a path. */
const MISSING = new Set([
  'ENOENT',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
  'EINVAL',
  'ERR_INVALID_ARG_VALUE',
]);

/** An open file with its facts of one moment. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/** Opens a regular file without following links or waiting for a pipe; undefined if it is not a regular file, or may not be read. */
export async function openRegular(path: string): Promise<OpenFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = await handle.stat({ bigint: true });
    if (stats.isFile()) return { handle, stats };
    await handle.close();
    return undefined;
  } catch (error) {
    await handle?.close();
    if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
