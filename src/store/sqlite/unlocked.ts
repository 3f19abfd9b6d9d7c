import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/** How to read a store without its locks, when this process may not write to the file that contains them. */
export interface Unlocked {
  /** The URI for SQLite to open, with which it writes nothing, not even on closing. */
  readonly address: string;
  /** The first statement to run. */
  readonly setting: string;
  /** Whether the store has changed since: then what was read may mix two moments. */
  readonly isOutdated: () => boolean;
}

/**
 * Prepares to read the present state of a store without locks. Without a log, the file is all there is. With a log,
 * SQLite needs its index, which is the file of the locks, and builds it in memory as for a process that is alone.
 */
export function unlocked(store: string): Unlocked {
  const before = stateOf(store);
  const isAlone = `vfs=${process.platform === 'win32' ? 'win32' : 'unix'}-none`;
  const hasLog = (statSync(`${store}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return {
    address: `${pathToFileURL(store).href}?mode=ro&${hasLog ? isAlone : 'immutable=1'}`,
    setting: hasLog ? 'PRAGMA locking_mode = EXCLUSIVE' : '',
    isOutdated: () => stateOf(store) !== before,
  };
}

/** Why this process cannot write to a file or folder; undefined if it can, or if the path does not exist. */
export function whyReadOnly(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EROFS') return `${path} lies on a read-only file system`;
    return code === 'EACCES' || code === 'EPERM' ? `no permission to write to ${path}` : undefined;
  }
}

/** Whether the file of the locks exists. Creating one in the folder of another user would stop that user's writes. */
export function hasLocks(store: string): boolean {
  return existsSync(`${store}-shm`);
}

/** Whether SQLite failed to create the files next to the store that it needs for reading. */
export function lacksLocks(error: unknown): boolean {
  const { rawCode = 0 } = error as { rawCode?: number };
  return rawCode === READONLY_DIRECTORY || NO_FILES.includes(rawCode & 0xff);
}

const READONLY_DIRECTORY = 1544;
/** SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN: on a full disk each of them for another file. */
const NO_FILES = [10, 13, 14];

/** Why nothing can be written where a store is, although it may be: there is no room left, or no file can be added. */
export function whyFull(store: string): string | undefined {
  try {
    const { bavail, files, ffree } = statfsSync(dirname(store));
    if (bavail === 0) return 'the disk is full';
    return files > 0 && ffree === 0 ? 'the disk has no room for another file (no free inodes)' : undefined;
  } catch {
    return undefined;
  }
}

/** A text that changes with each write to the file or its log. */
function stateOf(store: string): string {
  return [store, `${store}-wal`]
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((state) => (state === undefined ? 'none' : `${state.ino} ${state.size} ${state.mtimeNs}`))
    .join('\n');
}
