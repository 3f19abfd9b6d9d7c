import { statSync } from 'node:fs';
import { CrateError } from '../errors.js';

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

/** Whether a path is that of a folder. @param name how the person called it @throws CrateError ERR_NOT_FOUND */
export function isFolder(path: string, name: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new CrateError(
      'ERR_NOT_FOUND',
      missing ? `${name} does not exist` : `${name} cannot be read: ${code ?? message}`,
      { cause },
    );
  }
}
