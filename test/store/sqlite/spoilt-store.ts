import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Other from 'libsql';
import type { GraphWrite } from '../../../src/store/port.js';
import { Packable } from '../../../src/store/packable.js';
import { SqliteStore } from '../../../src/store/sqlite/sqlite-store.js';

export const INVALID = { code: 'ERR_STORE_INVALID' };
/** The file that the record of a {@link spoiltStore} keeps. */
export const FILE = Packable.of(Buffer.from('{"@graph": []}'));

/** A store file that a test may spoil; each test gets a new one. */
export interface SpoiltStore {
  readonly path: string;
  /** Opens the store, reads, and closes it. */
  reading<T>(read: (store: SqliteStore) => Promise<T>): Promise<T>;
  /** Changes the file as somebody can who sends it: another tool, with all that SQLite allows. */
  craft(sql: string, ...values: readonly unknown[]): void;
}

/** A store with one graph of one line, and a record that keeps {@link FILE}. */
export function spoiltStore(
  graph: string,
  record: { readonly source: string; readonly data: Readonly<Record<string, unknown>> },
): SpoiltStore {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crategraph-spoilt-'));
    path = join(folder, 'store');
    const store = new SqliteStore(path, true);
    const write: GraphWrite = {
      graph,
      mode: 'create',
      nquads: [`<urn:s> <urn:p> "x" <${graph}> .\n`],
      record: { ...record, sha256: FILE.sha256, file: [FILE] },
    };
    await store.put([write]);
    await store.close();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    async reading(read) {
      const store = new SqliteStore(path, false);
      try {
        return await read(store);
      } finally {
        await store.close();
      }
    },
    craft(sql, ...values) {
      const database = new Other(path);
      database.exec('PRAGMA foreign_keys = OFF');
      if (values.length === 0) database.exec(sql);
      else database.prepare(sql).run([...values]);
      database.close();
    },
  };
}
