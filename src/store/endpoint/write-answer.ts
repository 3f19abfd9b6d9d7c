import type { ResultMediaType } from '../port.js';
import { writeRows, type RowFormat, type Rows } from '../write-rows.js';
import type { QuerySite } from './query-site.js';

const FORMATS: Partial<Record<ResultMediaType, RowFormat>> = {
  'application/sparql-results+json': 'json',
  'application/sparql-results+xml': 'xml',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
};

/** Writes the rows of SELECT. */
export function writeSolutions(rows: Rows, mediaType: ResultMediaType): Iterable<string> {
  return writeRows(rows, FORMATS[mediaType] ?? 'json');
}

/** Writes the answer to ASK; csv and tsv have no form of their own for it. */
export function writeBoolean(value: boolean, mediaType: ResultMediaType): string {
  const format = FORMATS[mediaType];
  if (format === 'json') return `{"head":{},"boolean":${value}}`;
  if (format !== 'xml') return String(value);
  const text = `<head></head><boolean>${value}</boolean>`;
  return `<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">${text}</sparql>`;
}

/** Where the triples of an answer are while our engine writes them. */
const ANSWER = 'urn:crategraph:answer';

/** Writes triples. Our engine knows the syntaxes. @param lines of N-Triples */
export async function* writeGraph(
  site: Pick<QuerySite, 'askHere'>,
  lines: ReadonlySet<string>,
  mediaType: ResultMediaType,
): AsyncGenerator<string> {
  if (mediaType === 'application/n-triples' || mediaType === 'application/n-quads') {
    yield [...lines].join('');
    return;
  }
  const quads = Array.from(lines, (line) => line.replace(/ \.\n$/, ` <${ANSWER}> .\n`)).join('');
  const options = { graphs: [ANSWER], named: [], extra: { [ANSWER]: [new TextEncoder().encode(quads)] } };
  const bytes = await site.askHere('CONSTRUCT WHERE { ?s ?p ?o }', mediaType, options);
  yield new TextDecoder().decode(bytes);
}
