import { parentPort } from 'node:worker_threads';
import { DataFactory } from 'n3';
import { CrateError } from '../../errors.js';
import { hash53 } from '../../rdf/hashes.js';
import { eachLine } from '../pieces.js';
import { hasDataset, queryForm } from '../sparql-tokens.js';
import type { Answer, ChangedGraph, Request } from './messages.js';
import { OxigraphEngine, type EngineQueryOptions, type GraphTerm } from './oxigraph.js';

/** The engine's thread: it does one request after the other, and can be ended at any moment. */
const engine = new OxigraphEngine();

const GRAPH_SYNTAXES: ReadonlySet<string> = new Set(['application/n-triples', 'application/n-quads', 'text/turtle']);

async function answer(request: Request): Promise<Answer> {
  switch (request.do) {
    case 'feed':
      for (const piece of request.pieces) engine.load(piece, { trusted: true });
      return { done: true };
    case 'drop':
      engine.drop(request.graphs.map(namedNode));
      return { done: true };
    case 'query':
      return { done: true, bytes: query(request) };
    case 'update':
      return { done: true, changed: await update(request) };
  }
}

function namedNode(value: string): GraphTerm {
  return { termType: 'NamedNode', value, equals: (other) => other?.termType === 'NamedNode' && other.value === value };
}

function query({ sparql, mediaType, dataset }: Extract<Request, { do: 'query' }>): Uint8Array {
  const form = queryForm(sparql);
  const asksGraph = form === 'CONSTRUCT' || form === 'DESCRIBE';
  if (form !== undefined && asksGraph !== GRAPH_SYNTAXES.has(mediaType))
    throw new CrateError('ERR_QUERY_FORMAT', `the result of ${form} cannot be written as ${mediaType}`);
  const text = engine.query(sparql, { ...datasetOf(sparql, dataset), results_format: mediaType }) as string;
  return new TextEncoder().encode(text);
}

/** The dataset of a query: what is given, else its own FROM, else the union of all graphs (SPARQL 1.1, section 13). */
function datasetOf(sparql: string, dataset: Extract<Request, { do: 'query' }>['dataset']): EngineQueryOptions {
  if (dataset !== undefined)
    return {
      default_graph: dataset.unnamed.map(namedNode),
      named_graphs: dataset.named.map(namedNode) as EngineQueryOptions['named_graphs'] & object,
    };
  // The option would win over FROM, against the specification.
  return hasDataset(sparql) ? {} : { use_default_graph_as_union: true };
}

const DEFAULT = DataFactory.defaultGraph();

/** Names of what is no crate: the load records, and what waits within an update. */
const OURS = 'urn:crategraph:';

/** Runs an update; only the graphs that it can change are looked at. @returns those that it changed, as they are now */
async function update({ sparql, graphs }: Extract<Request, { do: 'update' }>): Promise<ChangedGraph[]> {
  const prints = () => printsOf(graphs?.map(namedNode) ?? engine.graphs());
  const before = prints();
  await engine.update(sparql);
  if (engine.count(DEFAULT) > 0)
    throw new CrateError('ERR_USAGE', 'the update puts triples into no graph: no crate would have them', {
      hint: 'write GRAPH <crate> { ... }, or name one with --crate',
    });
  const after = prints();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (graph) => !isEqual(before.get(graph), after.get(graph)),
  );
  if (changed.some((graph) => graph.startsWith(OURS) && after.has(graph)))
    throw new CrateError('ERR_USAGE', `no crate can have a name that begins with ${OURS}`);
  return changed.map((graph) => ({
    graph,
    pieces: [...engine.text(namedNode(graph))].map((text) => new TextEncoder().encode(text)),
  }));
}

/** Quads counted, and their hashes added up: the same numbers in any order are the same graph. */
type Print = readonly [count: number, low: number, high: number];

function printsOf(graphs: readonly GraphTerm[]): Map<string, Print> {
  const prints = new Map<string, Print>();
  for (const graph of graphs) {
    let [count, low, high] = [0, 0, 0];
    for (const text of engine.text(graph))
      eachLine(text, (line) => {
        const hash = hash53(line);
        count += 1;
        low = (low + (hash % 2 ** 32)) % 2 ** 32;
        high += Math.floor(hash / 2 ** 32);
      });
    if (count > 0) prints.set(graph.value, [count, low, high]);
  }
  return prints;
}

function isEqual(one: Print = [0, 0, 0], other: Print = [0, 0, 0]): boolean {
  return one.every((number, index) => number === other[index]);
}

parentPort?.on('message', (request: Request) => {
  void answer(request)
    .catch((error: unknown): Answer => {
      const known =
        error instanceof CrateError
          ? error
          : new CrateError('ERR_INTERNAL', String((error as Error)?.message ?? error));
      return { error: { code: known.code, message: known.message, hint: known.hint, details: known.details } };
    })
    .then((result) => {
      const bytes = 'done' in result ? [result.bytes, ...(result.changed ?? []).flatMap(({ pieces }) => pieces)] : [];
      parentPort?.postMessage(
        result,
        bytes.flatMap((one) => (one === undefined ? [] : [one.buffer as ArrayBuffer])),
      );
    });
});
