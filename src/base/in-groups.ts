/** What a group may have at most. */
export interface GroupLimits {
  /** The sizes of its items together. */
  readonly size: number;
  /** Default: any number. */
  readonly items?: number | undefined;
}

/** Groups items, in their order. One that is too large is a group of its own. */
export function* inGroups<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  { size: most, items: mostItems = Infinity }: GroupLimits,
): Generator<T[]> {
  let group: T[] = [];
  let sum = 0;
  for (const item of items) {
    const size = sizeOf(item);
    if (group.length > 0 && (sum + size > most || group.length >= mostItems)) {
      yield group;
      group = [];
      sum = 0;
    }
    group.push(item);
    sum += size;
  }
  if (group.length > 0) yield group;
}
