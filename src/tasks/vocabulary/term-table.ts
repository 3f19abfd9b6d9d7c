import { CsvError, parse } from 'csv-parse/sync';
import { CrateError } from '../../base/errors.js';
import { projectTerm, type NewTerm } from './add-terms.js';
import type { TermRole } from './term-definition-entity.js';

/** How to read a table of terms. */
export interface TermTableOptions {
  /** Of the file, for messages. */
  readonly name: string;
  /** Gives the IRI of terms without one: that of the project and their name. */
  readonly project?: string | undefined;
}

const COLUMNS = ['term', 'iri', 'type', 'label', 'comment'] as const;
type Column = (typeof COLUMNS)[number];

const ROLES: readonly string[] = ['property', 'class', 'term'] satisfies TermRole[];

/** A row of the table: its line and its cells. */
interface Row {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

/**
 * Reads terms from CSV, one on each row: the first row names the columns `term`, `iri`, `type` (property, class
 * or term), `label` and `comment` (or `description`); only `term` must be there. Semicolons and tabs separate
 * too, as the first row does.
 * @example
 * const terms = readTermTable('term,comment\ntideDatum,Zero of the levels\n', { name: 'terms.csv', project: 'test' });
 * console.log(terms[0]?.iri); // https://w3id.org/ro/terms/test#tideDatum
 * @throws CrateError ERR_USAGE with line and column of the mistake
 */
export function readTermTable(text: string, { name, project }: TermTableOptions): NewTerm[] {
  const seen = new Map<string, number>();
  const terms = rowsOf(text, name).map(({ line, cells }): NewTerm => {
    const { term = '', iri, type, label, comment } = cells;
    const refuse = (column: Column, what: string, hint: string): CrateError =>
      wrong(`${name}, line ${line}, column ${column}`, what, hint);
    const requireNew = (column: Column, text: string): void => {
      const earlier = seen.get(text);
      if (earlier !== undefined) throw refuse(column, `${text} is on line ${earlier} already`, 'leave one of them out');
      seen.set(text, line);
    };
    if (term === '') throw refuse('term', 'there is no term', 'write its name, or remove the row');
    if (type !== undefined && !ROLES.includes(type))
      throw refuse('type', `${type} is no kind of term`, `write ${ROLES.join(', ')}, or nothing`);
    if (iri === undefined && project === undefined)
      throw refuse('iri', `${term} has no IRI`, 'write it, or use --project');
    const full = iri ?? projectTerm(project ?? '', term);
    requireNew('term', term);
    requireNew('iri', full);
    return {
      name: term,
      iri: full,
      role: type as TermRole | undefined,
      label,
      description: comment,
      place: `${name}, line ${line}`,
    };
  });
  if (terms.length === 0) throw wrong(name, 'it has no terms', 'write one on each row below the names of the columns');
  return terms;
}

function rowsOf(text: string, name: string): Row[] {
  const [head, ...rows] = recordsOf(text, name);
  if (head === undefined) throw wrong(name, 'it is empty', HEADER_HINT);
  const columns = head.record.map((cell) => columnOf(cell, name));
  const twice = columns.find((column, at) => columns.indexOf(column) !== at);
  if (twice !== undefined) throw wrong(`${name}, line ${head.line}`, `two columns are ${twice}`, 'remove one of them');
  if (!columns.includes('term')) throw wrong(`${name}, line ${head.line}`, 'no column is called term', HEADER_HINT);
  return rows.map(({ record, line }) => {
    if (record.length !== columns.length)
      throw wrong(
        `${name}, line ${line}, column ${columns[record.length] ?? columns.length + 1}`,
        `the row has ${record.length} cells, the first one ${columns.length}`,
        'write as many, and put quotes around a text with a separator in it',
      );
    return { line, cells: Object.fromEntries(columns.map((column, at) => [column, record[at] || undefined])) };
  });
}

function columnOf(cell: string, name: string): Column {
  const wanted = cell.toLowerCase() === 'description' ? 'comment' : cell.toLowerCase();
  const column = COLUMNS.find((one) => one === wanted);
  if (column === undefined)
    throw wrong(`${name}, line 1, column ${cell || '(empty)'}`, 'nothing is known of it', HEADER_HINT);
  return column;
}

/** The cells of each row without spaces around them, and the line that it begins on. */
function recordsOf(text: string, name: string): { readonly record: readonly string[]; readonly line: number }[] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = ['\t', ';'].find((one) => first.includes(one) && !first.includes(',')) ?? ',';
  try {
    const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, trim: true, delimiter };
    const rows = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines - record.join('').split('\n').length + 1 }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw wrong(name, error.message, 'write CSV, with quotes around a text with a separator in it', error);
  }
}

const HEADER_HINT = `write a first row such as ${COLUMNS.join(',')}`;

function wrong(place: string, what: string, hint: string, cause?: unknown): CrateError {
  return new CrateError('ERR_USAGE', `${place}: ${what}`, { hint, cause });
}
