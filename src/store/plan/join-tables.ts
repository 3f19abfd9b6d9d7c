import { groupRows } from './row-groups.js';
import { EMPTY, GrowingColumn, isFull, UNIT, type RowTable } from './row-table.js';

/** Pairs of rows of two tables. */
export interface RowPairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** All pairs of compatible rows (SPARQL 1.1 Query, section 18.3): what both bind is the same. */
export function compatiblePairs(left: RowTable, right: RowTable): RowPairs {
  const shared = [...left.columns.keys()].filter((slot) => right.columns.has(slot));
  const of = (table: RowTable, slots: readonly number[]): Int32Array[] =>
    slots.map((slot) => table.columns.get(slot) as Int32Array);
  const isKey = (slot: number): boolean => of(left, [slot]).every(isFull) && of(right, [slot]).every(isFull);
  const keys = shared.filter(isKey);
  const loose = shared.filter((slot) => !keys.includes(slot));
  const leftKeys = of(left, keys);
  const leftLoose = of(left, loose);
  const rightLoose = of(right, loose);
  const { groups, first, next } = groupRows(of(right, keys), right.size);
  const pairs = { left: new GrowingColumn(), right: new GrowingColumn() };
  const key = new Int32Array(keys.length);
  for (let row = 0; row < left.size; row += 1) {
    for (let at = 0; at < key.length; at += 1) key[at] = (leftKeys[at] as Int32Array)[row] as number;
    const group = groups.find(key);
    if (group < 0) continue;
    for (let other = first[group] as number; other >= 0; other = next[other] as number)
      if (leftLoose.every((column, at) => agree(column[row], rightLoose[at]?.[other]))) {
        pairs.left.push(row);
        pairs.right.push(other);
      }
  }
  return { left: pairs.left.taken(), right: pairs.right.taken() };
}

function agree(one: number | undefined, other: number | undefined): boolean {
  return one === other || one === 0 || other === 0;
}

/** The join of two tables. */
export function joinTables(left: RowTable, right: RowTable): RowTable {
  if (left === UNIT) return right;
  if (left.size === 0 || right.size === 0) return EMPTY;
  const pairs = compatiblePairs(left, right);
  return pairedRows(left, right, pairs);
}

/** The rows that pairs make. */
export function pairedRows(left: RowTable, right: RowTable, pairs: RowPairs): RowTable {
  const result = left.take(pairs.left);
  const added: [number, Int32Array][] = [];
  for (const [slot, column] of right.take(pairs.right).columns) {
    const own = result.columns.get(slot);
    added.push([slot, own === undefined ? column : column.map((id, row) => (id === 0 ? (own[row] as number) : id))]);
  }
  return result.with(added);
}

/** Each row once. */
export function distinctRows(table: RowTable): RowTable {
  const { groups, first } = groupRows([...table.columns.values()], table.size);
  return groups.size === table.size ? table : table.take(first.subarray(0, groups.size).sort());
}
