import { parse } from 'csv-parse/sync';
import type { CatalogueItem, SourceKind } from '../catalogue.js';
import { sourceText, invalidCatalogue } from '../source-document.js';
import { placeBeside } from '../place-beside.js';

/** A list of crates: CSV, JSON, or text with one on each line. */
export const ADDRESS_LIST: SourceKind = {
  name: 'list',
  meaning: 'a list of addresses or paths: CSV, JSON, or one on each line',
  async list(place, reading) {
    const { text, from } = await sourceText(place, 'text/csv, application/json, text/plain, */*;q=0.1', reading);
    return { items: inOrder(rowsOf(text.replace(/^\ufeff/, ''), place), from), isComplete: true };
  },
};

/** A row of a list, by the names of its columns. */
type Row = Readonly<Record<string, unknown>>;

/** The columns that say where a crate is; the first that a list has counts. */
const CRATE_COLUMNS = ['crate', 'url', 'address', 'path', 'source', 'contentUrl', '@id', 'id'];
/** The columns that say which state of it there is. */
const VERSION_COLUMNS = ['version', 'sha256', 'checksum', 'etag', 'modified', 'dateModified', 'lastmod', 'updated'];
const COLUMNS = [...CRATE_COLUMNS, 'base', ...VERSION_COLUMNS];

function rowsOf(text: string, place: string): readonly Row[] {
  if (/^\s*[[{]/.test(text)) return rowsOfJson(text, place);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const [first = ''] = lines;
  // A line is an address as it is; a comma in it does not make a table of the list.
  const delimiter = DELIMITERS.find((one) => first.split(one).some((cell) => CRATE_COLUMNS.includes(columnOf(cell))));
  if (delimiter === undefined) return lines.map((line) => ({ crate: line.trim() }));
  try {
    const columns = (names: string[]) => names.map(columnOf);
    return parse(lines.join('\n'), { columns, delimiter, trim: true, relax_column_count: false }) as Row[];
  } catch (cause) {
    throw invalidCatalogue(place, `it is not CSV: ${(cause as Error).message}`, { cause });
  }
}

/** A spreadsheet writes semicolons where the comma is that of numbers. */
const DELIMITERS = [',', ';', '\t'];

/** The name of a column, in any case; another one as it is. */
function columnOf(cell: string): string {
  const name = cell.trim().replace(/^"|"$/g, '');
  return COLUMNS.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
}

/** A list, or the only list that an object has. */
function rowsOfJson(text: string, place: string): readonly Row[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw invalidCatalogue(place, 'it is not JSON', { cause });
  }
  const lists = Array.isArray(json) ? [json as unknown[]] : Object.values(json as Row).filter(Array.isArray);
  const [list, other] = lists as (unknown[] | undefined)[];
  if (list === undefined || other !== undefined)
    throw invalidCatalogue(place, 'its JSON is not a list of crates', { hint: 'write ["https://example.org/1/"]' });
  return list.map((row) => (typeof row === 'string' ? { crate: row } : ((row ?? {}) as Row)));
}

async function* inOrder(rows: readonly Row[], place: string): AsyncGenerator<CatalogueItem> {
  for (const [index, row] of rows.entries()) yield itemOf(row, index, place);
}

function itemOf(row: Row, index: number, place: string): CatalogueItem {
  const text = (names: readonly string[]) =>
    names.map((name) => row[name]).find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const crate = text(CRATE_COLUMNS);
  if (crate === undefined)
    throw invalidCatalogue(place, `entry ${index + 1} does not say where its crate is`, {
      hint: `name the column ${CRATE_COLUMNS[0]} or ${CRATE_COLUMNS[1]}`,
    });
  return { source: placeBeside(crate, place), base: text(['base']), version: text(VERSION_COLUMNS) };
}
