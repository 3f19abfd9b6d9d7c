/**
 * Numbers rows by their values in some columns: equal rows get one number, from 0 on in the order of their first
 * appearance. An open hash table without objects.
 */
export class RowGroups {
  readonly #width: number;
  #table = new Int32Array(64).fill(-1);
  #keys: Int32Array;
  readonly #key: Int32Array;
  size = 0;

  constructor(width: number) {
    this.#width = width;
    this.#keys = new Int32Array(32 * width);
    this.#key = new Int32Array(width);
  }

  /** The number of a row; a new one for new values. */
  add(columns: readonly Int32Array[], row: number): number {
    for (let at = 0; at < this.#width; at += 1) this.#key[at] = (columns[at] as Int32Array)[row] as number;
    return this.addKey(this.#key);
  }

  addKey(key: ArrayLike<number>): number {
    const place = this.#place(key);
    const found = this.#table[place] as number;
    if (found >= 0) return found;
    if ((this.size + 1) * this.#width > this.#keys.length) this.#lengthen();
    for (let at = 0; at < this.#width; at += 1) this.#keys[this.size * this.#width + at] = key[at] as number;
    this.#table[place] = this.size;
    this.size += 1;
    if (this.size * 2 > this.#table.length) this.#rehash();
    return this.size - 1;
  }

  /** The number of a key; -1 if no row has it. */
  find(key: ArrayLike<number>): number {
    return this.#table[this.#place(key)] as number;
  }

  /** A value of a group. */
  key(group: number, at: number): number {
    return this.#keys[group * this.#width + at] as number;
  }

  #place(key: ArrayLike<number>): number {
    const table = this.#table;
    const keys = this.#keys;
    const width = this.#width;
    const mask = table.length - 1;
    let hash = 0;
    for (let at = 0; at < width; at += 1) hash = Math.imul(hash ^ (key[at] as number), 0x9e3779b1) ^ (hash >>> 15);
    search: for (let place = (hash ^ (hash >>> 16)) & mask; ; place = (place + 1) & mask) {
      const group = table[place] as number;
      if (group < 0) return place;
      for (let at = 0; at < width; at += 1) if (keys[group * width + at] !== key[at]) continue search;
      return place;
    }
  }

  #lengthen(): void {
    const longer = new Int32Array(2 * this.#keys.length + this.#width);
    longer.set(this.#keys);
    this.#keys = longer;
  }

  #rehash(): void {
    this.#table = new Int32Array(2 * this.#table.length).fill(-1);
    for (let group = 0; group < this.size; group += 1) {
      const key = this.#keys.subarray(group * this.#width, (group + 1) * this.#width);
      this.#table[this.#place(key)] = group;
    }
  }
}

/** Rows by group: the rows of a group follow each other. */
export interface GroupedRows {
  readonly groups: RowGroups;
  /** The first row of each group, and the next one of the group of each row; -1 after the last. */
  readonly first: Int32Array;
  readonly next: Int32Array;
}

/** Groups some rows (default: all of a size) by some columns. */
export function groupRows(columns: readonly Int32Array[], size: number, rows?: ArrayLike<number>): GroupedRows {
  const groups = new RowGroups(columns.length);
  const count = rows?.length ?? size;
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(size).fill(-1);
  for (let at = count - 1; at >= 0; at -= 1) {
    const row = rows === undefined ? at : (rows[at] as number);
    const group = groups.add(columns, row);
    next[row] = first[group] as number;
    first[group] = row;
  }
  return { groups, first, next };
}
