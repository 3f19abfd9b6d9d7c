import type { GraphReader } from '../../store/port.js';
import { loadRecords, type LoadRecord } from '../stored/load-records.js';

/**
 * The load record of each of some sources: what was there under another graph before is gone. Of several that are not,
 * the last one counts.
 */
export async function currentRecords(
  store: GraphReader,
  sources: readonly string[],
): Promise<ReadonlyMap<string, LoadRecord>> {
  const found = new Map<string, LoadRecord>();
  for (const record of await loadRecords(store, { source: sources }))
    if (record.gone === undefined || found.get(record.source)?.gone !== undefined || !found.has(record.source))
      found.set(record.source, record);
  return found;
}
