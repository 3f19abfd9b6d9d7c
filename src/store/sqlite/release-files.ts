import { collectGarbage } from '../../threads/collect-garbage.js';

/** Closed databases whose files may still be open (three each); some systems allow a process 256 open files. */
const MOST_UNRELEASED = 32;

let unreleased = 0;
const collected = new FinalizationRegistry<undefined>(() => (unreleased = Math.max(0, unreleased - 1)));

/**
 * Releases the files of a closed database. libsql closes them only when its statements are garbage-collected, so a
 * program that opens and closes many stores would run out of files before it runs short of memory.
 */
export function releaseFiles(database: object): void {
  collected.register(database, undefined);
  unreleased += 1;
  if (unreleased < MOST_UNRELEASED) return;
  unreleased = 0;
  collectGarbage();
}
