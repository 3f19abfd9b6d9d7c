import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Closed databases that may still hold their files (three each); some systems allow a process 256 open files. */
const MOST = 32;

let held = 0;
const collected = new FinalizationRegistry<undefined>(() => (held = Math.max(0, held - 1)));

/**
 * Lets go of the files of a database that was closed. libsql closes them when the statements are collected, and has no
 * other way: a program that opens and closes stores in a row would run out of files before memory asks for a collection.
 */
export function releaseFiles(database: object): void {
  collected.register(database, undefined);
  held += 1;
  if (held < MOST) return;
  held = 0;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
