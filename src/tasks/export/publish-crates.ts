import { CrateError } from '../../base/errors.js';
import { openEndpointStore, type EndpointOptions } from '../../store/endpoint/endpoint-store.js';
import type { PlainGraph } from '../../store/endpoint/write/plain-graphs.js';
import { cannotBeApart, requireGraphs } from '../../store/graph-errors.js';
import type { GraphStore } from '../../store/port.js';
import { peopleNames } from '../stored/handles.js';
import { recordedGraphs, type RecordedGraph } from './recorded-graphs.js';
import type { PushOptions, PushResult } from './push-crates.js';

/** What to publish, and how. */
export interface PublishOptions extends Omit<PushOptions, 'mode'> {
  /** What to do with a graph that the endpoint has. Default `create`: it is an error. */
  readonly mode?: 'create' | 'replace' | undefined;
  /** Addresses and engine of the endpoint, where they cannot be found out. */
  readonly endpoint?: EndpointOptions | undefined;
}

/**
 * Writes crates to a SPARQL endpoint for programs that ask it directly: each graph with its blank nodes, and no load
 * records or originals beside it. Each graph is a commit of its own. Graphs with blank nodes cannot be compared line
 * by line, so one that is there is an error, or is written again.
 * @param address of the endpoint
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_STORE_LOCKED, what store and endpoint throw, and the reason of
 * `options.signal`: what was written stays
 */
export async function publishCrates(
  from: GraphStore,
  address: string,
  { graphs: wanted, mode = 'create', dryRun = false, signal, onProgress, onCommitted, ...given }: PublishOptions = {},
): Promise<PushResult[]> {
  signal?.throwIfAborted();
  const source = from.snapshot();
  const to = await openEndpointStore(address, given.endpoint);
  try {
    const sizes = await source.graphs(wanted);
    requireGraphs(sizes, wanted ?? []);
    const names = [...sizes.keys()];
    const sourceOf = await recordedGraphs(source, names);
    const targetOf = await recordedGraphs(to, names);
    const targets = new Map<string, RecordedGraph>();
    for (const graph of names) targets.set(graph, await targetOf(graph));
    const apart = await source.apart();
    const isRefused = (graph: string) => apart.has(graph) || (mode === 'create' && targets.get(graph)!.quads > 0);
    const plain = names
      .filter((graph) => !isRefused(graph))
      .map((graph): PlainGraph => ({ graph, quads: sizes.get(graph)!, read: () => source.nquads(graph) }));
    let begun = 0;
    const work = {
      mode,
      signal,
      onGraph: (graph: string) => onProgress?.(begun++, plain.length, graph),
      onCommitted: (written: number) => onCommitted?.(written, plain.length),
    };
    const changes = new Map((dryRun ? [] : await to.publish(plain, work)).map((change) => [change.graph, change]));
    const results: PushResult[] = [];
    for (const graph of names) {
      const named = { graph, ...peopleNames(graph, (await sourceOf(graph)).records[0]) };
      const target = targets.get(graph)!;
      const refusal = apart.has(graph) ? cannotBeApart(graph) : isThere(graph, target);
      const error = isRefused(graph) ? refusal : changes.get(graph)?.error;
      if (error !== undefined) results.push({ ...named, status: 'failed', quads: target.quads, error });
      else results.push({ ...named, ...changeOf(target), quads: changes.get(graph)?.after ?? sizes.get(graph)! });
    }
    return results;
  } finally {
    source.close();
    await to.close();
  }
}

function changeOf({ quads, records }: RecordedGraph): Pick<PushResult, 'status' | 'recordsRemoved'> {
  if (quads === 0) return { status: 'pushed' };
  return { status: 'replaced', ...(records.length > 0 && { recordsRemoved: records.length }) };
}

function isThere(graph: string, { records }: RecordedGraph): CrateError {
  const recorded = records.length === 0 ? '' : ', with load records';
  const removed = records.length === 0 ? '' : ' and removes the records';
  return new CrateError('ERR_GRAPH_EXISTS', `the endpoint has the graph <${graph}>${recorded}`, {
    hint: `--mode replace writes it again${removed}`,
    details: { graph },
  });
}
