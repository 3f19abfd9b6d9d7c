import { rejectDuplicates } from '../../pieces.js';
import type { GraphChange, GraphWrite, PutWork } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { changeRecords, type RecordChange } from './change-records.js';
import { holdWrite, type HeldWrite } from './held-write.js';
import { writeBatch } from './write-batch.js';

/** What one batch contains at most: two are in memory, one of which a cut leaves pending. */
const BATCH = { graphs: 1000, bytes: 30_000_000 };

/** How batches are written. */
export interface BatchWork extends PutWork {
  /** Called before a batch is sent, which an error of it prevents. */
  readonly onBatch?: (() => void) | undefined;
}

/**
 * Writes graphs in batches. The next batch is read while the endpoint works on one.
 * @throws CrateError as {@link writeBatch}, and what the writes throw: the batch that was sent before comes to its end
 */
export async function putBatches(
  endpoint: Endpoint,
  writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
  { onCommitted, onBatch }: BatchWork = {},
): Promise<GraphChange[]> {
  const changes: GraphChange[] = [];
  const records: RecordChange[] = [];
  const committed = (some: readonly GraphChange[]) => {
    for (const change of some) changes.push(change);
    onCommitted?.(some);
  };
  let batch = new Map<string, HeldWrite>();
  let bytes = 0;
  let sending: Promise<void> = Promise.resolve();
  let hasFailed = false;
  const send = async () => {
    await sending;
    onBatch?.();
    sending = writeBatch(endpoint, [...batch.values()]).then(committed);
    sending.catch(() => (hasFailed = true));
    batch = new Map();
    bytes = 0;
  };
  try {
    for await (const write of rejectDuplicates(writes)) {
      if (hasFailed) break;
      if (write.record?.dataOnly === true) {
        records.push({ graph: write.graph, record: write.record });
        continue;
      }
      if (batch.has(write.graph)) await send();
      const held = await holdWrite(endpoint, write);
      if (bytes > 0 && bytes + held.bytes > BATCH.bytes) await send();
      batch.set(write.graph, held);
      bytes += held.bytes;
      if (batch.size === BATCH.graphs) await send();
    }
    await sending;
    if (batch.size > 0) await send();
  } finally {
    await sending.catch(() => undefined); // nothing is written without the right to write
  }
  await sending;
  if (records.length > 0) {
    onBatch?.();
    committed(await changeRecords(endpoint, records));
  }
  return changes;
}
