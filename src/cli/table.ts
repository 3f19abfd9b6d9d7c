import { MAX_LENGTH, printable } from './printable.js';

/** Draws a plain table for people: a header, then one line for each row, in aligned columns. Shortens long cells. */
export async function table(
  header: readonly string[],
  rows: Iterable<readonly (string | number | undefined)[]>,
): Promise<string[]> {
  const { default: stringWidth } = await import('string-width');
  const widthOf = (text: string) => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));
  const lines = [header.map(cell)];
  for (const row of rows) lines.push(row.map(cell));
  const widths: number[] = [];
  for (const row of lines)
    for (const [index, text] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, widthOf(text));
  return lines.map((row) =>
    row
      .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - widthOf(text)))
      .join('  ')
      .trimEnd(),
  );
}

function cell(value: string | number | undefined): string {
  return printable(String(value ?? '').replace(/\s+/g, ' '), MAX_LENGTH.cell);
}
