import type { Format } from './syntaxes.js';

/** The JSON of SPARQL (SPARQL 1.1 Query Results JSON Format), which stores exchange. */
export const SPARQL_JSON = 'application/sparql-results+json';
/** Its XML. */
export const SPARQL_XML = 'application/sparql-results+xml';

const TABLE = [
  {
    name: 'json',
    label: 'JSON',
    mediaType: SPARQL_JSON,
    extensions: ['json', 'srj'],
    aliases: ['application/json'],
    w3c: 'SPARQL_Results_JSON',
  },
  {
    name: 'xml',
    label: 'XML',
    mediaType: SPARQL_XML,
    extensions: ['xml', 'srx'],
    aliases: ['application/xml', 'text/xml'],
    w3c: 'SPARQL_Results_XML',
  },
  { name: 'csv', label: 'CSV', mediaType: 'text/csv', extensions: ['csv'], w3c: 'SPARQL_Results_CSV' },
  { name: 'tsv', label: 'TSV', mediaType: 'text/tab-separated-values', extensions: ['tsv'], w3c: 'SPARQL_Results_TSV' },
  { name: 'ndjson', label: 'NDJSON', mediaType: 'application/x-ndjson', extensions: ['ndjson', 'jsonl'] },
] as const satisfies readonly Format[];

/** A format of the rows of SELECT that is a text for machines. */
export type RowFormat = (typeof TABLE)[number]['name'];

/** A media type of W3C for the rows of SELECT. */
export type RowMediaType = Extract<(typeof TABLE)[number], { readonly w3c: string }>['mediaType'];

/** The table of {@link RowFormat}: ASK has these formats too, but W3C defines only its JSON and XML. */
export const ROW_FORMATS: readonly (Format & { readonly name: RowFormat })[] = TABLE;
