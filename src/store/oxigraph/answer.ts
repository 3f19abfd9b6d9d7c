import type { NamedNode, Quad, Term } from '@rdfjs/types';
import { CrateError } from '../../errors.js';
import type { Bindings, QueryOptions, QueryResult, ResultMediaType } from '../graph-store.js';
import { cutAtLines, parseLines } from '../nquads-lines.js';
import { hasDataset, queryForm } from '../sparql-words.js';
import type { EngineQueryOptions, OxigraphEngine } from './engine.js';
import { fromJson, type JsonTerm } from './terms.js';

const JSON_RESULTS = 'application/sparql-results+json';

/** Media types of solutions (SELECT and ASK); the others are of graphs (CONSTRUCT and DESCRIBE). */
const SOLUTIONS: ReadonlySet<ResultMediaType> = new Set<ResultMediaType>([
  JSON_RESULTS,
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
]);

/** SPARQL 1.1 Query Results JSON Format. */
interface JsonResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
  readonly boolean?: boolean;
}

/**
 * Answers a query with terms. It goes by way of the JSON results: they name the variables even when no row was found,
 * and plain objects are several times faster than a million terms that live in WebAssembly memory.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_UNSUPPORTED
 */
export function answer(engine: OxigraphEngine, sparql: string, options: QueryOptions): QueryResult {
  const form = queryForm(sparql);
  const dataset = datasetOf(sparql, options);
  if (form === 'CONSTRUCT' || form === 'DESCRIBE') {
    const text = engine.query(sparql, { ...dataset, results_format: 'application/n-triples' }) as string;
    return { kind: 'quads', quads: { [Symbol.iterator]: () => quadsOf(text) } };
  }
  const results = JSON.parse(
    engine.query(sparql, { ...dataset, results_format: JSON_RESULTS }) as string,
  ) as JsonResults;
  if (results.boolean !== undefined) return { kind: 'boolean', value: results.boolean };
  const bindings = results.results?.bindings ?? [];
  return {
    kind: 'bindings',
    variables: results.head.vars ?? [],
    rows: { [Symbol.iterator]: () => rowsOf(bindings) },
  };
}

/**
 * Answers a query as text in the engine's own words.
 * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_UNSUPPORTED
 */
export function answerText(
  engine: OxigraphEngine,
  sparql: string,
  mediaType: ResultMediaType,
  options: QueryOptions,
): string {
  const form = queryForm(sparql);
  const asksGraph = form === 'CONSTRUCT' || form === 'DESCRIBE';
  if (form !== undefined && asksGraph === SOLUTIONS.has(mediaType)) {
    throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${mediaType}`);
  }
  return engine.query(sparql, { ...datasetOf(sparql, options), results_format: mediaType }) as string;
}

/** The dataset of a query: the given graphs, else its own FROM, else the union of all graphs (SPARQL 1.1, section 13). */
function datasetOf(sparql: string, { graphs }: QueryOptions): EngineQueryOptions {
  if (graphs) return { default_graph: graphs, named_graphs: graphs as NamedNode[] };
  // The option would win over FROM, against the specification.
  return hasDataset(sparql) ? {} : { use_default_graph_as_union: true };
}

function* rowsOf(bindings: readonly Readonly<Record<string, JsonTerm>>[]): Generator<Bindings> {
  for (const binding of bindings) {
    const row = new Map<string, Term>();
    for (const variable in binding) row.set(variable, fromJson(binding[variable] as JsonTerm));
    yield row;
  }
}

function* quadsOf(triples: string): Generator<Quad> {
  for (const text of cutAtLines(triples)) yield* parseLines(text);
}
