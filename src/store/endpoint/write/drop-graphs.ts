import { randomUUID } from 'node:crypto';
import { CrateError } from '../../../base/errors.js';
import { iriToNQuads } from '../../../base/rdf/nquads.js';
import type { WorkOptions } from '../../port.js';
import { openTriples } from '../bookkeeping/bookkeeping.js';
import { bookkeepingData } from '../bookkeeping/update-text.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { checkMarks, countQuads, graphStates } from '../bookkeeping/graph-states.js';
import { removeOutdated } from '../bookkeeping/old-bookkeeping.js';
import type { BatchWork } from './write-batches.js';

/**
 * Graphs in one update: an engine that runs each operation by itself gets those of a batch in one request all the same,
 * so that no state is left of a graph that is no more, whenever this process ends.
 */
const BATCH = { atomic: 500, other: 90 };

/**
 * Drops graphs with their records and files.
 * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
export async function dropGraphs(
  endpoint: Endpoint,
  graphs: readonly string[],
  { signal, onBatch }: WorkOptions & Pick<BatchWork, 'onBatch'> = {},
): Promise<void> {
  const most = endpoint.facts.atomicUpdates ? BATCH.atomic : BATCH.other;
  for (let at = 0; at < graphs.length; at += most) {
    signal?.throwIfAborted();
    onBatch?.();
    const batch = graphs.slice(at, at + most);
    const states = await graphStates(endpoint, batch);
    const outdated = await removeOutdated(
      endpoint,
      batch.map((graph) => ({ graph, records: 'all' })),
      states,
    );
    const marks = outdated.length === 0 ? [] : openTriples(randomUUID(), batch);
    // A graph without quads does not exist, whatever the bookkeeping says when this is cut: the next write removes that.
    await endpoint.operate([
      bookkeepingData('INSERT', marks),
      ...batch.map((graph) => `DROP SILENT GRAPH ${iriToNQuads(graph)}`),
      ...outdated,
      bookkeepingData('DELETE', marks),
    ]);
    const [left] = (await countQuads(endpoint, batch)).keys();
    if (left !== undefined)
      throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint accepted to drop <${left}> but still has it`);
    await checkMarks(endpoint, new Map(batch.map((graph) => [graph, undefined])));
  }
}
