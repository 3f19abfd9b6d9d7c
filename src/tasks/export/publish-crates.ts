import { nextTurn } from '../../crate/read/stop-signal.js';
import { asCrateError, CrateError, type CrateErrorCode } from '../../base/errors.js';
import { openEndpoint, storeOn } from '../../store/endpoint/endpoint-store.js';
import { graphStates } from '../../store/endpoint/bookkeeping/graph-states.js';
import { groupsBySize } from '../../store/endpoint/bookkeeping/groups-by-size.js';
import { checkPlainGraphs, sendPlainGraph, type SentPlainGraph } from '../../store/endpoint/write/plain-graph.js';
import { WriterClaim } from '../../store/endpoint/write/writer-claim.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphStore } from '../../store/port.js';
import { peopleNames } from '../stored/handles.js';
import { recordedGraphs, type RecordedGraph } from './recorded-graphs.js';
import type { PushOptions, PushResult } from './push-crates.js';

/** What to publish, and how. */
export interface PublishOptions extends Omit<PushOptions, 'mode'> {
  /** What to do with a graph that the endpoint has. Default `create`: it is an error. */
  readonly mode?: 'create' | 'replace' | undefined;
}

/** Quads of the graphs that are counted together, about: what was sent and not counted yet may have to be sent again. */
const GROUP = 1_000_000;

/** What ends one crate, and not the others. */
const OF_ONE_CRATE: readonly CrateErrorCode[] = ['ERR_GRAPH_EXISTS', 'ERR_LIMIT', 'ERR_RDF_SYNTAX'];

/**
 * Writes crates to a SPARQL endpoint for programs that ask it directly: each graph with its blank nodes, and no load
 * records or originals beside it. Each graph is a commit of its own; some are counted together. Graphs with blank nodes cannot be compared line by
 * line, so one that is there is an error, or is written again.
 * @param address of the endpoint
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_STORE_LOCKED, what store and endpoint throw, and the reason of `options.signal`: what was
 * written stays
 */
export async function publishCrates(
  from: GraphStore,
  address: string,
  { graphs: wanted, mode = 'create', dryRun = false, signal, onProgress, onCommitted }: PublishOptions = {},
): Promise<PushResult[]> {
  signal?.throwIfAborted();
  const source = from.snapshot();
  const endpoint = await openEndpoint(address);
  const to = storeOn(endpoint);
  let claim: WriterClaim | undefined;
  try {
    if (!dryRun) claim = await WriterClaim.take(endpoint, { signal });
    const sizes = await source.graphs(wanted);
    requireGraphs(sizes, wanted ?? []);
    const sourceOf = await recordedGraphs(source, [...sizes.keys()]);
    const targetOf = await recordedGraphs(to, [...sizes.keys()]);
    const results: PushResult[] = [];
    for (const names of groupsBySize(sizes, GROUP)) {
      const states = dryRun ? undefined : await graphStates(endpoint, names, { signal });
      const sent: SentPlainGraph[] = [];
      for (const graph of names) {
        await nextTurn(); // Ctrl-C would otherwise come after the end
        signal?.throwIfAborted();
        onProgress?.(results.length, sizes.size, graph);
        const target = await targetOf(graph);
        const named = { graph, ...peopleNames(graph, (await sourceOf(graph)).records[0]) };
        const plain = { graph, quads: sizes.get(graph)!, read: () => source.nquads(graph) };
        try {
          if (mode === 'create' && target.quads > 0) throw isThere(graph, target);
          claim?.check();
          if (states !== undefined) sent.push(await sendPlainGraph(endpoint, plain, states, { signal }));
          results.push({ ...named, ...changeOf(target), quads: plain.quads });
        } catch (error) {
          if (!(error instanceof CrateError && OF_ONE_CRATE.includes(error.code))) throw error;
          results.push({ ...named, status: 'failed', quads: target.quads, error: asCrateError(error, graph) });
        }
      }
      const found = await checkPlainGraphs(endpoint, sent, { signal });
      const written = new Set(sent.map(({ graph }) => graph));
      for (const [index, result] of results.entries())
        if (written.has(result.graph)) results[index] = { ...result, quads: found.get(result.graph) ?? 0 };
      if (sent.length > 0) onCommitted?.(results.filter(({ error }) => error === undefined).length, sizes.size);
    }
    return results;
  } finally {
    source.close();
    await claim?.release();
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
