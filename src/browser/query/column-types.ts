import type { AnswerTable, ResultTerm } from './run-query.js';

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const NUMBERS = new Set(
  'integer decimal double float long int short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedLong unsignedInt unsignedShort unsignedByte'
    .split(' ')
    .map((name) => XSD + name),
);
const DATES = new Set(['date', 'dateTime', 'gYear', 'gYearMonth'].map((name) => XSD + name));

/** What the values of a column are: `number` and `date` only if all of them are. */
export type ColumnType = 'number' | 'date' | 'IRI' | 'text' | 'empty';

/** The type of a column of results. */
export function columnType({ rows }: Pick<AnswerTable, 'rows'>, column: string): ColumnType {
  const types = new Set<ColumnType>();
  for (const row of rows) {
    const term = row[column];
    if (term !== undefined) types.add(termType(term));
    if (types.size > 1) return 'text';
  }
  const [only = 'empty'] = types;
  return only;
}

/** The number that a term is; undefined if it is none. */
export function numberOf(term: ResultTerm | undefined): number | undefined {
  if (term?.datatype === undefined || !NUMBERS.has(term.datatype)) return undefined;
  const number = Number(term.value);
  return Number.isFinite(number) ? number : undefined;
}

/** A number of XML Schema or a date is what its datatype says; plain text that looks like a number is text. */
function termType(term: ResultTerm): ColumnType {
  if (term.type === 'uri') return 'IRI';
  if (numberOf(term) !== undefined) return 'number';
  return term.datatype !== undefined && DATES.has(term.datatype) ? 'date' : 'text';
}

const collator = new Intl.Collator('en', { numeric: true });

/** Sorts rows by a column, equal ones as they were; rows without a value are last in both directions. */
export function sortedRows(table: AnswerTable, column: string, isDescending: boolean): AnswerTable['rows'] {
  const isNumber = columnType(table, column) === 'number';
  const way = isDescending ? -1 : 1;
  return [...table.rows].sort((one, other) => {
    const [a, b] = [one[column], other[column]];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    if (isNumber) return way * ((numberOf(a) ?? 0) - (numberOf(b) ?? 0));
    return way * collator.compare(a.value, b.value);
  });
}
