import { XSD } from '../../../base/rdf/vocabulary.js';
import type { AnswerTable, ResultTerm } from './run-query.js';

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

/** The number that a term is, maybe infinite; undefined if it is not one. */
export function numberOf(term: ResultTerm | undefined): number | undefined {
  if (term?.datatype === undefined || !NUMBERS.has(term.datatype)) return undefined;
  const text = term.value.trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^[+-]?INF$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return undefined; // "many"^^xsd:integer, or NaN, which has no place in an order
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
  const compare = comparison(table, column);
  const way = isDescending ? -1 : 1;
  return [...table.rows].sort((one, other) => {
    const a = one[column];
    const b = other[column];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return way * compare(a, b);
  });
}

type Comparison = (a: ResultTerm, b: ResultTerm) => number;

/** How the terms of a column compare: numbers by size, times by when they are, anything else as text. */
function comparison({ rows }: Pick<AnswerTable, 'rows'>, column: string): Comparison {
  const type = columnType({ rows }, column);
  if (type === 'number') return compareNumbers;
  // Years before Christ and the like are no time for a browser.
  const isTime = type === 'date' && rows.every((row) => !Number.isNaN(Date.parse(row[column]?.value ?? '2000')));
  const byText: Comparison = (a, b) => collator.compare(a.value, b.value);
  return isTime ? (a, b) => Date.parse(a.value) - Date.parse(b.value) || byText(a, b) : byText;
}

function compareNumbers(a: ResultTerm, b: ResultTerm): number {
  const one = numberOf(a) ?? 0;
  const other = numberOf(b) ?? 0;
  if (one !== other) return one < other ? -1 : 1;
  if (Number.isSafeInteger(one) || ![a, b].every(({ value }) => /^\s*[+-]?\d+\s*$/.test(value))) return 0;
  // Beyond 2^53 different integers are the same number for a browser.
  const long = BigInt(a.value.trim().replace('+', ''));
  const longer = BigInt(b.value.trim().replace('+', ''));
  return long < longer ? -1 : long > longer ? 1 : 0;
}
