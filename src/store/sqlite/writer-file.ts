import { lstatSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';

/** Who writes to a store: what a writer notes of itself while it holds the lock. */
export interface Writer {
  readonly pid: number;
  readonly host: string;
  /** The program with its verb, and nothing else of its command line; absent where that is not clear. */
  readonly runs?: string;
  /** When it got the lock, in ISO 8601. */
  readonly since: string;
}

/** How long a process has the lock before it says so, in milliseconds: to make a file costs half a short commit. */
const SHORT = 100;

/**
 * Notes in a small file beside the store that this process writes to it, once that takes longer than a moment. A note
 * that is there already is of a process that was killed. It is only for people: where it cannot be written there is none.
 * @param hasLock whether the process still has the lock; without it nothing is noted
 * @returns what takes the note away; called while the lock is held, it cannot meet that of the next writer
 */
export function announceWriter(store: string, hasLock: () => boolean): () => void {
  const since = new Date().toISOString();
  let text: string | undefined;
  const timer = setTimeout(() => {
    if (hasLock()) write(store, (text = noteSince(since)));
  }, SHORT).unref();
  return () => {
    clearTimeout(timer);
    // SQLite lets go of the lock by itself when the disk is full: the note may be another one by now.
    if (text !== undefined && noteText(store) === text) remove(store);
  };
}

function noteSince(since: string): string {
  const runs = program(process.argv[1], process.argv[2]);
  return JSON.stringify({ pid: process.pid, host: hostname(), ...(runs && { runs }), since } satisfies Writer);
}

/** Who says that it writes to the store, if anybody does and has not ended since. */
export function writerOf(store: string): Writer | undefined {
  const writer = readNote(store);
  return writer === undefined || hasEnded(writer) ? undefined : writer;
}

/** Who it is, in words. */
export function inWords({ pid, host, runs, since }: Writer): string {
  const place = host === hostname() ? '' : ` on ${host}`;
  return `process ${pid}${place}${runs === undefined ? '' : ` (${runs})`} since ${since}`;
}

const noteOf = (store: string): string => `${store}-writer`;

/** Never through a link, and only over another note: any other file of that name is somebody's. */
function write(store: string, text: string): boolean {
  try {
    writeFileSync(noteOf(store), text, { flag: 'wx', mode: 0o644 });
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    return isThere && isNote(noteText(store)) && remove(store) && write(store, text);
  }
}

/** Whether the text is a note, or the beginning of one that was not finished. */
function isNote(text: string | undefined): boolean {
  return text !== undefined && '{"pid":'.startsWith(text.slice(0, 7));
}

function remove(store: string): boolean {
  try {
    unlinkSync(noteOf(store));
    return true;
  } catch {
    return false; // a note that stays says nothing once its process has ended
  }
}

function noteText(store: string): string | undefined {
  try {
    const file = lstatSync(noteOf(store));
    return file.isFile() && file.size < 1000 ? readFileSync(noteOf(store), 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The note of a store; undefined when there is none, or none that makes sense. */
function readNote(store: string): Writer | undefined {
  try {
    const { pid, host, runs, since } = JSON.parse(noteText(store) ?? '') as Writer;
    const makesSense = Number.isSafeInteger(pid) && pid > 0 && /^[\w.-]{1,255}$/.test(host);
    if (!makesSense || new Date(since).toISOString() !== since) return undefined;
    return { pid, host, ...(isPlain(runs) && { runs }), since };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine is gone. What runs on another machine nobody can tell. */
function hasEnded({ pid, host }: Writer): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The program by its script and, where it is our own, its verb; no other argument, it may be a secret. */
function program(script = '', verb = ''): string | undefined {
  const ours = /(?:^|[\\/])(?:crategraph|dist[\\/]cli[\\/]bin\.js)$/.test(script);
  if (ours) return /^[a-z]{2,12}$/.test(verb) ? `crategraph ${verb}` : 'crategraph';
  const runs = `node ${basename(script)}`;
  return /\.[cm]?[jt]s$/.test(script) && isPlain(runs) ? runs : undefined;
}

function isPlain(words: unknown): words is string {
  return typeof words === 'string' && /^[\w.-]{1,60}(?: [\w.-]{1,60})?$/.test(words);
}
