import fc from 'fast-check';
import { BLOCK_ROWS, packRows, unpackRows } from '../../../src/store/index/packed-rows.js';
import { rowOrder } from '../../../src/store/index/row-order.js';
import { tries } from '../../helpers/seed.js';

const number = fc.oneof(fc.nat(5), fc.nat(3000), fc.nat(0xffffffff));
const rows = fc.array(fc.tuple(number, number, number), { maxLength: 300 });

const columnsOf = (all: readonly (readonly number[])[]): Uint32Array[] =>
  [0, 1, 2].map((at) => Uint32Array.from(all, (row) => row[at] as number));

test('rows come back as they were', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const columns = columnsOf(all);
      const order = Uint32Array.from(all, (_, row) => row);
      expect(unpackRows(packRows(columns, order), columns.length)).toEqual(columns);
    }),
    tries(200),
  );
});

test('rows are ordered column by column, and equal ones stay in their order', () => {
  fc.assert(
    fc.property(rows, (all) => {
      const order = [...rowOrder(columnsOf(all), all.length)];
      const sorted = all.map((_, row) => row).sort((one, other) => compare(all[one] as number[], all[other] as number[])); // prettier-ignore
      expect(order).toEqual(sorted);
    }),
    tries(200),
  );
});

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) if (value !== other[at]) return value - (other[at] as number);
  return 0;
}

test('a number takes no more room than it needs', () => {
  const column = new Uint32Array(BLOCK_ROWS).map((_, row) => 7 * row);
  expect(
    packRows(
      [column],
      column.map((_, row) => row),
    ).length,
  ).toBeLessThan(BLOCK_ROWS + 10);
});

test('bytes that are no packed rows are refused', () => {
  const packed = packRows([Uint32Array.of(1, 2, 3)], Uint32Array.of(0, 1, 2));
  for (let size = 0; size < packed.length; size += 1) expect(() => unpackRows(packed.subarray(0, size), 1)).toThrow(RangeError); // prettier-ignore
  expect(() => unpackRows(Uint8Array.of(...packed, 0), 1)).toThrow(RangeError);
  expect(() => unpackRows(new Uint8Array(20).fill(0xff), 1)).toThrow(RangeError);
});
