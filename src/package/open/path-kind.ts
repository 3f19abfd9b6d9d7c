import { statSync } from 'node:fs';
import { unreadable } from '../../base/disk/read-file.js';

/*
 * These calls are synchronous: they take microseconds, a promise takes several times as long, and a folder tree may
 * contain many thousands of crates.
 */

/** Whether the path is a file. */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** Detects what a path is. @param name the path as the user wrote it @throws CrateError ERR_NOT_FOUND */
export function pathKind(path: string, name: string): 'folder' | 'file' | 'pipe' {
  try {
    const found = statSync(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'pipe';
  } catch (cause) {
    throw unreadable(name, cause);
  }
}
