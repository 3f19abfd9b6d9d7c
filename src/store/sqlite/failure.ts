import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CrateError } from '../../base/errors.js';
import { whyFull } from './unlocked.js';
import { describeWriter } from '../writer.js';
import { writerOf } from './writer-file.js';

/** Turns an error of SQLite into a CrateError; returns any other error as it is. */
export function storeFailure(error: unknown, store: string): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const details = { store, sqlite: code === '' ? message : code };
  switch (kindOf(error)) {
    case 'locked':
      return lockedStore(store, details);
    case 'damaged':
      return new CrateError('ERR_STORE_INVALID', `${store} is damaged or not a store: ${message}`, { details });
    case 'readonly':
      return readOnlyStore(store, message, details);
    case 'full':
      return fullDisk(store, 'the disk is full', details);
    case 'output': {
      const reason = whyFull(store); // SQLite calls that an I/O error for some of its files
      if (reason !== undefined) return fullDisk(store, reason, details);
      return new CrateError('ERR_OUTPUT', `the store ${store} cannot be written or opened: ${message}`, { details });
    }
    default:
      if (!/Unable to open connection/.test(message) && code !== 'EACCES') return error;
      return new CrateError('ERR_OUTPUT', `the store ${store} cannot be opened${whyClosed(store)}`, { details });
  }
}

/** The error for a write where there is no room. @param reason the disk is full, or has no room for another file */
export function fullDisk(store: string, reason: string, details: Readonly<Record<string, unknown>>): CrateError {
  return new CrateError(
    'ERR_OUTPUT',
    `the store ${store} cannot be written: ${reason}; the store is as it was before`,
    {
      hint: 'make room on the disk, and run the command again; what only reads works, also a `backup` to another disk',
      details,
    },
  );
}

/** Why libsql cannot open a file; its error does not state the reason. */
function whyClosed(store: string): string {
  try {
    accessSync(existsSync(store) ? store : dirname(store), existsSync(store) ? constants.R_OK : constants.W_OK);
    return '';
  } catch (error) {
    return `: ${(error as Error).message}`;
  }
}

/** The error for a write to a store that can only be read. @param reason why it can only be read */
export function readOnlyStore(store: string, reason: string, details: Readonly<Record<string, unknown>>): CrateError {
  return new CrateError('ERR_OUTPUT', `the store ${store} can only be read here: ${reason}`, {
    hint: 'get write permission for the file and its folder, or change a copy: `crategraph backup FILE`',
    details,
  });
}

/** The error for a store that changed while it was read without locks. */
export function changedStore(store: string): CrateError {
  return new CrateError('ERR_STORE_LOCKED', `another process has written to the store ${store} while it was read`, {
    hint: 'run the command again',
    details: { store },
  });
}

/** The error for a store that another file replaced while it was written. */
export function replacedStore(store: string): CrateError {
  return new CrateError('ERR_STORE_LOCKED', `another file has replaced the store ${store} while it was written`, {
    hint: 'run the command again',
    details: { store },
  });
}

/** Whether an error means that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return kindOf(error) === 'locked';
}

function kindOf(error: unknown): Kind | undefined {
  const { rawCode = 0, message = '' } = error as { rawCode?: number; message?: string };
  // Our own statements are correct, so the tables, or the version of their format, are not.
  const isWrongFile = /^no such (?:table|column)\b|^unsupported file format/.test(message);
  return isWrongFile ? 'damaged' : KINDS[rawCode & 0xff];
}

type Kind = 'locked' | 'damaged' | 'readonly' | 'full' | 'output';

/** What the primary result codes of SQLite mean for a store. */
const KINDS: Readonly<Record<number, Kind>> = {
  3: 'output', // SQLITE_PERM
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  8: 'readonly', // SQLITE_READONLY
  10: 'output', // SQLITE_IOERR
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'output', // SQLITE_CANTOPEN
  26: 'damaged', // SQLITE_NOTADB
};

function lockedStore(store: string, details: Readonly<Record<string, unknown>>): CrateError {
  const writer = writerOf(store);
  const who = writer === undefined ? '' : `: ${describeWriter(writer)}, according to ${store}-writer`;
  return new CrateError('ERR_STORE_LOCKED', `another process is writing to the store ${store}${who}`, {
    details: { ...details, ...(writer && { writer }) },
  });
}
