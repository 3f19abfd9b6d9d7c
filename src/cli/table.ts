import { MOST, printable } from './printable.js';

/** A plain table for people: a header line and one line a row, columns aligned. Long cells are shortened. */
export async function table(
  head: readonly string[],
  rows: Iterable<readonly (string | number | undefined)[]>,
): Promise<string[]> {
  const { default: stringWidth } = await import('string-width');
  const columns = (text: string) => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));
  const drawn = [head.map(cell)];
  for (const row of rows) drawn.push(row.map(cell));
  const widths: number[] = [];
  for (const row of drawn)
    for (const [index, text] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, columns(text));
  return drawn.map((row) =>
    row
      .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - columns(text)))
      .join('  ')
      .trimEnd(),
  );
}

function cell(value: string | number | undefined): string {
  return printable(String(value ?? '').replace(/\s+/g, ' '), MOST.cell);
}
