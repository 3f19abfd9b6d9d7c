import { isAnyArrayBuffer } from 'node:util/types';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'libsql';
import { CrateError } from '../../base/errors.js';
import { nativeCall } from '../../base/threads/native-call.js';
import { changedStore, fullDisk, isBusy, readOnlyStore, replacedStore, storeFailure } from './failure.js';
import { hasLocks, lacksLocks, unlocked, whyFull, whyReadOnly, type Unlocked } from './unlocked.js';
import { announceWriter } from './writer-file.js';
import { collectGarbage } from '../../base/threads/collect-garbage.js';

type Value = string | number | null | Uint8Array;
type TableRow = Readonly<Record<string, Value>>;
type Statement = ReturnType<Database.Database['prepare']>;

/** How long a writer waits for the lock, and at most between two attempts, in milliseconds. */
export const LOCK_TIMEOUT = 2000;
const LONGEST_PAUSE = 50;

/** Page cache of a connection in KiB, so large that a large commit is written once and not read back. */
const CACHE = 64 * 1024;

const SETTINGS = `PRAGMA busy_timeout = ${LOCK_TIMEOUT}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL;
  PRAGMA cache_size = -${CACHE}; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON`;

/**
 * A connection to a database file, with the settings that the store relies on. Where this process may only read the
 * file, and SQLite cannot create or use its locks, it reads without them and checks that each answer shows one moment.
 */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #path: string;
  readonly #writer: (() => Connection | undefined) | undefined;
  readonly #inode: bigint | undefined;
  /** Why this process can only read the file; undefined if it can write. */
  readonly #readOnly: string | undefined;
  readonly #isFull: boolean;
  readonly #unlocked: Unlocked | undefined;
  #isWriting = false;
  #ownCommits = 0;

  /**
   * @param writer the connection that makes all commits, once there is one. Default: this one
   * @throws CrateError ERR_STORE_INVALID, ERR_OUTPUT, ERR_STORE_LOCKED
   */
  constructor(path: string, writer?: () => Connection | undefined) {
    this.#path = path;
    this.#writer = writer;
    this.#inode = inodeOf(path);
    const opened = this.#try(() => open(path));
    this.#database = opened.database;
    this.#readOnly = opened.readOnly;
    this.#isFull = opened.isFull === true;
    this.#unlocked = opened.unlocked;
  }

  /** Whether it reads without locks and the file has changed since: then it only throws. */
  get isOutdated(): boolean {
    return this.#unlocked?.isOutdated() === true;
  }

  /** Whether its path now leads to another file, or to none. */
  get isReplaced(): boolean {
    return inodeOf(this.#path) !== this.#inode;
  }

  /**
   * A number for the content that an open transaction reads, the same for the same content; undefined while it writes.
   */
  get contentVersion(): number | undefined {
    if (this.#isWriting) return undefined;
    // SQLite counts the commits of others only.
    const { othersVersion } = this;
    return othersVersion === undefined ? undefined : othersVersion + this.#ownCommits * 2 ** 32;
  }

  /** The connection that makes all commits of its store; this one, if there is none to the same file. */
  get writer(): Connection {
    const writer = this.#writer?.();
    return writer === undefined || writer.isOutdated || writer.#inode !== this.#inode ? this : writer;
  }

  /** A number for what other connections have written: it is the same until one of them commits. */
  get othersVersion(): number | undefined {
    return this.row<{ data_version: number }>('PRAGMA data_version')?.data_version;
  }

  /** Runs SQL statements that return no rows. */
  exec(sql: string): void {
    this.#try(() => this.#database.exec(sql));
  }

  /** As {@link exec}, for a file that gets its tables. */
  create(sql: string): void {
    this.exec(`PRAGMA query_only = OFF; ${sql}; PRAGMA query_only = ON`);
  }

  /** Runs one statement with values. */
  run(sql: string, ...values: readonly Value[]): void {
    this.#try(() => this.#prepare(sql).run([...values]));
  }

  /** The first row of a query. */
  row<T = TableRow>(sql: string, ...values: readonly Value[]): T | undefined {
    return this.#try(() => this.#prepare(sql).get([...values])) as T | undefined;
  }

  /** All rows of a query. */
  rows<T = TableRow>(sql: string, ...values: readonly Value[]): T[] {
    const rows = this.#try(() => this.#prepare(sql).all([...values])) as Record<string, unknown>[];
    for (const row of rows) viewBytes(row);
    return rows as T[];
  }

  /**
   * Runs work in one write transaction, all of it or nothing. Waits a short time while another connection writes,
   * without blocking this process.
   * @param signal ends the wait
   * @throws CrateError ERR_STORE_LOCKED, also for a file that another one replaces meanwhile; ERR_OUTPUT for a store
   * that can only be read; the reason of the signal
   */
  async transaction<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#beginWriting(signal);
    this.#isWriting = true;
    try {
      const withdraw = announceWriter(this.#path, () => this.#isInTransaction);
      const result = await work().finally(withdraw);
      // What is in the log of the old file would become a part of the new one.
      if (this.isReplaced) throw replacedStore(this.#path);
      this.exec('COMMIT');
      this.#ownCommits += 1;
      return result;
    } catch (error) {
      // On a full disk SQLite has rolled back already.
      if (this.#isInTransaction) this.exec('ROLLBACK');
      throw error;
    } finally {
      this.#set('PRAGMA query_only = ON');
      this.#isWriting = false;
    }
  }

  /**
   * Moves the log into the file, as far as other readers and writers allow; what stays in the log is just as safe.
   * It does not wait for them, because it has the write lock and would block other writers.
   */
  emptyLog(): void {
    if (this.#readOnly !== undefined) return;
    try {
      this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // The disk may be full: all commits are in the log, and can be read there.
      if (!(error instanceof CrateError && error.code === 'ERR_OUTPUT')) throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    nativeCall(() => this.#database.close());
    releaseFiles(this.#database);
  }

  async #beginWriting(signal?: AbortSignal): Promise<void> {
    if (this.#readOnly !== undefined) {
      const error = this.#isFull ? fullDisk : readOnlyStore;
      throw error(this.#path, this.#readOnly, { store: this.#path });
    }
    const end = performance.now() + LOCK_TIMEOUT;
    for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      signal?.throwIfAborted();
      const left = end - performance.now();
      if (this.#hasBegun(left <= 0)) return;
      // The next round throws the reason of an abort.
      await wait(Math.min(left, pause * (0.5 + Math.random())), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Tries to begin a write transaction at once; false if another connection writes and another attempt follows. */
  #hasBegun(isLast: boolean): boolean {
    try {
      this.#set('PRAGMA busy_timeout = 0; PRAGMA query_only = OFF; BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      this.#set('PRAGMA query_only = ON');
      if (isLast || !isBusy(error)) throw storeFailure(error, this.#path);
      return false;
    } finally {
      this.#set(`PRAGMA busy_timeout = ${LOCK_TIMEOUT}`);
    }
  }

  get #isInTransaction(): boolean {
    return nativeCall(() => this.#database.inTransaction);
  }

  /** Runs SQL statements whose errors are those of libsql. */
  #set(sql: string): void {
    nativeCall(() => this.#database.exec(sql));
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #try<T>(work: () => T): T {
    try {
      const result = nativeCall(work);
      if (this.isOutdated) throw changedStore(this.#path);
      return result;
    } catch (error) {
      throw storeFailure(error, this.#path);
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined; // its folder may not be entered: SQLite cannot open it either, and says so
  }
}

interface Opened {
  readonly database: Database.Database;
  /** Why this process can only read the file. */
  readonly readOnly?: string | undefined;
  /** Whether that is because the disk is full. */
  readonly isFull?: boolean;
  readonly unlocked?: Unlocked;
}

/** Opens a file with its locks, or without them where this process cannot use them. */
function open(path: string): Opened {
  const readOnly = whyReadOnly(path);
  if (readOnly !== undefined && !hasLocks(path)) return openUnlocked(path, readOnly);
  try {
    const database = new Database(path);
    database.exec(SETTINGS);
    return { database, readOnly };
  } catch (error) {
    if (!lacksLocks(error)) throw error;
    const full = whyFull(path);
    const reason = readOnly ?? whyReadOnly(dirname(path)) ?? full;
    if (reason === undefined) throw error;
    return { ...openUnlocked(path, reason), isFull: reason === full };
  }
}

function openUnlocked(path: string, readOnly: string): Opened {
  const access = unlocked(path);
  const database = new Database(access.address);
  database.exec(`${access.setting}; ${SETTINGS}`);
  return { database, readOnly, unlocked: access };
}

/** libsql has bytes as a Buffer in a single row, but as an ArrayBuffer, which has no length, in each of many. */
function viewBytes(row: Record<string, unknown>): void {
  for (const name in row) {
    const value = row[name];
    if (isAnyArrayBuffer(value)) row[name] = new Uint8Array(value);
  }
}

/** Closed databases whose files may still be open (three each); some systems allow a process 256 open files. */
const MOST_UNRELEASED = 32;

let unreleased = 0;
const collected = new FinalizationRegistry<undefined>(() => (unreleased = Math.max(0, unreleased - 1)));

/**
 * Releases the files of a closed database. libsql closes them only when its statements are garbage-collected, so a
 * program that opens and closes many stores would run out of files before it runs short of memory.
 */
function releaseFiles(database: object): void {
  collected.register(database, undefined);
  unreleased += 1;
  if (unreleased < MOST_UNRELEASED) return;
  unreleased = 0;
  collectGarbage();
}
