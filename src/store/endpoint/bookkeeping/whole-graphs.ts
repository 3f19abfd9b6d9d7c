import type { StoredRecord, WorkOptions } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { countQuads, graphStates, keptRecords, type KeptChoice } from './graph-states.js';

/** The number of quads of each graph, or of the named ones, without those whose write has not come to its end. */
export async function wholeGraphs(
  endpoint: Endpoint,
  names: Iterable<string> | undefined,
  options: WorkOptions = {},
): Promise<Map<string, number>> {
  const sizes = await countQuads(endpoint, names, options);
  for (const [graph, { isPending }] of await graphStates(endpoint, names, options)) if (isPending) sizes.delete(graph);
  return sizes;
}

/** The records that are chosen, in the order in which they were written, of the same graphs. */
export async function recordsOfWhole(
  endpoint: Endpoint,
  choice: KeptChoice,
  options: WorkOptions = {},
): Promise<StoredRecord[]> {
  const records = await keptRecords(endpoint, choice, options);
  const isOfAll = Object.values(choice).every((value) => value === undefined);
  const graphs = isOfAll ? undefined : new Set(records.map(({ graph }) => graph));
  const sizes = await countQuads(endpoint, graphs, options);
  const states = await graphStates(endpoint, graphs, options);
  return records.flatMap(({ mark, number: _, ...record }) => {
    const state = states.get(record.graph);
    const quads = sizes.get(record.graph);
    // Without quads there is no graph, whichever program has removed them.
    if (state?.isPending === true || quads === undefined) return [];
    // A graph is as the write of a record left it if it has its mark, and as many quads.
    return [{ ...record, changed: state?.mark !== mark || state.quads !== quads }];
  });
}
