import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** How to read a store without its locks, for want of the right to write the file that they are in. */
export interface Unlocked {
  /** What SQLite opens: nothing is written, not even when it closes. */
  readonly address: string;
  /** Run before anything else. */
  readonly setting: string;
  /** Whether somebody has written since: what was read then may be of two moments. */
  readonly isOutdated: () => boolean;
}

/**
 * Reading a file of this moment without locks. Without a log the file is all there is. With one the log counts, too;
 * its index, which is the file of the locks, is made in memory, as SQLite does it for a process that is alone.
 */
export function unlocked(store: string): Unlocked {
  const before = marks(store);
  const isAlone = `vfs=${process.platform === 'win32' ? 'win32' : 'unix'}-none`;
  const hasLog = (statSync(`${store}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return {
    address: `${pathToFileURL(store).href}?mode=ro&${hasLog ? isAlone : 'immutable=1'}`,
    setting: hasLog ? 'PRAGMA locking_mode = EXCLUSIVE' : '',
    isOutdated: () => marks(store) !== before,
  };
}

/** Why this process cannot write to a file or folder; undefined when it can, or when there is none. */
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

/** Whether the file of the locks is there; to make one in a folder of others would keep them from writing. */
export function hasLocks(store: string): boolean {
  return existsSync(`${store}-shm`);
}

/** Whether SQLite could not make the files beside the store that it reads it with. */
export function lacksLocks(error: unknown): boolean {
  const { rawCode } = error as { rawCode?: number };
  return rawCode === READONLY_DIRECTORY || rawCode === CANTOPEN;
}

const CANTOPEN = 14;
const READONLY_DIRECTORY = 1544;

/** Other ones after each write to the file or its log. */
function marks(store: string): string {
  return [store, `${store}-wal`]
    .map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
    .map((state) => (state === undefined ? 'none' : `${state.ino} ${state.size} ${state.mtimeNs}`))
    .join('\n');
}
