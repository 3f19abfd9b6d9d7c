import Other from 'libsql';
import { deflateSync, inflateSync } from 'node:zlib';
import { segmentContent } from '../../../src/store/index/merge-segments.js';
import { packBlock, unpackBlock, type BlockPlace } from '../../../src/store/index/packed-block.js';
import { packRows, unpackRows } from '../../../src/store/index/packed-rows.js';
import type { Columns } from '../../../src/store/index/row-order.js';
import { SegmentReader } from '../../../src/store/index/segment-reader.js';
import { SEGMENT_PARTS, type SegmentPart } from '../../../src/store/index/segment-parts.js';
import { writeSegment, type SegmentContent } from '../../../src/store/index/write-segment.js';
import type { IndexHeader } from '../../../src/store/sqlite/index-table.js';
import type { KeyEntry, KeyHead } from '../../../src/store/sqlite/key-table.js';

const HEADER = { segment: 0, part: 'head', number: 0 } as const;

/** Columns that a liar may write: a list for each. */
export type Table = number[][];

/** Changes what is derived in a store file as somebody does who knows the format: each block has the right checksum. */
export class RepackedIndex {
  readonly #database: Other.Database;

  constructor(path: string) {
    this.#database = new Other(path);
  }

  close(): void {
    this.#database.close();
  }

  /** The content of a block. */
  read(place: BlockPlace): Buffer {
    const row = this.#database
      .prepare('SELECT content FROM index_block WHERE segment = ? AND part = ? AND number = ?')
      .get([place.segment, partNumber(place), place.number]) as { content: Buffer };
    return Buffer.from(unpackBlock(place, row.content));
  }

  write(place: BlockPlace, content: string | Uint8Array): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO index_block (segment, part, number, content) VALUES (?, ?, ?, ?)')
      .run([place.segment, partNumber(place), place.number, Buffer.from(packBlock(place, Buffer.from(content)))]);
  }

  /** Changes the rows of a block. */
  rows(place: BlockPlace, change: (columns: Table) => Table | void): void {
    const columns = Array.from(
      unpackRows(this.read(place), place.part === 'ids' || place.part === 'ranks' ? 1 : 4),
      (column) => [...column],
    );
    this.write(place, packed(change(columns) ?? columns));
  }

  /** Changes a block that is JSON: the header, or the head of a segment. */
  json(place: BlockPlace, change: (value: Record<string, unknown>) => unknown): void {
    const value = JSON.parse(this.read(place).toString()) as Record<string, unknown>;
    this.write(place, JSON.stringify(change(value)));
  }

  get header(): IndexHeader {
    return JSON.parse(this.read(HEADER).toString()) as IndexHeader;
  }

  changeHeader(change: (header: Record<string, unknown>) => unknown): void {
    this.json(HEADER, change);
  }

  /** Writes a whole segment again, in all of its orders. */
  segment(segment: number, change: (content: SegmentContent) => SegmentContent): void {
    const reader = new SegmentReader(segment, {
      block: (place) => this.read(place),
      damaged: () => new Error('damaged'),
    });
    const content = segmentContent(reader, new Set());
    this.#database.prepare('DELETE FROM index_block WHERE segment = ?').run([segment]);
    for (const block of writeSegment(segment, change(content)))
      this.#database
        .prepare('INSERT INTO index_block (segment, part, number, content) VALUES (?, ?, ?, ?)')
        .run([segment, partNumber(block), block.number, Buffer.from(block.content)]);
  }

  /** Changes a block of the full text. */
  text(place: Omit<BlockPlace, 'part'>, change: (words: string[], columns: Table) => void): void {
    const at = { ...place, part: 'text' } as const;
    const bytes = this.read(at);
    const end = bytes.indexOf('\n\n');
    const words = bytes.subarray(0, end).toString().split('\n');
    const columns = Array.from(unpackRows(bytes.subarray(end + 2), 4), (column) => [...column]);
    change(words, columns);
    this.write(at, Buffer.concat([Buffer.from(`${words.join('\n')}\n\n`), packed(columns)]));
  }

  /** Changes a block of the lookup of names. */
  keys<T = KeyEntry[] | KeyHead>(number: number, change: (content: T) => unknown): void {
    const row = this.#database.prepare('SELECT content FROM key_block WHERE number = ?').get([number]) as {
      content: Buffer;
    };
    const [, content] = JSON.parse(inflateSync(row.content).toString()) as [number, T];
    const changed = JSON.stringify([number, change(content)]);
    this.#database.prepare('UPDATE key_block SET content = ? WHERE number = ?').run([deflateSync(changed), number]);
  }

  /** Runs a statement. */
  sql(text: string): void {
    this.#database.exec(text);
  }
}

function partNumber({ part }: { readonly part: SegmentPart }): number {
  return SEGMENT_PARTS.indexOf(part);
}

function packed(columns: Table): Uint8Array {
  const all: Columns = columns.map((column) => Uint32Array.from(column));
  return packRows(
    all,
    new Uint32Array(columns[0]?.length ?? 0).map((_, at) => at),
  );
}
