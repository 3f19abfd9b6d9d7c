import { ROW_FORMATS, type RowFormat } from '../../../rdf/row-formats.js';
import type { ResultMediaType } from '../../port.js';
import { writeRows, type Rows } from '../../write-rows.js';
import type { QuerySite } from '../protocol/query-site.js';

/** Writes the rows of SELECT. */
export function writeSolutions(rows: Rows, mediaType: ResultMediaType): Iterable<string> {
  return writeRows(rows, rowFormatOf(mediaType) ?? 'json');
}

/** Writes the answer to ASK; csv and tsv have no form of their own for it. */
export function writeBoolean(value: boolean, mediaType: ResultMediaType): string {
  const format = rowFormatOf(mediaType);
  if (format === 'json') return `{"head":{},"boolean":${value}}`;
  if (format !== 'xml') return String(value);
  const text = `<head></head><boolean>${value}</boolean>`;
  return `<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">${text}</sparql>`;
}

function rowFormatOf(type: ResultMediaType): RowFormat | undefined {
  return ROW_FORMATS.find(({ mediaType }) => mediaType === type)?.name;
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
