import { csvField } from '../store/write-rows.js';
import type { Cell, Table } from './table.js';

/** A text for spreadsheets and scripts: CSV (RFC 4180), or TSV, in which white space within a value is a space. */
export function* delimited({ header, rows }: Table, format: 'csv' | 'tsv'): Generator<string> {
  const [field, separator, end] = format === 'csv' ? ([csvField, ',', '\r\n'] as const) : ([tsvField, '\t', '\n'] as const);
  const line = (cells: readonly Cell[]) => cells.map((cell) => field(String(cell ?? ''))).join(separator) + end;
  yield line(header);
  for (const row of rows) yield line(row);
}

function tsvField(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}
