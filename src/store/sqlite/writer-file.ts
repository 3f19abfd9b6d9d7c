import { lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasEnded } from '../../base/disk/running-process.js';
import { parseWriter, writerText, type Writer } from '../writer.js';

/**
 * How long a process has the lock before it writes the file, in milliseconds: the file costs half of a short commit.
 */
const DELAY = 100;

/**
 * Writes a small file next to the store that says which process is writing, if that takes longer than `DELAY`. The
 * file of a process that was killed goes away with the next write. The file only informs people: if it cannot
 * be written, work goes on.
 * @param hasLock whether the process still has the lock; without it no file is written
 * @returns removes the file; call it under the lock, so that it cannot remove the file of the next writer
 */
export function announceWriter(store: string, hasLock: () => boolean): () => void {
  const since = new Date().toISOString();
  if (readWriter(store) !== undefined && writerOf(store) === undefined) remove(store);
  let text: string | undefined;
  const timer = setTimeout(() => {
    if (hasLock()) write(store, (text = writerText(since)));
  }, DELAY).unref();
  return () => {
    clearTimeout(timer);
    // On a full disk SQLite gives up the lock, so the file may be that of another writer by now.
    if (text !== undefined && readText(store) === text) remove(store);
  };
}

/**
 * The process that writes to the store by its own statement; undefined if there is none, or if it has ended. We cannot
 * know that of another machine.
 */
export function writerOf(store: string): Writer | undefined {
  const writer = readWriter(store);
  return writer?.host === hostname() && hasEnded(writer.pid) ? undefined : writer;
}

const fileOf = (store: string): string => `${store}-writer`;

/**
 * Never writes through a link, and replaces only a writer file; any other file of that name belongs to someone else.
 */
function write(store: string, text: string): boolean {
  try {
    writeFileSync(fileOf(store), text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return exists && isWriterFile(readText(store)) && remove(store) && write(store, text);
  }
}

/** Whether the text is that of a writer file, complete or not. */
function isWriterFile(text: string | undefined): boolean {
  return text !== undefined && '{"pid":'.startsWith(text.slice(0, 7));
}

function remove(store: string): boolean {
  try {
    unlinkSync(fileOf(store));
    return true;
  } catch {
    return false; // a file that stays is ignored once its process has ended
  }
}

function readText(store: string): string | undefined {
  try {
    const file = lstatSync(fileOf(store));
    return file.isFile() && file.size < 1000 ? readFileSync(fileOf(store), 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The writer in the file of a store; undefined if there is none, or if it is invalid. */
function readWriter(store: string): Writer | undefined {
  return parseWriter(readText(store) ?? '');
}
