import type { Term } from '@rdfjs/types';
import { CATALOGUE, catalogueNQuads, loadRecords } from '../stored/load-records.js';
import { CrateError } from '../errors.js';
import type { CrateArgument } from '../open/crate-argument.js';
import type { LoadOptions, LoadResult } from '../load/load-crates.js';
import { termId } from '../rdf/nquads.js';
import { syntaxOf } from '../rdf/syntaxes.js';
import { RESULT_MEDIA_TYPES, type QueryFormat } from './result-formats.js';
import { requireGraphs } from '../store/graph-errors.js';
import { MemoryStore } from '../store/memory-store.js';
import { namesGraph } from '../store/engine/sparql-graphs.js';
import { withSnapshot } from '../store/store-snapshots.js';
import type { GraphReader, GraphStore, QueryOptions, WorkOptions } from '../store/port.js';
import { kindOfSparql } from '../store/sparql-tokens.js';
import { queryTerms, queryText } from '../store/rdf-answers.js';

/** How to query. */
export interface AskOptions extends WorkOptions {
  /** Default: `table` for SELECT and ASK, `turtle` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** Query only these graphs. Default: all, with their union as the default graph. */
  readonly graphs?: readonly string[] | undefined;
  /** Replace terms by their newest IRI first; the store must be a scratch copy. Default false. */
  readonly align?: boolean | undefined;
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
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const query = 'SELECT ?crate (COUNT(*) AS ?triples) { GRAPH ?crate { ?s ?p ?o } } GROUP BY ?crate';
 * console.log(await queryStore(store, query, { format: 'csv' }));
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_GRAPH_NOT_FOUND, ERR_LIMIT, ERR_USAGE for an update
 */
export async function queryStore(
  store: GraphStore,
  sparql: string,
  options: AskOptions = {},
): Promise<string | ResultTable> {
  requireQuery(sparql);
  if (options.align === true) await (await import('./align-terms.js')).alignTerms(store);
  return withSnapshot(store, (snapshot) => answer(snapshot, sparql, options));
}

async function answer(
  store: GraphReader,
  sparql: string,
  { format, graphs, signal }: AskOptions,
): Promise<string | ResultTable> {
  if (graphs !== undefined) requireGraphs(await store.graphs(graphs), graphs);
  const extra: QueryOptions['extra'] = namesGraph(sparql, CATALOGUE)
    ? { [CATALOGUE]: catalogueNQuads(await loadRecords(store)) }
    : {};
  const options = { graphs, extra, signal };
  if (format !== undefined && format !== 'table') {
    const text = await queryText(store, sparql, RESULT_MEDIA_TYPES[format], options);
    return text.endsWith('\n') ? text : `${text}\n`;
  }
  const result = await queryTerms(store, sparql, options);
  if (result.kind === 'boolean') return `${result.value}\n`;
  if (result.kind === 'quads') {
    if (format === 'table') throw new CrateError('ERR_QUERY_FORMAT', 'a graph cannot be written as a table');
    let text = '';
    const turtle = syntaxOf('turtle');
    const { serializeRdf } = await import('../rdf/serialize-rdf.js');
    if (turtle !== undefined) for await (const chunk of serializeRdf(result.quads, turtle)) text += chunk;
    return text;
  }
  const { variables } = result;
  const cell = (term: Term | undefined) => (term === undefined ? '' : termId(term));
  return { variables, rows: [...result.rows].map((row) => variables.map((variable) => cell(row.get(variable)))) };
}

/** How to query crates without a store. */
export interface QueryCratesOptions extends AskOptions, LoadOptions {
  /** Receives the results of the load. */
  readonly onLoaded?: ((results: readonly LoadResult[]) => void) | undefined;
}

/**
 * Queries crates without a store: loads them into memory first.
 * @param crates as for `loadCrates`
 * @example
 * const { text } = await savedQuery('people');
 * console.log(await queryCrates('data/crates', text, { format: 'csv' }));
 * @throws CrateError what the first crate that cannot be loaded throws, and as {@link queryStore}
 */
export async function queryCrates(
  crates: CrateArgument | Iterable<CrateArgument>,
  sparql: string,
  options: QueryCratesOptions = {},
): Promise<string | ResultTable> {
  requireQuery(sparql);
  const { loadCrates } = await import('../load/load-crates.js'); // a query of a store does not read crates
  const store = new MemoryStore();
  try {
    const results = await loadCrates(store, crates, options);
    for (const { error } of results) if (error !== undefined) throw error;
    options.onLoaded?.(results);
    return await queryStore(store, sparql, options);
  } finally {
    await store.close();
  }
}

function requireQuery(sparql: string): void {
  if (kindOfSparql(sparql) === 'update')
    throw new CrateError('ERR_USAGE', 'this is an update, not a query', { hint: 'use `crategraph update`' });
}
