import { areNumbers, areTexts } from '../index/json-lists.js';
import { unpackBlock, packBlock } from '../index/packed-block.js';
import { SEGMENT_PARTS, type PackedBlock } from '../index/segment-parts.js';
import type { BlockSource } from '../index/segment-reader.js';
import type { Connection } from './connection.js';
import { isInSchema } from './table-checks.js';
import { damagedDerived } from './text.js';

/** The table of the index; `segment` 0 has the header only. It may be dropped at any time: the pieces are the truth. */
export const INDEX_TABLE = `CREATE TABLE index_block (
    segment INTEGER NOT NULL,
    part    INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (segment, part, number)
  )`;

/** What an index is made of, and of which graphs. */
export interface IndexHeader {
  /** Made up for each new index: its segments are those of another one only if this is the same. */
  readonly made: string;
  /** Its segments, in the order of the ids of their terms. */
  readonly segments: readonly number[];
  /** Segments of the full text, in the order of the ids of the terms that they have. */
  readonly texts: readonly number[];
  /** The next number of a segment of either kind, and of a graph: numbers are never used again. */
  readonly nextSegment: number;
  readonly nextGraph: number;
  /** Numbers of graphs in its segments that are no longer in the store. */
  readonly gone: readonly number[];
  /** The graphs that it has, see `graphState`. */
  readonly state: string;
}

/** Drops the table of the index, if there is one. */
export const DROP_INDEX = 'DROP TABLE IF EXISTS index_block';

const HEADER = { segment: 0, part: 'head', number: 0 } as const;
const READ = 'SELECT content FROM index_block WHERE segment = ? AND part = ? AND number = ?';
const WRITE = 'INSERT OR REPLACE INTO index_block (segment, part, number, content) VALUES (?, ?, ?, ?)';
const LOOSE = 'SELECT count(*) AS number FROM index_block WHERE segment NOT IN (SELECT value FROM json_each(?))';
const HAS_TEXT = 'SELECT 1 FROM index_block WHERE part = ? LIMIT 1';
const BLOCKS = 'SELECT count(*) AS number FROM index_block WHERE segment = ?';
const DROP = 'DELETE FROM index_block WHERE segment = ?';

/** The header of the index; undefined if there is no index. @throws CrateError ERR_STORE_INVALID */
export function indexHeader(connection: Connection): IndexHeader | undefined {
  if (!isInSchema(connection, 'index_block')) return undefined;
  const row = connection.row<{ content: Uint8Array }>(READ, HEADER.segment, 0, HEADER.number);
  if (row === undefined) {
    if (connection.row('SELECT 1 FROM index_block LIMIT 1') !== undefined) throw damagedIndex();
    return undefined;
  }
  return orDamaged(() => {
    const header = JSON.parse(Buffer.from(unpackBlock(HEADER, row.content)).toString()) as IndexHeader;
    const { made, state, segments, texts, gone, nextSegment, nextGraph } = header;
    if (![segments, texts, gone, [nextSegment, nextGraph]].every(areNumbers)) throw new TypeError();
    if (!areTexts([made, state])) throw new TypeError();
    return header;
  });
}

/** Whether there are blocks of a full text, damaged or not. */
export function hasTextBlocks(connection: Connection): boolean {
  if (!isInSchema(connection, 'index_block')) return false;
  return connection.row(HAS_TEXT, SEGMENT_PARTS.indexOf('text')) !== undefined;
}

/** The blocks of the index of a store. */
export function storedBlocks(connection: Connection): BlockSource {
  return {
    block(place) {
      const { segment, part, number } = place;
      const row = connection.row<{ content: unknown }>(READ, segment, SEGMENT_PARTS.indexOf(part), number);
      return orDamaged(() => unpackBlock(place, row?.content as Uint8Array));
    },
    damaged: damagedIndex,
  };
}

/** Makes the table of the index. @param connection with an open write transaction */
export function createIndexTable(connection: Connection): void {
  if (!isInSchema(connection, 'index_block')) connection.exec(INDEX_TABLE);
}

/** Blocks that belong to none of these segments. */
export function looseBlocks(connection: Connection, segments: readonly number[]): number {
  const row = connection.row<{ number: number }>(LOOSE, JSON.stringify([HEADER.segment, ...segments]));
  return row?.number ?? 0;
}

/** Whether a segment has exactly these blocks. @throws CrateError ERR_STORE_INVALID for blocks that are damaged */
export function hasBlocks(connection: Connection, segment: number, blocks: Iterable<PackedBlock>): boolean {
  const source = storedBlocks(connection);
  let size = 0;
  for (const { part, number, content } of blocks) {
    const place = { segment, part, number };
    size += 1;
    if (Buffer.compare(source.block(place), unpackBlock(place, content)) !== 0) return false;
  }
  return connection.row<{ number: number }>(BLOCKS, segment)?.number === size;
}

/** Writes what the index is made of. @param connection with an open write transaction */
export function writeHeader(connection: Connection, header: IndexHeader): void {
  const content = packBlock(HEADER, Buffer.from(JSON.stringify(header)));
  connection.run(WRITE, HEADER.segment, 0, HEADER.number, content);
}

/** Writes a block of a segment. @param connection with an open write transaction */
export function writeBlock(connection: Connection, segment: number, { part, number, content }: PackedBlock): void {
  connection.run(WRITE, segment, SEGMENT_PARTS.indexOf(part), number, content);
}

/** Drops all blocks of a segment. @param connection with an open write transaction */
export function dropSegment(connection: Connection, segment: number): void {
  connection.run(DROP, segment);
}

function orDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damagedIndex(error);
  }
}

function damagedIndex(cause?: unknown): Error {
  return damagedDerived('index', cause);
}
