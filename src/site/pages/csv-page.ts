import { CrateError } from '../../base/errors.js';
import { nextTurn } from '../../crate/read/stop-signal.js';
import { delimited } from '../../store/delimited.js';
import type { RenderedPage } from './page-request.js';

/** A row for programs: what each column has. */
export type DataRow = Readonly<Record<string, unknown>>;

/** Rows in parts, with the names of their columns. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly parts: AsyncIterable<readonly DataRow[]> | Iterable<readonly DataRow[]>;
}

/** Characters of one answer, which is made in memory. */
const MOST_CHARACTERS = 30_000_000;

/**
 * Rows as CSV; several values of a cell stand with `; ` between them. Other pages are rendered between the parts.
 * @throws CrateError ERR_LIMIT for more than the memory of the server is for
 */
export async function csvPage({ columns, parts }: CsvTable, fileName: string): Promise<RenderedPage> {
  let body = csvText([columns]);
  for await (const rows of parts) {
    body += csvText(rows.map((row) => columns.map((column) => cellText(row[column]))));
    if (body.length > MOST_CHARACTERS)
      throw new CrateError('ERR_LIMIT', `as CSV it has more than ${MOST_CHARACTERS.toLocaleString('en')} characters`, {
        hint: 'ask for JSON, which comes in pages',
      });
    await nextTurn();
  }
  return { status: 200, contentType: 'text/csv; charset=utf-8', body, fileName };
}

function csvText(lines: Iterable<readonly (string | number)[]>): string {
  return [...delimited(lines, 'csv')].join('');
}

function cellText(value: unknown): string | number {
  return typeof value === 'number' ? value : noFormula(Array.isArray(value) ? value.join('; ') : String(value ?? ''));
}

/** A text that a spreadsheet would run as a formula gets an apostrophe before it: crates are written by others. */
function noFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
