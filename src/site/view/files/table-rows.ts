import { Queue } from '../../../store/queue.js';

/** Rows on one page of a table. */
export const ROWS_OF_PAGE = 100;

const STEP = 1 << 20;
/** Bytes that are looked at for one page: a reader may ask for the last row of any file. */
const MOST_AT_ONCE = 1 << 25;

const QUOTE = 0x22;
const LINE_END = 0x0a;
const RETURN = 0x0d;

/** Reads bytes of a file; nothing at its end, undefined if it cannot be read any more. */
export type ReadBytes = (from: number, bytes: number) => Promise<Uint8Array | undefined>;

/**
 * Where the rows of a table are in its file: it goes through the file once, as far as pages are asked for, and notes
 * where each page begins. Line ends in quotes are part of a value (RFC 4180).
 */
export class TableRows {
  /** Where the first row after the header begins, and then each row that begins a page. */
  readonly #starts: number[] = [];
  readonly #separator: number;
  /** How far the file was read. */
  #at = 0;
  #begin = 0;
  #found = 0;
  #isBlank = true;
  #place: 'start' | 'plain' | 'quoted' | 'quote' = 'start';
  #isWhole = false;
  readonly #turns = new Queue();

  /** @param separator the character between values */
  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  /** Rows after the header that were found. */
  get rows(): number {
    return Math.max(0, this.#found - 1);
  }

  /** Whether these are all. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Pages that were found; a table without rows has one. */
  get pages(): number {
    return Math.max(1, Math.ceil(this.rows / ROWS_OF_PAGE));
  }

  /** Where the rows of a page begin and end; of the header, with page 0. Undefined before it was found. */
  bytesOf(page: number): readonly [from: number, to: number] | undefined {
    const from = page === 0 ? 0 : this.#starts[page - 1];
    const to = this.#starts[page] ?? (this.#found > 0 ? this.#begin : undefined);
    return from === undefined || to === undefined ? undefined : [from, to];
  }

  /**
   * Goes on through the file until a page and the one after it are found, or so much was read that others wait.
   * Requests that come meanwhile take their turns: each goes on where the one before has stopped.
   */
  find(page: number, read: ReadBytes): Promise<void> {
    return this.#turns.run(() => this.#find(page, read));
  }

  async #find(page: number, read: ReadBytes): Promise<void> {
    const end = this.#at + MOST_AT_ONCE;
    while (!this.#isWhole && this.#starts.length <= page && this.#at < end) {
      const bytes = await read(this.#at, STEP);
      if (bytes === undefined || bytes.length === 0) this.#finish();
      else this.#look(bytes);
    }
  }

  #finish(): void {
    if (!this.#isBlank) this.#endRow(this.#at);
    this.#isWhole = true;
  }

  #look(bytes: Uint8Array): void {
    const before = this.#at;
    let at = before === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        // A quote in the middle of a value without quotes is a character of it; two in quotes are one.
        if (this.#place === 'start' || this.#place === 'quote') this.#place = 'quoted';
        else if (this.#place === 'quoted') this.#place = 'quote';
        this.#isBlank = false;
      } else if (this.#place === 'quoted') continue;
      // Of the two characters of a Windows line end, the second ends an empty row, which counts as none.
      else if (byte === LINE_END || byte === RETURN) this.#endRow(before + at + 1);
      else if (byte === this.#separator) {
        this.#place = 'start';
        this.#isBlank = false;
      } else {
        this.#place = 'plain';
        this.#isBlank = false;
      }
    }
    this.#at = before + bytes.length;
  }

  /** @param end the byte after the row */
  #endRow(end: number): void {
    if (!this.#isBlank) {
      this.#found += 1;
      if (this.#found % ROWS_OF_PAGE === 1) this.#starts.push(end);
    }
    this.#isBlank = true;
    this.#place = 'start';
    this.#begin = end;
  }
}
