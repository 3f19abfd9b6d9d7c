import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CrateError } from '../../errors.js';
import { inWords, writerOf } from './writer-file.js';

/** An error of SQLite as one of ours. */
export function storeFailure(error: unknown, store: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const details = { store, sqlite: code === '' ? message : code };
  switch (kindOf(error)) {
    case 'locked':
      return lockedStore(store, details);
    case 'damaged':
      return new CrateError('ERR_STORE_INVALID', `${store} is damaged or no store: ${message}`, { details });
    case 'readonly':
      return readOnlyStore(store, message, details);
    case 'output':
      return new CrateError('ERR_OUTPUT', `the store ${store} cannot be written or opened: ${message}`, { details });
    default:
      if (!/Unable to open connection/.test(message)) return error;
      return new CrateError('ERR_OUTPUT', `the store ${store} cannot be opened${whyClosed(store)}`, { details });
  }
}

/** Why libsql does not open a file; it does not say so itself. */
function whyClosed(store: string): string {
  try {
    accessSync(existsSync(store) ? store : dirname(store), existsSync(store) ? constants.R_OK : constants.W_OK);
    return '';
  } catch (error) {
    return `: ${(error as Error).message}`;
  }
}

/** The error for a change to a store that can only be read; `reason` says why. */
export function readOnlyStore(store: string, reason: string, details: Readonly<Record<string, unknown>>): CrateError {
  return new CrateError('ERR_OUTPUT', `the store ${store} can be read here and not be changed: ${reason}`, {
    hint: 'get the right to write to the file and its folder, or change a copy: `crategraph backup FILE`',
    details,
  });
}

/** The error for a store that was read without locks and was written to meanwhile. */
export function changedStore(store: string): CrateError {
  return new CrateError('ERR_STORE_LOCKED', `another process has written to the store ${store} while it was read`, {
    hint: 'run the command again',
    details: { store },
  });
}

/** Whether it is the error that another connection has a lock. */
export function isBusy(error: unknown): boolean {
  return kindOf(error) === 'locked';
}

function kindOf(error: unknown): Kind | undefined {
  const { rawCode = 0, message = '' } = error as { rawCode?: number; message?: string };
  // Our own statements are right, so that it is the tables that are not.
  return /^no such (?:table|column)\b/.test(message) ? 'damaged' : KINDS[rawCode & 0xff];
}

type Kind = 'locked' | 'damaged' | 'readonly' | 'output';

/** SQLite's primary result codes; those of one kind have one meaning for a store. */
const KINDS: Readonly<Record<number, Kind>> = {
  3: 'output', // SQLITE_PERM
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  8: 'readonly', // SQLITE_READONLY
  10: 'output', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'output', // SQLITE_FULL
  14: 'output', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};

function lockedStore(store: string, details: Readonly<Record<string, unknown>>): CrateError {
  const writer = writerOf(store);
  const who = writer === undefined ? '' : `: ${inWords(writer)}, by its own note`;
  return new CrateError('ERR_STORE_LOCKED', `another process writes to the store ${store}${who}`, {
    details: { ...details, ...(writer && { writer }) },
  });
}
