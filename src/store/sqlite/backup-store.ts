import { link, open, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { outputError } from '../../base/disk/write-file.js';
import { temporaryPath } from '../../base/disk/temporary-path.js';
import { CrateError } from '../../base/errors.js';
import type { WorkOptions } from '../port.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Connection } from './connection.js';
import { prepareTables } from './schema.js';

/**
 * Copies the current state of a store into a new file; others may read and write meanwhile.
 * @returns size of the file in bytes
 * @throws CrateError ERR_OUTPUT if the target exists or cannot be written, ERR_STORE_INVALID
 */
export async function backupFile(path: string, target: string, { signal }: WorkOptions = {}): Promise<number> {
  const file = resolve(target);
  if ((await stat(file).catch(() => undefined)) !== undefined) throw isThere(file);
  const connection = new Connection(resolve(path));
  const temporary = temporaryPath(dirname(file));
  const part = temporary.path;
  try {
    prepareTables(connection, path, false);
    await writeFile(part, '', { flag: 'wx' }).catch((error: unknown) => Promise.reject(cannotWrite(file, error)));
    await nextTurn();
    signal?.throwIfAborted();
    copyInto(connection, part, file);
    await useLog(part).catch((error: unknown) => Promise.reject(cannotWrite(file, error)));
    await nextTurn();
    signal?.throwIfAborted();
    await moveTo(part, file);
  } finally {
    connection.close();
    await temporary.remove().catch(() => undefined);
  }
  return (await stat(file)).size;
}

function copyInto(connection: Connection, part: string, file: string): void {
  try {
    connection.exec('PRAGMA query_only = OFF'); // it counts as a write, although into another file
    connection.run('VACUUM INTO ?', part);
  } catch (error) {
    // The store could be read before, so the error is about the new file.
    throw error instanceof CrateError && error.code === 'ERR_OUTPUT' ? cannotWrite(file, error) : error;
  }
}

/**
 * Sets WAL mode in the header of a copy (SQLite, "Database File Format", section 1.3.3), because VACUUM INTO does not.
 * Without it, readers and writers of the copy would wait for each other.
 */
async function useLog(part: string): Promise<void> {
  const file = await open(part, 'r+');
  try {
    await file.write(Uint8Array.of(2, 2), 0, 2, 18);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Gives a finished file its name. A hard link, unlike a rename, never replaces an existing file. */
async function moveTo(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw isThere(file);
    // file systems without links
    await rename(part, file).catch((reason: unknown) => Promise.reject(cannotWrite(file, reason)));
  }
}

function isThere(file: string): CrateError {
  return new CrateError('ERR_OUTPUT', `${file} already exists`, {
    hint: 'give the name of a new file: a backup never replaces one',
    details: { file },
  });
}

/** As `outputError` of `base/disk/write-file.ts`; an error of SQLite has its reason in the details. */
function cannotWrite(file: string, cause: unknown): CrateError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = cause instanceof CrateError ? String(cause.details['sqlite'] ?? message) : (code ?? message);
  const { hint } = cause instanceof CrateError ? cause : outputError(file, cause);
  return new CrateError('ERR_OUTPUT', `the backup ${file} cannot be written: ${reason}`, { hint, cause });
}
