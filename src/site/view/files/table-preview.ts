import { parse } from 'csv-parse/sync';
import { oncePer } from '../once-per.js';
import type { CrateFiles } from './crate-files.js';
import { fileText } from './file-text.js';
import { ROWS_OF_PAGE, TableRows } from './table-rows.js';

/** One page of a table. */
export interface TablePreview {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Which columns hold only numbers, on this page. */
  readonly numeric: readonly boolean[];
  /** Columns that are not shown. */
  readonly moreColumns: number;
  /** From 1. */
  readonly page: number;
  /** Pages that are known. */
  readonly pages: number;
  /** Rows of the table that are known. */
  readonly rowCount: number;
  /** Whether the table may have more rows than are known. */
  readonly hasMoreRows: boolean;
  /** What a reader should know, in whole sentences. */
  readonly notes: readonly string[];
}

/** A table in a file of a package. */
export interface TableFile {
  readonly path: string;
  readonly size: number;
  /** When it was changed, in milliseconds. */
  readonly changed: number;
  readonly separator: string;
  /** Media types that it is said to have. */
  readonly types: readonly (string | undefined)[];
}

const COLUMNS = 50;
/** Files up to this size are read once to count their rows. */
const COUNTED = 1 << 24;
/** Bytes of one page: rows may be of any length. */
const MOST_BYTES = 1 << 20;

/**
 * Reads one page of a table whose first row is its header; the last one that is known if there is no such page.
 * Undefined if it has no rows or is malformed.
 */
export async function readTable(file: TableFile, files: CrateFiles, page: number): Promise<TablePreview | undefined> {
  const index = rowsOf(file, files);
  await index.find(
    file.size <= COUNTED ? Infinity : page,
    async (from, bytes) => (await files.part(file.path, bytes, from))?.bytes,
  );
  const shown = Math.min(page, index.pages);
  const header = await textOf(file, files, index.bytesOf(0));
  const body = await textOf(file, files, index.bytesOf(shown));
  if (header === undefined || body === undefined) return undefined;
  const read = (text: string) =>
    header.isCut ? withoutHeader(text, file) : parsed(header.text + text, file.separator);
  const whole = read(body.text);
  // A later page keeps its place in the table, and the way to the others.
  const rows = whole ?? (shown > 1 ? read('') : undefined);
  const [names, ...cells] = rows ?? [];
  if (rows === undefined || names === undefined) return undefined;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: Math.min(width, COLUMNS) }, (_, at) => at);
  return {
    header: columns.map((at) => names[at] ?? ''),
    rows: cells.map((row) => columns.map((at) => row[at] ?? '')),
    numeric: columns.map((at) => isNumeric(cells.map((row) => row[at] ?? ''))),
    moreColumns: width - columns.length,
    page: shown,
    pages: index.pages,
    rowCount: index.rows,
    hasMoreRows: !index.isWhole,
    notes: [
      ...(header.isCut ? ['The first row, which has the names of the columns, is too long to be shown.'] : []),
      ...(index.isWhole ? [] : ['The file is large: its rows are counted as far as somebody has turned its pages.']),
      ...(body.isCut ? [`The rows of this page are long: these are the first ${cells.length}.`] : []),
      ...(whole === undefined ? ['The rows of this page could not be read.'] : []),
      ...(body.note === undefined ? [] : [body.note]),
    ],
  };
}

/** Rows below a first row without values. */
function withoutHeader(text: string, { separator }: TableFile): string[][] | undefined {
  const rows = parsed(text, separator);
  return rows && [[], ...rows];
}

/** Tables whose rows are remembered, for one package. */
const MOST_TABLES = 20;

const tablesOf = oncePer((_: CrateFiles) => new Map<string, TableRows>());

/** Where the rows of a table are, as far as that was found; of the file as it is now. */
function rowsOf({ path, size, changed, separator }: TableFile, files: CrateFiles): TableRows {
  const known = tablesOf(files);
  const key = JSON.stringify([path, size, changed, separator]);
  const rows = known.get(key) ?? new TableRows(separator);
  known.delete(key);
  known.set(key, rows); // the last one that was asked for is at the end
  const [oldest] = known.keys();
  if (known.size > MOST_TABLES && oldest !== undefined) known.delete(oldest);
  return rows;
}

interface PartText {
  readonly text: string;
  readonly note: string | undefined;
  readonly isCut: boolean;
}

/** The text of some rows; of rows that are too long, those that are whole. */
async function textOf(
  { path, types }: TableFile,
  files: CrateFiles,
  place: readonly [number, number] | undefined,
): Promise<PartText | undefined> {
  if (place === undefined) return undefined;
  const [from, to] = place;
  const isCut = to - from > MOST_BYTES;
  const part = await files.part(path, Math.min(to - from, MOST_BYTES), from);
  const read = part && fileText(part.bytes, isCut, types);
  if (read === undefined) return undefined;
  const { text, note } = read;
  return {
    text: isCut ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text,
    note,
    isCut,
  };
}

function parsed(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, {
      delimiter,
      // All that files have, even in one file; it would take the first for the only one.
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      to: ROWS_OF_PAGE + 1,
    });
  } catch {
    return undefined;
  }
}

/** The character between the values of a table of comma-separated values: where the comma is the decimal mark, spreadsheets write semicolons. */
export function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return first.split(';').length > first.split(',').length ? ';' : ',';
}

function isNumeric(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^[+\-−]?\d[\d ,.']*(?:[eE][+-]?\d+)?%?$/.test(cell));
}
