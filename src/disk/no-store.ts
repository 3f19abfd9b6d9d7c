import { stat } from 'node:fs/promises';
import { CrateError } from '../errors.js';
import { firstBytesOf } from './read-file.js';

/** How every SQLite file begins. */
const SQLITE = Buffer.from('SQLite format 3\0');
/** Where SQLite keeps the `application_id`. */
const APPLICATION_AT = 68;
/** `application_id` of our stores: "CrGr". */
export const APPLICATION = 0x43724772;
/** What lies beside a store and belongs to it. */
const BESIDE = /-(?:wal|shm|journal|writer)$/;

/**
 * Makes sure that an output takes the place of no store, and of nothing that belongs to one.
 * @throws CrateError ERR_OUTPUT
 */
export async function requireNoStore(place: string): Promise<void> {
  const store = place.replace(BESIDE, '');
  if (await isStore(place)) throw inTheWay(place, 'is a store');
  if (store !== place && (await isStore(store))) throw inTheWay(place, `belongs to the store ${store}`);
}

/** What cannot be read is no store that we know of; whoever writes says what is wrong with it. */
async function isStore(path: string): Promise<boolean> {
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
  // What was just written is in the log, its number too.
  return application === APPLICATION || (application === 0 && (await sizeOf(`${path}-wal`)) > 0);
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

function inTheWay(place: string, what: string): CrateError {
  return new CrateError('ERR_OUTPUT', `${place} ${what}, which no output replaces`, {
    hint: 'give the output another name',
    details: { file: place },
  });
}
