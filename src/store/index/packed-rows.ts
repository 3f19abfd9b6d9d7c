import type { Columns } from './row-order.js';

/** Rows of a block: few enough that a search unpacks little, enough that packing pays. */
export const BLOCK_ROWS = 1024;

/** Bytes that a number takes at most. */
const WIDEST = 5;

/**
 * Packs some rows: column by column, each number as its distance from the one before, in groups of seven bits (LEB128),
 * so that sorted rows take a byte or two for most numbers.
 * @param rows the rows, in their order
 */
export function packRows(columns: Columns, rows: Uint32Array): Uint8Array {
  const bytes = new Uint8Array((2 + columns.length * rows.length) * WIDEST);
  let at = putNumber(bytes, 0, columns.length);
  at = putNumber(bytes, at, rows.length);
  for (const column of columns) {
    let last = 0;
    for (const row of rows) {
      const number = column[row] as number;
      const step = number - last;
      at = putNumber(bytes, at, step < 0 ? -2 * step - 1 : 2 * step);
      last = number;
    }
  }
  return bytes.subarray(0, at);
}

/** The columns that {@link packRows} has packed, so many. @throws RangeError if they are not */
export function unpackRows(bytes: Uint8Array, columnsWanted: number): Columns {
  let at = 0;
  const next = (): number => {
    let number = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at];
      if (byte === undefined || factor > 2 ** 35) throw new RangeError('no packed rows');
      at += 1;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
  };
  const width = next();
  const size = next();
  if (width !== columnsWanted || width * size > bytes.length) throw new RangeError('no packed rows');
  const columns = Array.from({ length: width }, () => new Uint32Array(size));
  for (const column of columns) {
    let last = 0;
    for (let row = 0; row < size; row += 1) {
      const step = next();
      last += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
      column[row] = last;
    }
  }
  if (at !== bytes.length) throw new RangeError('no packed rows');
  return columns;
}

function putNumber(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let number = value;
  for (; number > 127; number = Math.floor(number / 128)) {
    bytes[at] = (number % 128) | 128;
    at += 1;
  }
  bytes[at] = number;
  return at + 1;
}
