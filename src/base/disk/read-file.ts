import { closeSync, openSync, readSync, type Stats } from 'node:fs';
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

/**
 * Whether there is anything at this path, even a link to nothing.
 * @throws CrateError ERR_NOT_FOUND where that cannot be found out, as in a folder without permission
 */
export async function isThere(path: string, options?: UnreadableOptions): Promise<boolean> {
  return (await entryAt(path, options)) !== undefined;
}

/**
 * What is at this path, or where a link there leads to: `other` also for a link to nothing; undefined for nothing.
 * @throws CrateError ERR_NOT_FOUND as {@link isThere}
 */
export async function kindAt(
  path: string,
  options?: UnreadableOptions,
): Promise<'file' | 'folder' | 'other' | undefined> {
  const entry = await entryAt(path, options);
  const found = entry?.isSymbolicLink() === true ? await stat(path).catch(() => entry) : entry;
  if (found === undefined) return undefined;
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

async function entryAt(path: string, options?: UnreadableOptions): Promise<Stats | undefined> {
  if (path.includes('\0')) return undefined; // no file has such a name, and `lstat` calls it a bug of the caller
  try {
    return await lstat(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // a name that is too long is none of a file: of one that is not UTF-8, a listing makes a longer one
    if (isMissing(code) || code === 'ENAMETOOLONG') return undefined;
    throw unreadable(path, error, options);
  }
}

/** What is said about a file or folder that a listing names and that is not found under this name. */
export const NOT_UTF8 = 'has a name that is not UTF-8';

/** Whether the name of a file may be misread: a listing puts U+FFFD in place of bytes that are not UTF-8. */
export function isMisread(name: string): boolean {
  return name.includes('\uFFFD');
}

/** What an error for an unreadable file says besides. */
type UnreadableOptions = Omit<CrateErrorOptions, 'cause'>;

function isMissing(code: string | undefined): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/**
 * Makes the error for a file that cannot be read.
 * @param name the file as the user named it
 * @param error the system error
 */
export function unreadable(name: string, error: unknown, options: UnreadableOptions = {}): CrateError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (isMissing(code) && isMisread(name))
    return new CrateError('ERR_NOT_FOUND', `${quotedName(name)} ${NOT_UTF8}`, {
      hint: 'rename it',
      ...options,
      cause: error,
    });
  const reason = isMissing(code) ? 'does not exist' : `cannot be read: ${code ?? message}`;
  return new CrateError('ERR_NOT_FOUND', `${quotedName(name)} ${reason}`, { ...options, cause: error });
}
