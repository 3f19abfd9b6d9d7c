import { DataFactory } from 'n3';
import { CrateError } from '../../errors.js';
import { hash53 } from '../../rdf/hashes.js';
import { eachLine } from '../pieces.js';
import { requireMediaType } from '../result-media-types.js';
import { hasDataset, queryForm } from '../sparql-tokens.js';
import type { ChangedGraph, DoneReply, EngineRequest } from './messages.js';
import type { EngineQueryOptions, GraphTerm, OxigraphEngine } from './oxigraph.js';

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
      return { done: true, bytes: query(engine, request) };
    case 'update':
      return { done: true, changed: await update(engine, request) };
  }
}

function namedNode(value: string): GraphTerm {
  return { termType: 'NamedNode', value, equals: (other) => other?.termType === 'NamedNode' && other.value === value };
}

function query(
  engine: OxigraphEngine,
  { sparql, mediaType, dataset }: Extract<EngineRequest, { do: 'query' }>,
): Uint8Array {
  const form = queryForm(sparql);
  if (form !== undefined) requireMediaType(form, mediaType);
  const text = engine.query(sparql, { ...datasetOf(sparql, dataset), results_format: mediaType }) as string;
  return new TextEncoder().encode(text);
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

/** Prefix of the graphs that are not crates: the catalogue, and the waiting graphs of an update. */
const RESERVED = 'urn:crategraph:';

/** Runs an update and compares the graphs that it can change. @returns the changed ones with their new content */
async function update(
  engine: OxigraphEngine,
  { sparql, graphs }: Extract<EngineRequest, { do: 'update' }>,
): Promise<ChangedGraph[]> {
  const sums = () => graphSums(engine, graphs?.map(namedNode) ?? engine.graphs());
  const before = sums();
  await engine.update(sparql);
  if (engine.count(DEFAULT) > 0)
    throw new CrateError(
      'ERR_USAGE',
      'the update inserts triples into the default graph; every triple must belong to a crate',
      {
        hint: 'write GRAPH <crate> { ... }, or name one with --crate',
      },
    );
  const after = sums();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (graph) => !isEqual(before.get(graph), after.get(graph)),
  );
  if (changed.some((graph) => graph.startsWith(RESERVED) && after.has(graph)))
    throw new CrateError('ERR_USAGE', `the name of a crate must not begin with ${RESERVED}`);
  return changed.map((graph) => ({
    graph,
    pieces: [...engine.text(namedNode(graph))].map((text) => new TextEncoder().encode(text)),
  }));
}

/** The number of quads and the sums of their hashes: equal for equal graphs, in any order of lines. */
type GraphSum = readonly [count: number, low: number, high: number];

function graphSums(engine: OxigraphEngine, graphs: readonly GraphTerm[]): Map<string, GraphSum> {
  const sums = new Map<string, GraphSum>();
  for (const graph of graphs) {
    let [count, low, high] = [0, 0, 0];
    for (const text of engine.text(graph))
      eachLine(text, (line) => {
        const hash = hash53(line);
        count += 1;
        low = (low + (hash % 2 ** 32)) % 2 ** 32;
        high += Math.floor(hash / 2 ** 32);
      });
    if (count > 0) sums.set(graph.value, [count, low, high]);
  }
  return sums;
}

function isEqual(one: GraphSum = [0, 0, 0], other: GraphSum = [0, 0, 0]): boolean {
  return one.every((number, index) => number === other[index]);
}
