import { CrateError } from '../../base/errors.js';
import { ROW_FORMATS, type RowFormat } from '../../base/rdf/row-formats.js';
import { RDF_SYNTAXES, type Format, type WrittenSyntax } from '../../base/rdf/syntaxes.js';
import { makesGraph, type QueryForm } from '../../store/sparql-tokens.js';

/** A format of a graph. */
export type GraphFormat = WrittenSyntax['name'];
/** A format in which a query result can be written. */
export type QueryFormat = 'table' | RowFormat | GraphFormat;
/** A row of the tables below. */
export type ResultFormat = Format & { readonly name: QueryFormat };

/** A table for people: what SELECT and ASK have by default. */
const TABLE: ResultFormat = { name: 'table', label: 'table', mediaType: 'text/plain', extensions: ['txt'] };

/** Formats of the rows of SELECT and of the answer to ASK; the first is the default. */
const ROW_RESULTS: readonly ResultFormat[] = [TABLE, ...ROW_FORMATS];
/** Formats of the graph that CONSTRUCT and DESCRIBE make; the first is the default. */
const GRAPH_RESULTS: readonly (typeof RDF_SYNTAXES)[number][] = [...RDF_SYNTAXES].sort(turtleFirst);

/** The names of all formats. */
export const QUERY_FORMATS: readonly QueryFormat[] = [...ROW_RESULTS, ...GRAPH_RESULTS].map(({ name }) => name);

/** The formats that the result of a form of query may have; the first is the default. */
export function resultFormats(form: QueryForm | undefined): readonly ResultFormat[] {
  return makesGraph(form) ? GRAPH_RESULTS : ROW_RESULTS;
}

/** The format for a form of query. @throws CrateError ERR_QUERY_FORMAT if its result has no such format */
export function requireFormat(form: QueryForm | undefined, format: QueryFormat | undefined): QueryFormat {
  if (form === undefined) return 'table'; // not SPARQL: the engine will say why
  const formats = resultFormats(form).map(({ name }) => name);
  if (format === undefined) return formats[0] as QueryFormat;
  if (formats.includes(format)) return format;
  const kind = makesGraph(form) ? 'it is a graph' : 'it is not a graph';
  throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${format}`, {
    hint: `${kind}: choose ${formats.join(', ')} with --format or the ending of -o`,
    details: { format },
  });
}

function turtleFirst(one: Format, other: Format): number {
  return Number(other.name === 'turtle') - Number(one.name === 'turtle');
}
