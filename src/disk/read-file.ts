import { closeSync, openSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CrateError, type CrateErrorOptions } from '../errors.js';

/**
 * Reads up to `count` bytes from the start of a file. Synchronous, because promises take several times as long as the read.
 * @throws the system error
 */
export function firstBytesOf(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(file, bytes, 0, count, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether there is a folder at this path. */
export function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Makes the error for a file that cannot be read.
 * @param name the file as the user named it
 * @param error the system error
 */
export function unreadable(name: string, error: unknown, options: Omit<CrateErrorOptions, 'cause'> = {}): CrateError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  const reason = isMissing ? 'does not exist' : `cannot be read: ${code ?? message}`;
  return new CrateError('ERR_NOT_FOUND', `${name} ${reason}`, { ...options, cause: error });
}
