import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { CrateError } from '../../errors.js';
import { changedStore, isBusy, readOnlyStore, storeFailure } from './failure.js';
import { releaseFiles } from './release-files.js';
import { hasLocks, lacksLocks, unlocked, whyReadOnly, type Unlocked } from './unlocked.js';
import { announceWriter } from './writer-file.js';

type Value = string | number | null | Uint8Array;
type TableRow = Readonly<Record<string, Value>>;
type Statement = ReturnType<Database.Database['prepare']>;

/** How long a writer waits for another one, in milliseconds, and how long at most between two attempts. */
const LOCK_TIMEOUT = 2000;
const LONGEST_PAUSE = 50;

/** Pages that a connection keeps in memory, in KiB: a large commit is written once, and not read again. */
const CACHE = 64 * 1024;

const SETTINGS = `PRAGMA busy_timeout = ${LOCK_TIMEOUT}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA cache_size = -${CACHE}`;

/**
 * A connection to a database file, with the settings that the store relies on. A file that this process may only read
 * is read without its locks where SQLite cannot make or use them; every answer is checked to be of one moment then.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #path: string;
  readonly #inode: bigint | undefined;
  /** Why it is for reading only. */
  readonly #readOnly: string | undefined;
  readonly #unlocked: Unlocked | undefined;

  /** @throws CrateError ERR_STORE_INVALID, ERR_OUTPUT, ERR_STORE_LOCKED */
  constructor(path: string) {
    this.#path = path;
    this.#inode = inodeOf(path);
    const opened = this.#try(() => open(path));
    this.#database = opened.database;
    this.#readOnly = opened.readOnly;
    this.#unlocked = opened.unlocked;
  }

  /** Whether it reads a state that is gone, and gives nothing but errors. */
  get isOutdated(): boolean {
    return this.#unlocked?.isOutdated() === true;
  }

  /** Whether another file has its name now, or none. */
  get isReplaced(): boolean {
    return inodeOf(this.#path) !== this.#inode;
  }

  /** Runs SQL statements that give no rows. */
  exec(sql: string): void {
    this.#try(() => this.#database.exec(sql));
  }

  /** Runs one statement. */
  run(sql: string, ...values: readonly Value[]): void {
    this.#try(() => this.#prepare(sql).run([...values]));
  }

  /** The first row. */
  row<T = TableRow>(sql: string, ...values: readonly Value[]): T | undefined {
    return this.#try(() => this.#prepare(sql).get([...values])) as T | undefined;
  }

  /** All rows. */
  rows<T = TableRow>(sql: string, ...values: readonly Value[]): T[] {
    return this.#try(() => this.#prepare(sql).all([...values])) as T[];
  }

  /**
   * Writes in one transaction: all of it is kept, or nothing. It waits a short time until no other process writes, and
   * lets this process go on meanwhile.
   * @param signal ends the waiting
   * @throws CrateError ERR_STORE_LOCKED, ERR_OUTPUT for a store that can only be read; what the signal was aborted with
   */
  async transaction<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#beginWriting(signal);
    try {
      const takeNote = announceWriter(this.#path, () => this.#database.inTransaction);
      const result = await work().finally(takeNote);
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back by itself when the disk is full.
      if (this.#database.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Moves what is in the log into the file, as far as those who read or write allow; what has to stay there is as safe.
   * It does not wait for them: it has the lock for writing meanwhile, and would keep other writers out.
   */
  emptyLog(): void {
    if (this.#readOnly !== undefined) return;
    try {
      this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // The disk may be full: all that was committed is in the log, and can be read there.
      if (!(error instanceof CrateError && error.code === 'ERR_OUTPUT')) throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
    releaseFiles(this.#database);
  }

  async #beginWriting(signal?: AbortSignal): Promise<void> {
    if (this.#readOnly !== undefined) throw readOnlyStore(this.#path, this.#readOnly, { store: this.#path });
    const end = performance.now() + LOCK_TIMEOUT;
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      signal?.throwIfAborted();
      const left = end - performance.now();
      if (this.#hasBegun(left <= 0)) return;
      // An abort is told by the next round, with its reason.
      await wait(Math.min(left, pause * (0.5 + Math.random())), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Tries to begin writing without waiting; false when another one writes and this is not the last attempt. */
  #hasBegun(isLast: boolean): boolean {
    try {
      this.#database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      if (isLast || !isBusy(error)) throw storeFailure(error, this.#path);
      return false;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${LOCK_TIMEOUT}`);
    }
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #try<T>(work: () => T): T {
    try {
      const result = work();
      if (this.isOutdated) throw changedStore(this.#path);
      return result;
    } catch (error) {
      throw storeFailure(error, this.#path);
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

interface Opened {
  readonly database: Database.Database;
  /** Why it is for reading only. */
  readonly readOnly?: string | undefined;
  readonly unlocked?: Unlocked;
}

/** Opens a file with its locks, or without where this process cannot have them. */
function open(path: string): Opened {
  const readOnly = whyReadOnly(path);
  if (readOnly !== undefined && !hasLocks(path)) return openUnlocked(path, readOnly);
  try {
    const database = new Database(path);
    database.exec(SETTINGS);
    return { database, readOnly };
  } catch (error) {
    const reason = readOnly ?? whyReadOnly(dirname(path));
    if (reason === undefined || !lacksLocks(error)) throw error;
    return openUnlocked(path, reason);
  }
}

function openUnlocked(path: string, readOnly: string): Opened {
  const way = unlocked(path);
  const database = new Database(way.address);
  database.exec(`${way.setting}; ${SETTINGS}`);
  return { database, readOnly, unlocked: way };
}
