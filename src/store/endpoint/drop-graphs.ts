import { randomUUID } from 'node:crypto';
import { CrateError } from '../../errors.js';
import type { WorkOptions } from '../port.js';
import { nameTriple, pendingTriple } from './bookkeeping.js';
import type { Endpoint } from './endpoint.js';
import { checkStates, countQuads, graphStates } from './graph-states.js';
import { removeOutdated } from './old-bookkeeping.js';
import { bookkeepingData, operations } from './update-text.js';

/** Graphs in one update. */
const BATCH = 500;

/**
 * Drops graphs with their records and files. They are pending first, so that nobody takes the rest of a drop that was cut
 * for a crate.
 * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
export async function dropGraphs(
  endpoint: Endpoint,
  graphs: readonly string[],
  options: WorkOptions = {},
): Promise<void> {
  for (let at = 0; at < graphs.length; at += BATCH) {
    options.signal?.throwIfAborted();
    const batch = graphs.slice(at, at + BATCH);
    const mark = randomUUID();
    const states = await graphStates(endpoint, batch);
    const known = batch.filter((graph) => states.has(graph));
    const pending = known.flatMap((graph) => [nameTriple(graph), pendingTriple(graph, mark)]);
    const drops = batch.map((graph) => `DROP SILENT GRAPH <${graph}>`);
    const outdated = await removeOutdated(endpoint, known.map((graph) => ({ graph, what: 'all' })), states); // prettier-ignore
    await endpoint.update(operations(bookkeepingData('INSERT', pending), ...drops, outdated));
    const [left] = (await countQuads(endpoint, batch)).keys();
    if (left !== undefined)
      throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint accepted to drop <${left}> but still has it`);
    await checkStates(endpoint, new Map(known.map((graph) => [graph, ''])));
  }
}
