import { randomBytes } from 'node:crypto';
import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { removeAbandoned } from './abandoned-files.js';
import { processName } from './running-process.js';

/** The path of a temporary file or folder, with a unique name. */
export interface TemporaryPath {
  readonly path: string;
  /** Deletes the file or folder. Does nothing after it was renamed. */
  remove(): Promise<void>;
}

const NAME = /^\.crategraph-[0-9a-f]{16}\./;
const paths = new Set<string>();
const visited = new Map<string, Promise<void>>();
/** A process that writes into more folders than this visits some of them again. */
const MOST_VISITED = 1000;

/**
 * Reserves a temporary path in a folder. Its name says which process it is of. It is also deleted if the process exits
 * first, as with Ctrl-C. What processes that were killed have left in the folder is removed meanwhile.
 */
export function temporaryPath(folder: string): TemporaryPath {
  const path = join(folder, `.crategraph-${randomBytes(8).toString('hex')}.${processName()}.tmp`);
  if (paths.size === 0) process.once('exit', removeTemporary);
  paths.add(path);
  const clean = visit(resolve(folder));
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      paths.delete(path);
      if (paths.size === 0) process.off('exit', removeTemporary);
      await clean;
    },
  };
}

/**
 * Makes the name of a file or folder that stays until the same command has finished.
 * @param key 16 hexadecimal digits
 */
export function temporaryName(key: string, kind: 'part' | 'archive' | 'work'): string {
  return `.crategraph-${key}.${kind}`;
}

/** Tells whether a file name is that of a temporary file. Temporary files do not belong to any package. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

/** How long the end of a process waits for its temporary files to go: a user who stops it wants it to end. */
const PATIENCE_MS = 1_000;

/**
 * Deletes all temporary files and folders of this process now, and forgets them.
 * @returns the folders that are too large for that, and stay in part
 */
export function removeTemporary(): string[] {
  const end = performance.now() + PATIENCE_MS;
  const left = [...paths].filter((path) => !isRemoved(path, end));
  paths.clear();
  process.off('exit', removeTemporary);
  return left;
}

/** Deletes a file or folder, until a time is over. @returns whether all of it is gone */
function isRemoved(path: string, end: number): boolean {
  if (performance.now() > end) return false;
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
  }
  try {
    for (const name of readdirSync(path)) if (!isRemoved(join(path, name), end)) return false;
    rmdirSync(path);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Cleans a folder once, however many files are written into it. */
function visit(folder: string): Promise<void> {
  const begun = visited.get(folder);
  if (begun !== undefined) return begun;
  if (visited.size >= MOST_VISITED) visited.clear();
  const clean = removeAbandoned(folder);
  visited.set(folder, clean);
  return clean;
}
