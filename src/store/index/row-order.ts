/** Numbers of rows, column by column; all columns have one length. */
export type Columns = readonly Uint32Array[];

const DIGIT = 11;
const DIGITS = 1 << DIGIT;

/** The rows in the order of their first column, then the second one, and so on; equal rows stay as they were. */
export function rowOrder(columns: Columns, size: number): Uint32Array {
  let order = new Uint32Array(size);
  let next = new Uint32Array(size);
  for (let row = 0; row < size; row += 1) order[row] = row;
  // A radix sort from the last digit of the last column on: its time depends on the number of rows only.
  for (const column of [...columns].reverse()) {
    const bits = 32 - Math.clz32(highest(column, size));
    for (let shift = 0; shift < bits; shift += DIGIT) {
      sortByDigit(column, shift, order, next);
      [order, next] = [next, order];
    }
  }
  return order;
}

function highest(column: Uint32Array, size: number): number {
  let highest = 0;
  for (let row = 0; row < size; row += 1) if ((column[row] as number) > highest) highest = column[row] as number;
  return highest;
}

function sortByDigit(column: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const places = new Uint32Array(DIGITS + 1);
  for (const row of from) {
    const digit = ((column[row] as number) >>> shift) & (DIGITS - 1);
    places[digit + 1] = (places[digit + 1] as number) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1)
    places[digit + 1] = (places[digit + 1] as number) + (places[digit] as number);
  for (const row of from) {
    const digit = ((column[row] as number) >>> shift) & (DIGITS - 1);
    const place = places[digit] as number;
    to[place] = row;
    places[digit] = place + 1;
  }
}
