import { closeSync, openSync, readSync } from 'node:fs';
import { CrateError, type CrateErrorOptions } from '../errors.js';

/**
 * The first bytes of a file, fewer where it is shorter. Without promises, which take several times as long as the file.
 * @throws the error of the system
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

/**
 * The error for a file that the system does not let us read.
 * @param name what the person calls it
 * @param error the error of the system
 */
export function unreadable(name: string, error: unknown, options: Omit<CrateErrorOptions, 'cause'> = {}): CrateError {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  const reason = isMissing ? 'does not exist' : `cannot be read: ${code ?? message}`;
  return new CrateError('ERR_NOT_FOUND', `${name} ${reason}`, { ...options, cause: error });
}
