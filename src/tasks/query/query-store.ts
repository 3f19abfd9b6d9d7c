import { termId } from '../../base/rdf/nquads.js';
import type { GraphStore } from '../../store/port.js';
import { termOf } from '../../store/sparql-json.js';
import { answerQuery, type Answer, type AskOptions } from './answer-query.js';
import { termToTsv, type Rows } from '../../store/write-rows.js';

/** A result as cells of a table. */
export interface ResultTable {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Queries a store. The load records are the graph `urn:crategraph:catalogue` for a query that names it; they are not in
 * the default graph. Well-known prefixes and those of the crates' contexts need no declaration.
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
  return textOrTable(await answerQuery(store, sparql, options));
}

/** The whole text of an answer, or its cells. */
export async function textOrTable({ text, rows: { variables, bindings } }: Answer): Promise<string | ResultTable> {
  if (text === undefined) {
    const cell = (term: Rows['bindings'][number][string] | undefined): string => {
      if (term === undefined) return '';
      return typeof term.value === 'object' ? termToTsv(term) : termId(termOf(term));
    };
    return { variables, rows: bindings.map((row) => variables.map((variable) => cell(row[variable]))) };
  }
  let whole = '';
  for await (const chunk of text) whole += chunk;
  return whole;
}
