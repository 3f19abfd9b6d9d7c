import { csvField } from './write-rows.js';

/** Lines for spreadsheets and scripts: CSV (RFC 4180), or TSV, in which white space within a value is a space. */
export function* delimited(
  lines: Iterable<readonly (string | number | undefined)[]>,
  format: 'csv' | 'tsv',
): Generator<string> {
  const isCsv = format === 'csv';
  const field = isCsv ? csvField : tsvField;
  for (const cells of lines)
    yield cells.map((cell) => field(String(cell ?? ''))).join(isCsv ? ',' : '\t') + (isCsv ? '\r\n' : '\n');
}

function tsvField(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}
