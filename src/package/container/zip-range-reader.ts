import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { ByteRanges } from '../bytes/byte-ranges.js';
import { readAll } from '../limits.js';

/** The end of an archive: end record with the longest comment, ZIP64 records, and most central directories. */
const TAIL = 1 << 18;
/** The most that one look ahead keeps in memory. */
const LARGEST_WINDOW = 1 << 23;

/**
 * Feeds yauzl from byte ranges with few reads: the tail is read once, small reads are answered from a window that is
 * read ahead, and whole entries that were announced come with their header.
 */
export class RangeReader extends RandomAccessReader {
  readonly #ranges: ByteRanges;
  readonly #windows: Partial<Record<'tail' | 'directory' | 'current', Window>> = {};
  #directory = Number.POSITIVE_INFINITY;
  #announced: { start: number; end: number } | undefined;

  constructor(ranges: ByteRanges) {
    super();
    this.#ranges = ranges;
  }

  /**
   * Says where the central directory starts, which goes on to the end. It has a window of its own: a listing and the
   * headers before the data are read in turns.
   */
  directoryFrom(start: number): void {
    this.#directory = start;
  }

  /** Says that this range will be read next, in pieces: it is read at once as far as it is worth keeping. */
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
    const held = this.#held(start, end);
    return held === undefined
      ? Readable.from(this.#ranges.stream(start, end))
      : Readable.from([slice(held, start, end)]);
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null); // the ranges belong to the container, which outlives one listing
  }

  async #read(start: number, length: number): Promise<Uint8Array> {
    const end = start + length;
    const { size, readAhead } = this.#ranges;
    const tailStart = Math.max(0, size - Math.max(TAIL, readAhead));
    if (start >= tailStart) this.#windows.tail ??= await this.#fetch(tailStart, size);
    const held = this.#held(start, end);
    if (held !== undefined) return slice(held, start, end);
    const inDirectory = start >= this.#directory;
    const announced = inDirectory ? { start: this.#directory, end: size } : this.#announced;
    const inside = announced !== undefined && start >= announced.start && start < announced.end;
    const wanted = inside ? Math.min(announced.end, start + LARGEST_WINDOW) : start + readAhead;
    const window = await this.#fetch(start, Math.min(size, Math.max(end, wanted)));
    this.#windows[inDirectory ? 'directory' : 'current'] = window;
    return slice(window, start, end);
  }

  #held(start: number, end: number): Window | undefined {
    return Object.values(this.#windows).find((window) => covers(window, start, end));
  }

  async #fetch(start: number, end: number): Promise<Window> {
    return { start, bytes: await readAll(this.#ranges.stream(start, end), Infinity, 'the archive') };
  }
}

interface Window {
  readonly start: number;
  readonly bytes: Uint8Array;
}

function covers({ start, bytes }: Window, from: number, to: number): boolean {
  return from >= start && to <= start + bytes.length;
}

function slice({ start, bytes }: Window, from: number, to: number): Uint8Array {
  return bytes.subarray(from - start, to - start);
}
