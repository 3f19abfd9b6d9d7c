import { CrateError } from '../../../base/errors.js';
import { addToList } from '../../../base/list-map.js';
import { unskolemizeNQuads } from '../../../base/rdf/skolem.js';
import type { WorkOptions } from '../../port.js';
import { PAGE, type Endpoint } from '../protocol/endpoint.js';
import { cellIri, readAnswer, type AnswerRow } from '../protocol/endpoint-answer.js';
import { quadsIn } from './graph-patterns.js';
import { groupsBySize } from './groups-by-size.js';
import { graphQuads, readGraph, tripleLine } from './read-graph.js';

/** N-Quads of one graph: whole lines. */
export interface GraphChunk {
  readonly graph: string;
  readonly nquads: Uint8Array;
}

/** Quads that one answer has. An engine that cuts its answers says nothing of one below its limit. */
export function quadsTogether({ isPaged }: Pick<Endpoint, 'isPaged'>): number {
  return isPaged ? PAGE - 1 : 20_000;
}

/**
 * The N-Quads of graphs, one graph after the other in their order. Small graphs come many in one request, others each
 * as {@link readGraph} reads them.
 * @param sizes the graphs, with the quads that the endpoint counts in each
 * @throws CrateError as {@link readGraph}
 */
export async function* readGraphs(
  endpoint: Endpoint,
  sizes: ReadonlyMap<string, number>,
  options: WorkOptions = {},
): AsyncGenerator<GraphChunk> {
  for (const group of groupsBySize(sizes, quadsTogether(endpoint))) {
    const found = group.length === 1 ? undefined : await readTogether(endpoint, group, sizes, options);
    for (const graph of group) {
      const nquads = found?.get(graph);
      if (nquads !== undefined) yield { graph, nquads };
      else
        for await (const chunk of readGraph(endpoint, graph, { ...options, counted: sizes.get(graph) }))
          yield { graph, nquads: chunk };
    }
  }
}

/**
 * Those of the graphs whose lines are as many as they should be, and that have no blank nodes of another program; none
 * if the answer is too large.
 */
async function readTogether(
  endpoint: Endpoint,
  graphs: readonly string[],
  sizes: ReadonlyMap<string, number>,
  options: WorkOptions,
): Promise<Map<string, Uint8Array>> {
  const lines = new Map<string, string[]>();
  const withLabels = new Set<string>();
  for (const row of await rowsOf(endpoint, graphs, options)) {
    const graph = cellIri(row, 'g');
    if (row['s']?.type === 'bnode' || row['o']?.type === 'bnode') withLabels.add(graph);
    addToList(lines, graph, tripleLine(row));
  }
  // A label of an answer means something in that answer only, where another one may use it for another node.
  const whole = [...lines].filter(([graph, own]) => own.length === sizes.get(graph) && !withLabels.has(graph));
  return new Map(whole.map(([graph, own]) => [graph, unskolemizeNQuads(graphQuads(own.join(''), graph))]));
}

async function rowsOf(
  endpoint: Endpoint,
  graphs: readonly string[],
  options: WorkOptions,
): Promise<readonly AnswerRow[]> {
  const where = quadsIn(endpoint.facts, graphs);
  try {
    const answer = await endpoint.ask({ sparql: `SELECT ?g ?s ?p ?o WHERE { ${where} }`, parameters: [] }, options);
    return readAnswer(answer, 'SELECT', endpoint.facts.rowLimit).bindings;
  } catch (error) {
    // Of long values; one by one they come.
    if (error instanceof CrateError && error.code === 'ERR_LIMIT') return [];
    throw error;
  }
}
