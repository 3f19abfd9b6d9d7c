import { lstat, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namedHasEnded, readProcessName } from './running-process.js';

/**
 * A temporary name with its process, which earlier versions did not say; SQLite adds an ending for files of its own.
 */
const NAME = /^\.crategraph-[0-9a-f]{16}(?:\.([0-9a-f-]{1,60}))?\.tmp(?:-journal|-wal|-shm)?$/;
/** How old a file is that no process can be asked about, in milliseconds. */
const OLD = 24 * 60 * 60 * 1000;
/** So many names are read at most: a folder with millions of files delays no output. */
const MOST_NAMES = 100_000;

/**
 * Removes the temporary files and folders that processes have left in a folder because they were killed. Those of
 * another machine, or of an earlier version, are removed if they are older than a day. Never removes anything of a
 * running process or of another user, and never follows a link. Throws nothing: what cannot be removed stays.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  try {
    let names = 0;
    for await (const { name } of await opendir(folder, { bufferSize: 1024 })) {
      if ((names += 1) > MOST_NAMES) return;
      if (NAME.test(name)) await removeIfAbandoned(folder, name).catch(() => undefined);
    }
  } catch {
    // The folder cannot be read: the next write into it says so.
  }
}

async function removeIfAbandoned(folder: string, name: string): Promise<void> {
  if (await isAbandoned(folder, name)) await rm(join(folder, name), { recursive: true });
}

async function isAbandoned(folder: string, name: string): Promise<boolean> {
  const words = NAME.exec(name)?.[1];
  const owner = words === undefined ? undefined : readProcessName(words);
  if (words !== undefined && owner === undefined) return false; // no name that we make
  const ended = owner && namedHasEnded(owner);
  if (ended === false) return false;
  const found = await lstat(join(folder, name));
  const isOurs = (found.isFile() || found.isDirectory()) && found.uid === (process.getuid?.() ?? found.uid);
  return isOurs && (ended === true || found.mtimeMs < Date.now() - OLD);
}
