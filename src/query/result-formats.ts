import type { ResultMediaType } from '../store/port.js';

/** Formats in which a query result can be written. */
export const QUERY_FORMATS = ['table', 'json', 'csv', 'tsv', 'xml', 'turtle', 'nquads'] as const;
/** One of {@link QUERY_FORMATS}. */
export type QueryFormat = (typeof QUERY_FORMATS)[number];

/** The media types of the formats that a store writes itself. */
export const RESULT_MEDIA_TYPES: Readonly<Record<Exclude<QueryFormat, 'table'>, ResultMediaType>> = {
  json: 'application/sparql-results+json',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xml: 'application/sparql-results+xml',
  turtle: 'text/turtle',
  nquads: 'application/n-quads',
};
