import { closeSync, openSync, readSync } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { quotedName } from '../quoted-name.js';
import { CrateError, type CrateErrorOptions } from '../errors.js';

/**
 * Reads up to `count` bytes from the start of a file. Synchronous, because promises take several
 * times as long as the read.
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

/** Whether there is anything at this path, even a link to nothing. */
export function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** What is said about a file or folder that a listing names and that is not found under this name. */
export const NOT_UTF8 = 'has a name that is not UTF-8';

/** Whether the name of a file may be misread: a listing puts U+FFFD in place of bytes that are not UTF-8. */
export function isMisread(name: string): boolean {
  return name.includes('\uFFFD');
}

/**
 * Makes the error for a file that cannot be read.
 * @param name the file as the user named it
 * @param error the system error
 */
export function unreadable(name: string, error: unknown, options: Omit<CrateErrorOptions, 'cause'> = {}): CrateError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  if (isMissing && isMisread(name))
    return new CrateError('ERR_NOT_FOUND', `${quotedName(name)} ${NOT_UTF8}`, {
      hint: 'rename it',
      ...options,
      cause: error,
    });
  const reason = isMissing ? 'does not exist' : `cannot be read: ${code ?? message}`;
  return new CrateError('ERR_NOT_FOUND', `${quotedName(name)} ${reason}`, { ...options, cause: error });
}
