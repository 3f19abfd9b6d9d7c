import { columnType, numberOf } from './column-types.js';
import type { AnswerTable } from './run-query.js';

/** A bar or a point of a chart. */
export interface ChartPoint {
  readonly label: string;
  readonly number: number;
}

/** More bars than this cannot be told apart. */
export const MOST_BARS = 40;

/** The columns that a chart can show: one with numbers, and one with labels. */
export function chartColumns(table: AnswerTable): { readonly numbers: string[]; readonly labels: string[] } {
  const numbers = table.columns.filter((column) => columnType(table, column) === 'number');
  // Names are the best labels; a column of numbers can be labels too, such as years.
  const rank = (column: string) => ['text', 'date', 'IRI', 'number', 'empty'].indexOf(columnType(table, column));
  const labels = [...table.columns].sort((a, b) => rank(a) - rank(b));
  return { numbers, labels };
}

/** The first rows as points; rows without a finite number are left out. */
export function chartPoints(rows: AnswerTable['rows'], label: string, number: string): ChartPoint[] {
  const points: ChartPoint[] = [];
  for (const row of rows) {
    const value = numberOf(row[number]);
    if (value !== undefined && Number.isFinite(value)) points.push({ label: row[label]?.value ?? '', number: value });
    if (points.length === MOST_BARS) break;
  }
  return points;
}

/** Round numbers for an axis that holds all numbers and zero: steps of 1, 2 or 5 times a power of ten. */
export function axisTicks(numbers: readonly number[]): number[] {
  const low = numbers.reduce((a, b) => Math.min(a, b), 0);
  const high = numbers.reduce((a, b) => Math.max(a, b), 0);
  if (low === high) return [0, 1];
  const rough = (high - low) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  // Twelve digits: 0.1 + 0.2 is 0.3 on an axis.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}
