import type { Term } from '@rdfjs/types';
import { alignTerms } from './align.js';
import { named } from './catalogue.js';
import { CrateError } from './errors.js';
import { loadCrates, type LoadOptions } from './load/load.js';
import { syntaxOf } from './rdf/media-types.js';
import { serializeRdf } from './rdf/serialize.js';
import { RESULT_MEDIA_TYPES, type QueryFormat } from './query-format.js';
import type { GraphStore } from './store/graph-store.js';

/** How to ask. */
export interface AskOptions {
  /** Default: `table` for SELECT and ASK, `turtle` for CONSTRUCT and DESCRIBE. */
  readonly format?: QueryFormat | undefined;
  /** Ask only these graphs. Default: all, their union as default graph. */
  readonly graphs?: readonly string[] | undefined;
  /** Put terms under their newest IRI first; the store must be a scratch copy. Default false. */
  readonly align?: boolean | undefined;
}

/** A result as cells of a table. */
export interface ResultTable {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Asks a store; the answer is text in the format, or the cells of a table.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_GRAPH_NOT_FOUND
 */
export async function queryStore(
  store: GraphStore,
  sparql: string,
  { format, graphs, align }: AskOptions = {},
): Promise<string | ResultTable> {
  const options = graphs === undefined ? {} : { graphs: graphs.map(named) };
  for (const graph of options.graphs ?? []) {
    if ((await store.size(graph)) === 0)
      throw new CrateError('ERR_GRAPH_NOT_FOUND', `the store holds no graph <${graph.value}>`);
  }
  if (align === true) await alignTerms(store);
  if (format !== undefined && format !== 'table') {
    const text = await store.queryText(sparql, RESULT_MEDIA_TYPES[format], options);
    return text.endsWith('\n') ? text : `${text}\n`;
  }
  const result = await store.query(sparql, options);
  if (result.kind === 'boolean') return `${result.value}\n`;
  if (result.kind === 'quads') {
    if (format === 'table') throw new CrateError('ERR_QUERY_FORMAT', 'a graph cannot be drawn as a table');
    let text = '';
    const turtle = syntaxOf('turtle');
    if (turtle !== undefined) for await (const chunk of serializeRdf(result.quads, turtle)) text += chunk;
    return text;
  }
  const { variables } = result;
  const rows: string[][] = [];
  for await (const row of result.rows) rows.push(variables.map((variable) => cell(row.get(variable))));
  return { variables, rows };
}

/**
 * Asks crates without a store: they are loaded into memory first.
 * @throws CrateError what the first crate that cannot be loaded throws, and as {@link queryStore}
 */
export async function queryCrates(
  crates: Iterable<string>,
  sparql: string,
  options: AskOptions & LoadOptions,
): Promise<string | ResultTable> {
  const { openMemoryStore } = await import('./store/oxigraph.js');
  const store = await openMemoryStore();
  try {
    const failed = (await loadCrates(store, crates, options)).find(({ error }) => error !== undefined);
    if (failed?.error !== undefined) throw failed.error;
    return await queryStore(store, sparql, options);
  } finally {
    await store.close();
  }
}

function cell(term: Term | undefined): string {
  if (term === undefined) return '';
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}
