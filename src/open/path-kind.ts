import { statSync } from 'node:fs';
import { unreadable } from '../disk/read-file.js';

/*
 * Without promises: a look at a file takes microseconds, a promise of one several times that, and folder trees hold
 * many thousands of crates.
 */

/** Whether there is a file of this path. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** What there is at a path. @param name how the person called it @throws CrateError ERR_NOT_FOUND */
export function kindOf(path: string, name: string): 'folder' | 'file' | 'pipe' {
  try {
    const found = statSync(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'pipe';
  } catch (cause) {
    throw unreadable(name, cause);
  }
}
