import { CrateError } from '../errors.js';
import { syntaxOfFile } from '../rdf/syntaxes.js';
import type { QueryForm } from '../store/sparql-tokens.js';
import type { RowFormat } from '../store/write-rows.js';

/** Formats of the rows of SELECT; ASK has them too, but W3C defines only its JSON and XML. */
const ROW_FORMATS = ['table', 'json', 'ndjson', 'csv', 'tsv', 'xml'] as const;
/** Formats of the graph that CONSTRUCT and DESCRIBE make. */
const GRAPH_FORMATS = ['turtle', 'trig', 'ntriples', 'nquads', 'jsonld'] as const;

/** Formats in which a query result can be written. */
export const QUERY_FORMATS = [...ROW_FORMATS, ...GRAPH_FORMATS] as const;
/** One of {@link QUERY_FORMATS}. */
export type QueryFormat = (typeof QUERY_FORMATS)[number];
/** A format of a graph. */
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

/** File name endings of the row formats; those of the graph formats are in `rdf/syntaxes.ts`. */
const ROW_ENDINGS: Readonly<Record<string, RowFormat>> = {
  ...{ csv: 'csv', tsv: 'tsv', ndjson: 'ndjson', jsonl: 'ndjson' },
  ...{ json: 'json', srj: 'json', xml: 'xml', srx: 'xml' },
};

/** The format that a file name asks for; undefined for other names. */
export function formatOfFile(name: string): QueryFormat | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(ROW_ENDINGS, ending)) return ROW_ENDINGS[ending];
  const syntax = syntaxOfFile(name)?.name;
  return GRAPH_FORMATS.find((format) => format === syntax);
}

/** The format for a form of query. @throws CrateError ERR_QUERY_FORMAT if its result has no such format */
export function requireFormat(form: QueryForm | undefined, format: QueryFormat | undefined): QueryFormat {
  const isGraph = form === 'CONSTRUCT' || form === 'DESCRIBE';
  const formats: readonly QueryFormat[] = isGraph ? GRAPH_FORMATS : ROW_FORMATS;
  if (form === undefined) return 'table'; // not SPARQL: the engine will say why
  if (format === undefined) return isGraph ? 'turtle' : 'table';
  if (formats.includes(format)) return format;
  throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${format}`, {
    hint: `${isGraph ? 'it is a graph' : 'it is not a graph'}: choose ${formats.join(', ')} with --format or the ending of -o`,
    details: { format },
  });
}
