import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import { readAll } from '../limits.js';

/** Size of the tail: end record with the longest comment, ZIP64 records, and most central directories. */
const TAIL = 1 << 18;
/** Largest buffer that reading ahead fills. */
const LARGEST_BUFFER = 1 << 23;

/**
 * Feeds yauzl from byte ranges with few reads: reads the tail once, serves small reads from a buffer that it reads
 * ahead, and reads an announced entry together with its header.
 */
export class RangeReader extends RandomAccessReader {
  readonly #ranges: ByteRanges;
  readonly #buffers: Partial<Record<'tail' | 'directory' | 'current', ReadBuffer>> = {};
  #directory = Number.POSITIVE_INFINITY;
  #announced: { start: number; end: number } | undefined;

  constructor(ranges: ByteRanges) {
    super();
    this.#ranges = ranges;
  }

  /**
   * Sets the start of the central directory, which reaches to the end. It has its own buffer, because a listing
   * alternates with reads of local headers.
   */
  directoryFrom(start: number): void {
    this.#directory = start;
  }

  /** Announces the range of the next reads, so that one read fetches it, up to the largest buffer. */
  announce(start: number, end: number): void {
    this.#announced = { start, end: Math.min(end, this.#ranges.size) };
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#read(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        process.nextTick(callback, null);
      },
      (error: Error) => process.nextTick(callback, error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const buffer = this.#buffered(start, end);
    return buffer === undefined
      ? Readable.from(this.#ranges.stream(start, end))
      : Readable.from([slice(buffer, start, end)]);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null); // the ranges belong to the container, which outlives one listing
  }

  async #read(start: number, length: number): Promise<Uint8Array> {
    const end = start + length;
    const { size, readAhead } = this.#ranges;
    const tailStart = Math.max(0, size - Math.max(TAIL, readAhead));
    if (start >= tailStart) this.#buffers.tail ??= await this.#fetch(tailStart, size);
    const held = this.#buffered(start, end);
    if (held !== undefined) return slice(held, start, end);
    const inDirectory = start >= this.#directory;
    const announced = inDirectory ? { start: this.#directory, end: size } : this.#announced;
    const inside = announced !== undefined && start >= announced.start && start < announced.end;
    const wanted = inside ? Math.min(announced.end, start + LARGEST_BUFFER) : start + readAhead;
    const buffer = await this.#fetch(start, Math.min(size, Math.max(end, wanted)));
    this.#buffers[inDirectory ? 'directory' : 'current'] = buffer;
    return slice(buffer, start, end);
  }

  #buffered(start: number, end: number): ReadBuffer | undefined {
    return Object.values(this.#buffers).find((buffer) => contains(buffer, start, end));
  }

  async #fetch(start: number, end: number): Promise<ReadBuffer> {
    return { start, bytes: await readAll(this.#ranges.stream(start, end), Infinity, 'the archive') };
  }
}

interface ReadBuffer {
  readonly start: number;
  readonly bytes: Uint8Array;
}

function contains({ start, bytes }: ReadBuffer, from: number, to: number): boolean {
  return from >= start && to <= start + bytes.length;
}

function slice({ start, bytes }: ReadBuffer, from: number, to: number): Uint8Array {
  return bytes.subarray(from - start, to - start);
}
