import type { ResultMediaType } from '../port.js';
import { countRows } from '../result-rows.js';

/** The number of rows in an answer as Oxigraph writes it; 0 if it has none. */
export function rowsIn(answer: string, mediaType: ResultMediaType): number {
  return ROWS[mediaType]?.(answer) ?? 0;
}

const ROWS: Partial<Record<ResultMediaType, (answer: string) => number>> = {
  'application/sparql-results+json': countRows,
  'application/sparql-results+xml': (answer) => answer.split('<result>').length - 1,
  'text/csv': (answer) => answer.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2,
  'text/tab-separated-values': (answer) => answer.split('\n').length - 2,
};
