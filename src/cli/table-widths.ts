/** A column narrower than this says nothing. */
const LEAST = 8;

/** How many columns fit into a terminal, from the left, if each of them is shortened as far as possible. */
export function fittingColumns(natural: readonly number[], width: number, gap: number): number {
  let used = -gap;
  for (const [index, own] of natural.entries()) {
    used += gap + Math.min(own, LEAST);
    if (used > width && index > 0) return index;
  }
  return natural.length;
}

/**
 * Shares a width among columns: narrow ones keep what they need, the wide ones get equal parts of the rest.
 * @param room the width without the gaps between the columns
 */
export function shareWidths(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const fromNarrow = [...natural.keys()].sort((one, other) => (natural[one] as number) - (natural[other] as number));
  let left = room;
  let columns = natural.length;
  for (const index of fromNarrow) {
    const width = Math.min(natural[index] as number, Math.max(1, Math.floor(left / columns)));
    widths[index] = width;
    left -= width;
    columns -= 1;
  }
  return widths;
}
