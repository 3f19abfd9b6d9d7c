/** The slots of a table, and the ids in each. 0 is unbound; a slot without a column is unbound in all rows. */
export class RowTable {
  readonly columns: ReadonlyMap<number, Int32Array>;
  readonly size: number;

  constructor(columns: ReadonlyMap<number, Int32Array>, size: number) {
    this.columns = columns;
    this.size = size;
  }

  /** The id in a place. */
  id(slot: number, row: number): number {
    return this.columns.get(slot)?.[row] ?? 0;
  }

  /** Some rows, in the order given. */
  take(rows: ArrayLike<number>): RowTable {
    const columns = new Map<number, Int32Array>();
    for (const [slot, column] of this.columns) {
      const taken = new Int32Array(rows.length);
      for (let at = 0; at < taken.length; at += 1) taken[at] = column[rows[at] as number] as number;
      columns.set(slot, taken);
    }
    return new RowTable(columns, rows.length);
  }

  /** The rows from one to before another. */
  slice(from: number, to: number): RowTable {
    const end = Math.min(to, this.size);
    if (from === 0 && end === this.size) return this;
    const columns = new Map<number, Int32Array>();
    for (const [slot, column] of this.columns) columns.set(slot, column.subarray(from, end));
    return new RowTable(columns, Math.max(0, end - from));
  }

  /** With other columns beside its own, or instead of them. */
  with(added: Iterable<readonly [number, Int32Array]>): RowTable {
    return new RowTable(new Map([...this.columns, ...added]), this.size);
  }

  /** Without the columns of other slots. */
  only(isKept: (slot: number) => boolean): RowTable {
    return new RowTable(new Map([...this.columns].filter(([slot]) => isKept(slot))), this.size);
  }
}

/** One row that binds nothing: what every join starts with. */
export const UNIT = new RowTable(new Map(), 1);

/** No rows. */
export const EMPTY = new RowTable(new Map(), 0);

/** All rows of some tables. */
export function concatTables(tables: readonly RowTable[]): RowTable {
  const filled = tables.filter(({ size }) => size > 0);
  if (filled.length < 2) return filled[0] ?? tables[0] ?? EMPTY;
  const size = filled.reduce((sum, table) => sum + table.size, 0);
  const columns = new Map<number, Int32Array>();
  let start = 0;
  for (const table of filled) {
    for (const [slot, column] of table.columns) {
      const whole = columns.get(slot) ?? new Int32Array(size);
      whole.set(column, start);
      columns.set(slot, whole);
    }
    start += table.size;
  }
  return new RowTable(columns, size);
}

/** Whether a column binds each row. */
export function isFull(column: Int32Array): boolean {
  return !column.includes(0);
}

/** Numbers that grow. */
export class GrowingColumn {
  #all = new Int32Array(256);
  size = 0;

  push(number: number): void {
    if (this.size === this.#all.length) {
      const longer = new Int32Array(2 * this.size);
      longer.set(this.#all);
      this.#all = longer;
    }
    this.#all[this.size] = number;
    this.size += 1;
  }

  taken(): Int32Array {
    return this.#all.subarray(0, this.size);
  }
}
