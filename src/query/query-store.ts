import { CATALOGUE, catalogueNQuads, loadRecords } from '../stored/load-records.js';
import { CrateError } from '../errors.js';
import type { LoadOptions, LoadResult } from '../load/load-crates.js';
import { termId } from '../rdf/nquads.js';
import { parseNQuads } from '../rdf/parse-rdf.js';
import { syntaxOf } from '../rdf/syntaxes.js';
import { limitRows } from './limit-rows.js';
import { requireFormat, type GraphFormat, type QueryFormat, type RowFormat } from './result-formats.js';
import { inTextOrder } from './variable-order.js';
import { chooseColumns, withVariables, writeRows, type Rows } from './write-rows.js';
import { requireGraphs } from '../store/graph-errors.js';
import { MemoryStore } from '../store/memory-store.js';
import { namesGraph } from '../store/engine/sparql-graphs.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphReader, GraphStore, QueryOptions, WorkOptions } from '../store/port.js';
import { kindOfSparql, queryForm, type QueryForm } from '../store/sparql-tokens.js';
import { queryText } from '../store/rdf-answers.js';
import { readSparqlJson, termOf } from '../store/sparql-json.js';

/** How to query. */
export interface AskOptions extends WorkOptions {
  /** Default: `table` for SELECT and ASK, `turtle` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** Query only these graphs. Default: all, with their union as the default graph. */
  readonly graphs?: readonly string[] | undefined;
  /** Replace terms by their newest IRI first; the store must be a scratch copy. Default false. */
  readonly align?: boolean | undefined;
  /** At most this many rows of a SELECT query, as with LIMIT. Default: all. */
  readonly rows?: number | undefined;
  /** These variables of a SELECT query, in this order. Default: all. */
  readonly columns?: readonly string[] | undefined;
  /** Answer with the number of rows or triples instead. Default false. */
  readonly count?: boolean | undefined;
}

/** The answer to a query. */
export interface Answer {
  /** The answer as text in the chosen format; undefined for the table of a SELECT query. */
  readonly text?: Iterable<string> | AsyncIterable<string>;
  /** What a table shows. */
  readonly rows: Rows;
  /** Whether `options.rows` left rows out. */
  readonly isCut: boolean;
}

/** A result as cells of a table. */
export interface ResultTable {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Queries a store. The load records are the graph `urn:crategraph:catalogue` for a query that names it; they are not in
 * the default graph.
 * @returns text in the format, or the cells of a table
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_GRAPH_NOT_FOUND, ERR_LIMIT, ERR_USAGE for an update
 */
export async function queryStore(
  store: GraphStore,
  sparql: string,
  options: AskOptions = {},
): Promise<string | ResultTable> {
  return textOrTable(await answerQuery(store, sparql, options));
}

async function textOrTable({ text, rows: { variables, bindings } }: Answer): Promise<string | ResultTable> {
  if (text === undefined) {
    const cell = (term: Rows['bindings'][number][string] | undefined) => (term ? termId(termOf(term)) : '');
    return { variables, rows: bindings.map((row) => variables.map((variable) => cell(row[variable]))) };
  }
  let whole = '';
  for await (const chunk of text) whole += chunk;
  return whole;
}

/** Queries a store, for a caller that shows or writes the answer itself. @throws CrateError as {@link queryStore} */
export async function answerQuery(store: GraphStore, sparql: string, options: AskOptions = {}): Promise<Answer> {
  requireQuery(sparql);
  if (options.align === true) await (await import('./align-terms.js')).alignTerms(store);
  return withSnapshot(store, (snapshot) => answer(snapshot, sparql, options));
}

async function answer(store: GraphReader, sparql: string, asked: AskOptions): Promise<Answer> {
  const { graphs, signal } = asked;
  const form = queryForm(sparql);
  const format = requireFormat(form, asked.format);
  requireRows(form, asked);
  if (graphs !== undefined) requireGraphs(await store.graphs(graphs), graphs);
  const extra: QueryOptions['extra'] = namesGraph(sparql, CATALOGUE)
    ? { [CATALOGUE]: catalogueNQuads(await loadRecords(store)) }
    : {};
  const options = { graphs, extra, signal };
  if (form === 'CONSTRUCT' || form === 'DESCRIBE') {
    if (asked.count !== true) return written(await graphText(store, sparql, format as GraphFormat, options));
    return written([`${(await tripleLines(store, sparql, options)).size}\n`]);
  }
  if (asked.count === true) {
    // in TSV each line is a row, after the one of the names
    const tsv = await queryText(store, sparql, 'text/tab-separated-values', options);
    return written([`${tsv.split('\n').length - 2}\n`]);
  }
  if (form === 'ASK' && format === 'xml')
    return written([`${await queryText(store, sparql, 'application/sparql-results+xml', options)}\n`]);
  const limited = asked.rows === undefined ? sparql : limitRows(sparql, asked.rows + 1); // one more tells whether it is cut
  const json = await queryText(store, limited, 'application/sparql-results+json', options);
  const isWhole = asked.rows === undefined && asked.columns === undefined;
  if (format === 'json' && isWhole) return written([json.trimEnd(), '\n']);
  const { variables: unordered, bindings, boolean } = readSparqlJson(json);
  const variables = inTextOrder(unordered, sparql);
  if (boolean !== undefined) return written([format === 'table' || /sv$/.test(format) ? `${boolean}\n` : `${json}\n`]);
  const isCut = asked.rows !== undefined && bindings.length > asked.rows;
  const shown = { variables, bindings: isCut ? bindings.slice(0, asked.rows) : bindings };
  const rows = asked.columns === undefined ? shown : withVariables(shown, chooseColumns(variables, asked.columns));
  if (format === 'table') return { rows, isCut };
  return { text: writeRows(rows, format as RowFormat), rows, isCut };
}

function written(text: Iterable<string> | AsyncIterable<string>): Answer {
  return { text, rows: { variables: [], bindings: [] }, isCut: false };
}

function requireRows(form: QueryForm | undefined, { rows, columns, count }: AskOptions): void {
  const isSelect = form === 'SELECT' || form === undefined;
  if (!isSelect && (rows !== undefined || columns !== undefined))
    throw new CrateError('ERR_USAGE', `only the result of SELECT has rows and columns, that of ${form} has none`, {
      hint: 'leave --rows and --columns out',
    });
  if (form === 'ASK' && count === true)
    throw new CrateError('ERR_USAGE', 'the result of ASK is true or false; there is nothing to count', {
      hint: 'leave --count out, or write SELECT',
    });
}

/** The distinct triples of a graph as N-Triples; the engine repeats a triple that comes from several solutions. */
async function tripleLines(store: GraphReader, sparql: string, options: QueryOptions): Promise<Set<string>> {
  const lines = new Set((await queryText(store, sparql, 'application/n-triples', options)).split('\n'));
  lines.delete('');
  return lines;
}

async function graphText(
  store: GraphReader,
  sparql: string,
  format: GraphFormat,
  options: QueryOptions,
): Promise<Iterable<string> | AsyncIterable<string>> {
  if (format === 'jsonld') return [`${await queryText(store, sparql, 'application/ld+json', options)}\n`];
  const lines = await tripleLines(store, sparql, options);
  const syntax = syntaxOf(format);
  if (format === 'ntriples' || format === 'nquads' || syntax === undefined) return withLineEnds(lines);
  const { serializeRdf } = await import('../rdf/serialize-rdf.js');
  return serializeRdf(parseNQuads([...withLineEnds(lines)].join('')), syntax);
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** How to query crates. */
type AskCratesOptions = AskOptions &
  LoadOptions & { readonly onLoaded?: ((results: readonly LoadResult[]) => void) | undefined };

/**
 * Queries crates without a store: loads them into memory first.
 * @param options `onLoaded` receives the results of the load
 * @throws CrateError what the first crate that cannot be loaded throws, and as {@link queryStore}
 */
export async function queryCrates(
  crates: Iterable<string>,
  sparql: string,
  options: AskCratesOptions,
): Promise<string | ResultTable> {
  return textOrTable(await answerFromCrates(crates, sparql, options));
}

/** As {@link queryCrates}, for a caller that shows or writes the answer itself. */
export async function answerFromCrates(
  crates: Iterable<string>,
  sparql: string,
  options: AskCratesOptions,
): Promise<Answer> {
  requireQuery(sparql);
  const { loadCrates } = await import('../load/load-crates.js'); // a query of a store does not read crates
  const store = new MemoryStore();
  try {
    const results = await loadCrates(store, crates, options);
    for (const { error } of results) if (error !== undefined) throw error;
    options.onLoaded?.(results);
    return await answerQuery(store, sparql, options);
  } finally {
    await store.close();
  }
}

function requireQuery(sparql: string): void {
  if (kindOfSparql(sparql) === 'update')
    throw new CrateError('ERR_USAGE', 'this is an update, not a query', { hint: 'use `crategraph update`' });
}
