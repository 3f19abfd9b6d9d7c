import { stat } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import { firstBytesOf } from './read-file.js';

/** The first bytes of every SQLite file. */
const SQLITE = Buffer.from('SQLite format 3\0');
/** Offset of the `application_id` in a SQLite file. */
const APPLICATION_AT = 68;
/** `application_id` of a crategraph store: "CrGr". */
export const APPLICATION = 0x43724772;
/** Suffixes of the files that belong to a store. */
const COMPANION = /-(?:wal|shm|journal|writer)$/;

/**
 * Checks that an output would not replace a store or a file that belongs to one.
 * @throws CrateError ERR_OUTPUT
 */
export async function requireNoStore(path: string): Promise<void> {
  const store = path.replace(COMPANION, '');
  if (await isStore(path)) throw refusal(path, 'is a store');
  if (store !== path && (await isStore(store))) throw refusal(path, `belongs to the store ${store}`);
}

/** Tells whether a file is a store. False if it cannot be read: the write then reports the error. */
export async function isStore(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return false;
  const head = Buffer.alloc(APPLICATION_AT + 4);
  try {
    head.set(firstBytesOf(path, head.length));
  } catch {
    return false;
  }
  if (!head.subarray(0, SQLITE.length).equals(SQLITE)) return false;
  const application = head.readUInt32BE(APPLICATION_AT);
  // A new store may still be entirely in the log, together with its application id.
  return application === APPLICATION || (application === 0 && (await sizeOf(`${path}-wal`)) > 0);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

function refusal(path: string, what: string): CrateError {
  return new CrateError('ERR_OUTPUT', `${path} ${what}, which an output never replaces`, {
    hint: 'give the output another name',
    details: { file: path },
  });
}
