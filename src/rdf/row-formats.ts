import type { Format } from './syntaxes.js';

/** A format of the rows of SELECT that is a text for machines. */
export type RowFormat = 'json' | 'ndjson' | 'csv' | 'tsv' | 'xml';

/** The table of {@link RowFormat}: ASK has these formats too, but W3C defines only its JSON and XML. */
export const ROW_FORMATS: readonly (Format & { readonly name: RowFormat })[] = [
  {
    name: 'json',
    label: 'JSON',
    mediaType: 'application/sparql-results+json',
    extensions: ['json', 'srj'],
    aliases: ['application/json'],
  },
  {
    name: 'xml',
    label: 'XML',
    mediaType: 'application/sparql-results+xml',
    extensions: ['xml', 'srx'],
    aliases: ['application/xml', 'text/xml'],
  },
  { name: 'csv', label: 'CSV', mediaType: 'text/csv', extensions: ['csv'] },
  { name: 'tsv', label: 'TSV', mediaType: 'text/tab-separated-values', extensions: ['tsv'] },
  { name: 'ndjson', label: 'NDJSON', mediaType: 'application/x-ndjson', extensions: ['ndjson', 'jsonl'] },
];
