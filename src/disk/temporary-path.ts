import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
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
  const key = randomBytes(8).toString('hex');
  const path = join(folder, `.crategraph-${key}.${processName()}.tmp`);
  if (paths.size === 0) process.once('exit', removeAll);
  paths.add(path);
  const clean = visit(resolve(folder));
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      paths.delete(path);
      if (paths.size === 0) process.off('exit', removeAll);
      await clean;
    },
  };
}

/** Makes the name of a file or folder that stays until the same command has finished. @param key 16 hexadecimal digits */
export function temporaryName(key: string, kind: 'part' | 'part.json' | 'archive' | 'work'): string {
  return `.crategraph-${key}.${kind}`;
}

/** Tells whether a file name is that of a temporary file. Temporary files do not belong to any package. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
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

function removeAll(): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}
