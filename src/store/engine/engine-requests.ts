import { createHash } from 'node:crypto';
import { DataFactory } from 'n3';
import { CrateError } from '../../base/errors.js';
import { isReservedName, RESERVED } from '../graph-errors.js';
import { requireMediaType } from '../result-media-types.js';
import { tooLong, countRows } from '../result-rows.js';
import { hasDataset, queryForm } from '../sparql-tokens.js';
import { utf8Parts } from '../utf8-parts.js';
import type { ChangedGraph, DoneReply, EngineRequest } from './messages.js';
import type { EngineQueryOptions, GraphTerm, OxigraphEngine } from './oxigraph.js';
import { SPARQL_JSON, SPARQL_XML, type RowMediaType } from '../../base/rdf/row-formats.js';
import type { ResultMediaType } from '../port.js';

/** Answers a request with an engine. @throws CrateError */
export async function answerRequest(engine: OxigraphEngine, request: EngineRequest): Promise<DoneReply> {
  switch (request.do) {
    case 'feed':
      for (const piece of request.pieces) engine.load(piece, { trusted: true });
      return { done: true };
    case 'drop':
      engine.drop(request.graphs.map(namedNode));
      return { done: true };
    case 'query':
      return { done: true, result: await query(engine, request) };
    case 'update':
      return { done: true, changed: await update(engine, request) };
  }
}

function namedNode(value: string): GraphTerm {
  return { termType: 'NamedNode', value, equals: (other) => other?.termType === 'NamedNode' && other.value === value };
}

async function query(
  engine: OxigraphEngine,
  { sparql, mediaType, dataset, most = Infinity }: Extract<EngineRequest, { do: 'query' }>,
): Promise<Iterable<Uint8Array>> {
  const form = queryForm(sparql);
  if (form !== undefined) requireMediaType(form, mediaType);
  const text = engine.query(sparql, { ...datasetOf(sparql, dataset), results_format: mediaType }) as string;
  // Each row has one character or more.
  if (text.length > most && rowsIn(text, mediaType) > most) throw tooLong(most, 'rows');
  return utf8Parts(text);
}

/** The dataset of a query (SPARQL 1.1, section 13): the given one, else its own FROM, else the union of all graphs. */
function datasetOf(sparql: string, dataset: Extract<EngineRequest, { do: 'query' }>['dataset']): EngineQueryOptions {
  if (dataset !== undefined)
    return {
      default_graph: dataset.unnamed.map(namedNode),
      named_graphs: dataset.named.map(namedNode) as EngineQueryOptions['named_graphs'] & object,
    };
  // The option would override FROM, against the specification.
  return hasDataset(sparql) ? {} : { use_default_graph_as_union: true };
}

const DEFAULT = DataFactory.defaultGraph();

/** Runs an update and compares the graphs that it can change. @returns the changed ones with their new content */
async function update(
  engine: OxigraphEngine,
  { sparql, graphs }: Extract<EngineRequest, { do: 'update' }>,
): Promise<ChangedGraph[]> {
  const digests = () => graphDigests(engine, graphs?.map(namedNode) ?? engine.graphs());
  const before = digests();
  await engine.update(sparql);
  if (engine.count(DEFAULT) > 0)
    throw new CrateError(
      'ERR_USAGE',
      'the update inserts triples into the default graph; every triple must belong to a crate',
      {
        hint: 'write GRAPH <crate> { ... }, or name one with --crate',
      },
    );
  const after = digests();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (graph) => before.get(graph) !== after.get(graph),
  );
  if (changed.some((graph) => isReservedName(graph) && after.has(graph)))
    throw new CrateError('ERR_USAGE', `the name of a crate must not begin with ${RESERVED}`);
  return changed.map((graph) => ({
    graph,
    pieces: [...engine.text(namedNode(graph))].map((text) => new TextEncoder().encode(text)),
  }));
}

/**
 * The SHA-256 of the text of each graph. Oxigraph writes an untouched graph in the same order again; in
 * another order a graph counts as changed here, and is then compared line by line.
 */
function graphDigests(engine: OxigraphEngine, graphs: readonly GraphTerm[]): Map<string, string> {
  const digests = new Map<string, string>();
  const isBig = engine.mayHaveBigGraphs ? undefined : false;
  for (const graph of graphs) {
    const hash = createHash('sha256');
    let isEmpty = true;
    for (const text of engine.triples(graph, isBig)) {
      hash.update(text);
      isEmpty = false;
    }
    if (!isEmpty) digests.set(graph.value, hash.digest('base64'));
  }
  return digests;
}

/** The number of rows in an answer as Oxigraph writes it; 0 if it has none. */
export function rowsIn(answer: string, mediaType: ResultMediaType): number {
  return Object.hasOwn(ROWS, mediaType) ? ROWS[mediaType as RowMediaType](answer) : 0;
}

const ROWS: Record<RowMediaType, (answer: string) => number> = {
  [SPARQL_JSON]: countRows,
  [SPARQL_XML]: (answer) => answer.split('<result>').length - 1,
  'text/csv': (answer) => answer.replaceAll(/"[^"]*"/g, '').split('\r\n').length - 2,
  'text/tab-separated-values': (answer) => answer.split('\n').length - 2,
};
