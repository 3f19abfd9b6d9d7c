import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import { JSONLD, NQUADS, syntaxOf } from '../../base/rdf/syntaxes.js';
import type { ContextSource } from '../../crate/context/context-source.js';
import { withKnownPrefixes } from '../../crate/context/prefixes.js';
import { CrateError } from '../../base/errors.js';
import { parseNQuads } from '../../base/rdf/parse-rdf.js';
import { type RowFormat, SPARQL_JSON, SPARQL_XML } from '../../base/rdf/row-formats.js';
import { ifWritable } from '../../store/if-writable.js';
import { parsedSparql } from '../../store/engine/parse-sparql.js';
import { asksFor } from '../../store/engine/sparql-graphs.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphReader, GraphStore, QueryOptions, WorkOptions } from '../../store/port.js';
import { queryText, queryTriples } from '../../store/rdf-answers.js';
import { readResultRows, tooLong, type RowBatch } from '../../store/result-rows.js';
import { kindOfSparql, prefixesIn, queryForm, type QueryForm, makesGraph } from '../../store/sparql-tokens.js';
import { mentionsSearch } from '../../store/search/mentions-search.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { CATALOGUE, catalogueNQuads, loadRecords } from '../stored/load-records.js';
import { CutRows } from './cut-rows.js';
import { askedFiles, DOWNLOADS, downloadsNQuads } from './downloads.js';
import { limitRows } from './limit-rows.js';
import type { Parameters } from './parameters.js';
import { prepareSparql, type PreparedSparql } from './prepare-sparql.js';
import { requireFormat, type GraphFormat, type QueryFormat } from './result-formats.js';
import { lineFeeds, resultText } from './result-text.js';
import { inTextOrder } from './variable-order.js';
import { chooseColumns, writeBatches, type Rows } from '../../store/write-rows.js';

/** How to query. */
export interface AskOptions extends WorkOptions {
  /** Default: `table` for SELECT and ASK, `turtle` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** Query only these graphs. Default: all, with their union as the default graph. */
  readonly graphs?: readonly string[] | undefined;
  /** The default graphs and named graphs of the query, whatever FROM in its text says. They need not exist. */
  readonly dataset?: { readonly unnamed: readonly string[]; readonly named: readonly string[] } | undefined;
  /** Replace terms by their newest IRI first; the store must be a scratch copy. Default false. */
  readonly align?: boolean | undefined;
  /**
   * See what `makeIdentities` has found to be the same as one: an IRI of it, in the data or in the query, is the best of
   * them. Default false.
   */
  readonly same?: boolean | undefined;
  /** Values for the parameters of the query, or for its variables. */
  readonly parameters?: Parameters | undefined;
  /** What relative IRIs resolve against, unless the text has BASE. Default: they are an error. */
  readonly base?: string | undefined;
  /** Has the contexts that declare prefixes. Default: those of the package and the cache. */
  readonly contexts?: ContextSource | undefined;
  /** At most this many rows of a SELECT query, as with LIMIT. Default: all. */
  readonly rows?: number | undefined;
  /** At most this many triples of CONSTRUCT or DESCRIBE, in any order; not for JSON-LD. Default: all. */
  readonly triples?: number | undefined;
  /** These variables of a SELECT query, in this order. Default: all. */
  readonly columns?: readonly string[] | undefined;
  /** In CSV and TSV, put `'` before a cell that a spreadsheet would run as a formula. Default false. */
  readonly safeCsv?: boolean | undefined;
  /** Answer with the number of rows or triples instead. Default false. */
  readonly count?: boolean | undefined;
  /** Refuse a result of more rows or triples than this. Default: none is refused. */
  readonly most?: number | undefined;
  /** Throw a `NotIndexed` rather than read graphs, or words, that the index of the store lacks. Default false. */
  readonly onlyIndexed?: boolean | undefined;
  /** Called once with how the query was answered, unless an endpoint did that. */
  readonly onPlan?: QueryOptions['onPlan'];
}

/** The answer to a query. */
export interface Answer {
  /**
   * The answer as text in the chosen format, to be read once; undefined for the table of a SELECT query. The query has
   * been answered: its rows are read one after the other, and the text needs the store no more.
   */
  readonly text?: Iterable<string> | AsyncIterable<string>;
  /** What a table shows; of a text only the variables. */
  readonly rows: Rows;
  /** Whether `options.rows` left rows out; known when the text has been read. */
  readonly isCut: boolean;
}

/** Queries a store, for a caller that shows or writes the answer itself. @throws CrateError as `queryStore` */
export async function answerQuery(store: GraphStore, sparql: string, options: AskOptions = {}): Promise<Answer> {
  requireQuery(sparql);
  if (options.align === true) await (await import('./align-terms.js')).alignTerms(store);
  const text = mentionsSearch(sparql);
  const { graphs, dataset, signal, same } = options;
  if (text || same === true || (graphs === undefined && dataset === undefined))
    await ifWritable(store.index({ text, signal }));
  return withSnapshot(store, (snapshot) => answerFrom(snapshot, sparql, options));
}

/** As {@link answerQuery}, from one moment of a store, or from several sources. It aligns nothing. */
export async function answerFrom(reader: GraphReader, query: string, asked: AskOptions): Promise<Answer> {
  const { graphs, parameters, contexts, base, same } = asked;
  const store = same === true ? await (await import('./same-reader.js')).sameReader(reader) : reader;
  const form = queryForm(query);
  const format = requireFormat(form, asked.format);
  requireRows(form, asked);
  if (graphs !== undefined) requireGraphs(await store.graphs(graphs), graphs);
  const prepared = await prepareSparql(query, { store, parameters, contexts, graphs, base }, (text) =>
    queryText(store, text, SPARQL_JSON, { graphs: [] }),
  );
  try {
    return await resultOf(store, prepared, { ...asked, form, format });
  } catch (error) {
    throw prepared.explain(error);
  }
}

/** A query whose form and format are known. */
interface CheckedOptions extends AskOptions {
  readonly form: QueryForm | undefined;
  readonly format: QueryFormat;
}

async function resultOf(store: GraphReader, prepared: PreparedSparql, checked: CheckedOptions): Promise<Answer> {
  const { text: sparql } = prepared;
  const { form, format, graphs, dataset, signal, onlyIndexed, onPlan } = checked;
  const extra = await madeGraphs(store, prepared, checked);
  const options = { graphs: dataset?.unnamed ?? graphs, named: dataset?.named, extra, signal, onlyIndexed, onPlan };
  if (makesGraph(form)) {
    if (checked.count === true) return written([`${(await tripleLines(store, sparql, options)).size}\n`]);
    return written(
      await graphText(store, sparql, format as GraphFormat, {
        ...options,
        most: checked.most,
        triples: checked.triples,
      }),
    );
  }
  // In TSV each line is a row, after the one of the names.
  if (checked.count === true) {
    const tsv = store.query(sparql, 'text/tab-separated-values', options);
    return written([`${(await lineFeeds(tsv)) - 1}\n`]);
  }
  if (form === 'ASK' && format === 'xml') return written([`${await queryText(store, sparql, SPARQL_XML, options)}\n`]);
  return rowsOf(store, sparql, options, checked);
}

/** The graphs that are made for a query that may read them. */
async function madeGraphs(
  store: GraphReader,
  { text, graphs }: PreparedSparql,
  checked: CheckedOptions,
): Promise<NonNullable<QueryOptions['extra']>> {
  const { dataset } = checked;
  const isRead = (graph: string) =>
    dataset === undefined
      ? asksFor(text, graph, graphs)
      : [...(dataset.unnamed ?? []), ...(dataset.named ?? [])].includes(graph);
  const choice = { graphs: checked.graphs, files: askedFiles(text, dataset !== undefined) };
  return {
    ...(isRead(CATALOGUE) && { [CATALOGUE]: catalogueNQuads(await loadRecords(store)) }),
    ...(isRead(DOWNLOADS) && { [DOWNLOADS]: await downloadsNQuads(store, choice, checked) }),
  };
}

/** The answer to SELECT, or to ASK in a format of rows. */
async function rowsOf(
  store: GraphReader,
  sparql: string,
  options: QueryOptions,
  { form, format, ...asked }: CheckedOptions,
): Promise<Answer> {
  // A store of ours says how it answers, refuses more than `most`, and writes the JSON as we do.
  let isOurs = false;
  const onPlan: QueryOptions['onPlan'] = (plan) => {
    isOurs = true;
    options.onPlan?.(plan);
  };
  const most = Math.min(asked.rows ?? Infinity, asked.most ?? Infinity);
  const isLimited = Number.isFinite(most) && form === 'SELECT';
  // One more tells whether it is cut.
  const limited = isLimited ? limitRows(sparql, most + 1) : sparql;
  const json = store.query(limited, SPARQL_JSON, {
    ...options,
    onPlan,
    most: asked.most,
  });
  const isWholeJson = format === 'json' && asked.columns === undefined;
  if (isWholeJson && !isLimited) return written(await resultText(json));
  const begun = await begin(json);
  if (isWholeJson && isOurs && asked.rows === undefined && namesColumns(sparql))
    return written(await resultText(begun));
  const { variables: unordered, boolean, batches } = await readResultRows(begun);
  if (boolean !== undefined)
    return written([format === 'ndjson' ? `${JSON.stringify({ head: {}, boolean })}\n` : `${boolean}\n`]);
  const all = inTextOrder(unordered, sparql);
  const variables = asked.columns === undefined ? all : chooseColumns(all, asked.columns);
  const cut = new CutRows(batches, asked);
  if (format === 'table') {
    const bindings: RowBatch[number][] = [];
    for await (const batch of cut) for (const row of batch) bindings.push(row);
    return { rows: { variables, bindings }, isCut: cut.isCut };
  }
  const text = writeBatches({ variables, batches: cut }, format as RowFormat, { safe: asked.safeCsv });
  return {
    text,
    rows: { variables, bindings: [] },
    get isCut() {
      return cut.isCut;
    },
  };
}

/** Reads the first chunk, which comes when the query has been answered. */
async function begin<T>(chunks: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const reader = chunks[Symbol.asyncIterator]();
  const first = await reader.next();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await reader.next()) yield next.value;
      } finally {
        await reader.return?.();
      }
    },
  };
}

/** Whether a query names its columns, which have the order of the text then. */
function namesColumns(sparql: string): boolean {
  const parsed = parsedSparql(sparql);
  if (parsed?.type !== 'query' || parsed.queryType !== 'SELECT') return false;
  return parsed.variables.every((one) => !('termType' in one) || one.termType !== 'Wildcard');
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
  const lines = new Set((await queryTriples(store, sparql, options)).split('\n'));
  lines.delete('');
  return lines;
}

/** What makes terms that RDF 1.1 cannot say. */
const NEWER_TERMS = /STRDT|STRLANGDIR|TRIPLE|<<|langString|--(?:ltr|rtl)/i;

async function graphText(
  store: GraphReader,
  sparql: string,
  format: GraphFormat,
  { most = Infinity, triples = Infinity, ...options }: QueryOptions & Pick<AskOptions, 'most' | 'triples'>,
): Promise<Iterable<string> | AsyncIterable<string>> {
  const syntax = syntaxOf(format) ?? NQUADS;
  if (syntax.writer === 'jsonld') {
    // The engine writes it itself, and what of it our readers refuse is not to be seen there.
    if (NEWER_TERMS.test(sparql)) await queryTriples(store, sparql, options);
    const text = await queryText(store, sparql, JSONLD.mediaType, options);
    if (Number.isFinite(most) && triplesOf(text) > most) throw tooLong(most, 'triples');
    return [`${text}\n`];
  }
  const lines = firstOf(await tripleLines(store, sparql, options), triples);
  if (lines.size > most) throw tooLong(most, 'triples');
  if (syntax.writer === 'lines') return withLineEnds(lines);
  const quads = parseNQuads([...withLineEnds(lines)].join(''));
  const prefixes = withKnownPrefixes(prefixesIn(sparql));
  if (syntax.writer === 'xml') return serializeRdf(quads, syntax, prefixes);
  const { writeTurtle } = await import('../../base/rdf/turtle/write-turtle.js');
  return writeTurtle(quads, { prefixes });
}

/** The number of triples in JSON-LD as the engine writes it: expanded, each node once, without nested nodes. */
function triplesOf(jsonld: string): number {
  const nodes = JSON.parse(jsonld) as readonly Readonly<Record<string, unknown>>[];
  const values = nodes.flatMap((node) => Object.values(node)).map((value) => (Array.isArray(value) ? value.length : 0));
  return values.reduce((sum, count) => sum + count, 0);
}

function firstOf(lines: Set<string>, most: number): Set<string> {
  return lines.size <= most ? lines : new Set([...lines].slice(0, most));
}

function* withLineEnds(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** @throws CrateError ERR_USAGE for an update */
export function requireQuery(sparql: string): void {
  if (kindOfSparql(sparql) === 'update')
    throw new CrateError('ERR_USAGE', 'this is an update, not a query', { hint: 'use `crategraph update`' });
}
