import { parse } from 'csv-parse/sync';

/** The beginning of a table. */
export interface TablePreview {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which columns hold only numbers. */
  readonly numeric: readonly boolean[];
  readonly hasMoreRows: boolean;
  /** Columns that are not shown. */
  readonly moreColumns: number;
  readonly note?: string | undefined;
}

interface TableText {
  readonly separator: string;
  /** Whether the file goes on after the text. */
  readonly isCut: boolean;
  readonly note: string | undefined;
}

const ROWS = 50;
const COLUMNS = 50;

/** Reads the beginning of a table whose first row is its header; undefined if it has no rows or is malformed. */
export function readTable(text: string, { separator, isCut, note }: TableText): TablePreview | undefined {
  // The last line of a text that was cut may have been cut too.
  const whole = isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
  const rows = parsed(whole, separator === ',' ? separatorOf(whole) : separator);
  const [header, ...body] = rows ?? [];
  if (header === undefined) return undefined;
  const width = rows?.reduce((most, row) => Math.max(most, row.length), 0) ?? 0;
  const columns = Math.min(width, COLUMNS);
  const shown = body.slice(0, ROWS).map((row) => Array.from({ length: columns }, (_, at) => row[at] ?? ''));
  return {
    header: Array.from({ length: columns }, (_, at) => header[at] ?? ''),
    rows: shown,
    numeric: Array.from({ length: columns }, (_, at) => isNumeric(shown.map((row) => row[at] ?? ''))),
    hasMoreRows: isCut || body.length > ROWS,
    moreColumns: width - columns,
    note,
  };
}

function parsed(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      to: ROWS + 2,
    });
  } catch {
    return undefined;
  }
}

/** Where the comma is the decimal mark, spreadsheets write semicolons between values. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^[+\-−]?\d[\d ,.']*(?:[eE][+-]?\d+)?%?$/.test(cell));
}
