import Database from 'libsql';
import { storeFailure } from './failure.js';

type Value = string | number | null | Uint8Array;
type Row = Readonly<Record<string, Value>>;
type Statement = ReturnType<Database.Database['prepare']>;

/** How long a writer waits for another one, in milliseconds. */
const PATIENCE = 2000;

/** Pages that a connection keeps in memory, in KiB: a large commit is written once, and not read again. */
const CACHE = 64 * 1024;

/** A connection to a database file, with the settings that the store relies on. */
export class Connection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Statement>();
  readonly #path: string;

  /** @throws CrateError ERR_STORE_INVALID, ERR_OUTPUT */
  constructor(path: string) {
    this.#path = path;
    this.#database = this.#try(() => new Database(path));
    this.exec(`PRAGMA busy_timeout = ${PATIENCE}; PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL`);
    this.exec(`PRAGMA cache_size = -${CACHE}`);
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
  row<T = Row>(sql: string, ...values: readonly Value[]): T | undefined {
    return this.#try(() => this.#prepare(sql).get([...values])) as T | undefined;
  }

  /** All rows. */
  rows<T = Row>(sql: string, ...values: readonly Value[]): T[] {
    return this.#try(() => this.#prepare(sql).all([...values])) as T[];
  }

  /** Does the work in one transaction: all of it is kept, or nothing. */
  async transaction<T>(kind: 'DEFERRED' | 'IMMEDIATE', work: () => Promise<T>): Promise<T> {
    this.exec(`BEGIN ${kind}`);
    try {
      const result = await work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back by itself when the disk is full.
      if (this.#database.inTransaction) this.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeFailure(error, this.#path);
    }
  }
}
