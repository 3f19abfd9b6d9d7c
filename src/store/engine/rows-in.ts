import { SPARQL_JSON, SPARQL_XML, type RowMediaType } from '../../base/rdf/row-formats.js';
import type { ResultMediaType } from '../port.js';
import { countRows } from '../result-rows.js';

/** The number of rows in an answer as Oxigraph writes it; 0 if it has none. */
export function rowsIn(answer: string, mediaType: ResultMediaType): number {
  return Object.hasOwn(ROWS, mediaType) ? ROWS[mediaType as RowMediaType](answer) : 0;
}

const ROWS: Record<RowMediaType, (answer: string) => number> = {
  [SPARQL_JSON]: countRows,
  [SPARQL_XML]: (answer) => answer.split('<result>').length - 1,
  'text/csv': (answer) => answer.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2,
  'text/tab-separated-values': (answer) => answer.split('\n').length - 2,
};
