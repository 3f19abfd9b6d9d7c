import { deflateSync, inflateSync } from 'node:zlib';
import { areNumbers, areTexts } from '../index/json-lists.js';
import { nativeCall } from '../../base/threads/native-call.js';
import type { Connection } from './connection.js';
import { isInSchema } from './table-checks.js';
import { damagedDerived } from './text.js';

/**
 * The table of the lookup of keys: block 0 is its head, block 1 the graphs that it has, the others are its
 * entries in the order of their keys. A negative number is the row of a graph whose records have changed since.
 * It may be dropped at any time.
 */
export const KEY_TABLE = `CREATE TABLE key_block (
    number  INTEGER PRIMARY KEY,
    content BLOB NOT NULL
  )`;

/** Drops the table of the lookup, if there is one. */
export const DROP_KEYS = 'DROP TABLE IF EXISTS key_block';

/** A key, and the row of a graph that has it. */
export type KeyEntry = readonly [key: string, row: number];

/** What a lookup is made of. */
export interface KeyHead {
  /** `name` of the keys. */
  readonly name: string;
  /** The graphs that it has, see `graphState`. */
  readonly state: string;
  /** The first key of each block of entries. */
  readonly first: readonly string[];
}

/** The graphs of a lookup, side by side. */
export interface KeyGraphs {
  readonly rows: readonly number[];
  readonly versions: readonly number[];
}

const HEAD = 0;
const GRAPHS = 1;
const ENTRIES = 2;
/** Entries of a block. */
const BLOCK_ENTRIES = 256;
/** Characters of a key that are kept: who finds a graph looks at its whole keys. */
const KEY_LENGTH = 400;
/** No block of ours unpacks to more, not even the head of a lookup of millions of graphs. */
const MOST_UNPACKED = 1 << 28;

const READ = 'SELECT content FROM key_block WHERE number = ?';
const WRITE = 'INSERT INTO key_block (number, content) VALUES (?, ?)';
const STALE = 'SELECT number FROM key_block WHERE number < 0';
const MARK_STALE = "INSERT OR REPLACE INTO key_block (number, content) VALUES (?, x'')";

/** The part of a key that a lookup keeps. */
export function keptKey(key: string): string {
  return key.slice(0, KEY_LENGTH);
}

/** What a lookup keeps of the keys of a graph, each once. */
export function storedKeys(keys: Iterable<string>): Set<string> {
  return new Set([...keys].map(keptKey));
}

/** Whether a store has the table. */
export function hasKeyTable(connection: Connection): boolean {
  return isInSchema(connection, 'key_block');
}

/** The head of the lookup; undefined if there is none. @throws CrateError ERR_STORE_INVALID */
export function keyHead(connection: Connection): KeyHead | undefined {
  return hasKeyTable(connection) ? readBlock(connection, HEAD, isHead) : undefined;
}

/** The graphs of the lookup. @throws CrateError ERR_STORE_INVALID */
export function keyGraphs(connection: Connection): KeyGraphs {
  return readBlock(connection, GRAPHS, areGraphs);
}

/** The entries of one block, by its place among the blocks of entries. @throws CrateError ERR_STORE_INVALID */
export function keyEntries(connection: Connection, place: number): readonly KeyEntry[] {
  return readBlock(connection, ENTRIES + place, areEntries);
}

/** The rows of graphs whose records have changed since the lookup was made. */
export function staleRows(connection: Connection): number[] {
  return connection.rows<{ number: number }>(STALE).map(({ number }) => -number);
}

/** Notes that the records of a graph have changed while the graph has not. @param row of the graph */
export function markStale(connection: Connection, row: number): void {
  connection.run(MARK_STALE, -row);
}

/** The number of blocks that belong to no lookup of so many blocks of entries. */
export function looseKeyBlocks(connection: Connection, blocks: number): number {
  const sql = 'SELECT count(*) AS number FROM key_block WHERE number >= ?';
  return connection.row<{ number: number }>(sql, ENTRIES + blocks)?.number ?? 0;
}

/**
 * Writes a lookup in place of the one before.
 * @param connection with an open write transaction
 * @param entries sorted, each once
 */
export function writeKeys(
  connection: Connection,
  { name, state }: Pick<KeyHead, 'name' | 'state'>,
  { entries, graphs }: { readonly entries: readonly KeyEntry[]; readonly graphs: KeyGraphs },
): void {
  if (!hasKeyTable(connection)) connection.exec(KEY_TABLE);
  connection.run('DELETE FROM key_block');
  const first: string[] = [];
  for (let from = 0; from < entries.length; from += BLOCK_ENTRIES) {
    writeKeyBlock(connection, ENTRIES + first.length, entries.slice(from, from + BLOCK_ENTRIES));
    first.push(entries[from]?.[0] as string);
  }
  writeKeyBlock(connection, GRAPHS, graphs);
  writeKeyBlock(connection, HEAD, { name, state, first });
}

/** Fields of a value that may come from anywhere. */
const fieldsOf = (content: unknown) => (content ?? {}) as Readonly<Record<string, unknown>>;

function isHead(content: unknown): content is KeyHead {
  const { name, state, first } = fieldsOf(content);
  return areTexts([name, state]) && areTexts(first);
}

function areGraphs(content: unknown): content is KeyGraphs {
  const { rows, versions } = fieldsOf(content);
  return areNumbers(rows) && areNumbers(versions);
}

function areEntries(content: unknown): content is KeyEntry[] {
  const isEntry = (one: unknown) => Array.isArray(one) && areTexts([one[0]]) && areNumbers([one[1]]);
  return Array.isArray(content) && content.every(isEntry);
}

/** A block says its own number, so that one in the place of another is found; zlib adds a checksum (RFC 1950). */
function writeKeyBlock(connection: Connection, number: number, content: unknown): void {
  const text = JSON.stringify([number, content]);
  connection.run(
    WRITE,
    number,
    nativeCall(() => deflateSync(text, { level: 1 })),
  );
}

function readBlock<T>(connection: Connection, number: number, fits: (content: unknown) => content is T): T {
  try {
    const packed = connection.row<{ content: Uint8Array }>(READ, number)?.content as Uint8Array;
    const text = nativeCall(() => inflateSync(packed, { maxOutputLength: MOST_UNPACKED })).toString();
    const [own, content] = JSON.parse(text) as [number, unknown];
    if (own === number && fits(content)) return content;
  } catch (error) {
    throw damagedDerived('lookup of names', error);
  }
  throw damagedDerived('lookup of names');
}
