/** A plain table for people: a header line and one line a row, columns aligned. */
export async function table(
  head: readonly string[],
  rows: Iterable<readonly (string | number | undefined)[]>,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const none = [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ];
  const drawn = new Table({
    head: [...head],
    chars: { ...Object.fromEntries(none.map((place) => [place, ''])), middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) drawn.push(row.map((cell) => String(cell ?? '').replace(/\s+/g, ' ')));
  return `${drawn.toString().replace(/ +$/gm, '')}\n`;
}
