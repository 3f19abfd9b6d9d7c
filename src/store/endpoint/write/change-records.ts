import { CrateError } from '../../../base/errors.js';
import type { GraphChange, NewRecord } from '../../port.js';
import { contentTriples, recordId, TERM, type TripleText } from '../bookkeeping/bookkeeping.js';
import { quoteNQuads } from '../../../base/rdf/nquads.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { countQuads, keptRecords, recordParts } from '../bookkeeping/graph-states.js';
import { bookkeepingChanges, sendChanges } from './send-changes.js';

/** New data of a record. */
export interface RecordChange {
  readonly graph: string;
  readonly record: NewRecord;
}

/** Triples of one update, about; a record has few. */
const BATCH = 200;

/** Replaces the data of records that exist, and nothing else: see `dataOnly` of `NewRecord`. */
export async function changeRecords(endpoint: Endpoint, changes: readonly RecordChange[]): Promise<GraphChange[]> {
  const graphs = new Set(changes.map(({ graph }) => graph));
  const kept = await keptRecords(endpoint, { graphs });
  const parts = await recordParts(endpoint, { graphs });
  const byId = new Map(kept.map((record) => [recordId(record.graph, record.source), record]));
  let removed: TripleText[] = [];
  let added: TripleText[] = [];
  const send = async () => {
    await sendChanges(endpoint, [bookkeepingChanges(removed, added)]);
    removed = [];
    added = [];
  };
  for (const { graph, record } of changes) {
    const id = recordId(graph, record.source);
    const old = byId.get(id);
    if (old === undefined) continue;
    for (const part of parts.get(id) ?? []) removed.push(`${id} ${TERM.part} ${quoteNQuads(part)}`);
    for (const triple of contentTriples({ ...old, data: record.data })) added.push(triple);
    // No record may be cut between two updates.
    if (removed.length + added.length >= BATCH) await send();
  }
  await send();
  await checkRecords(endpoint, changes);
  const sizes = await countQuads(endpoint, graphs);
  return changes.map(({ graph }) => ({ graph, before: sizes.get(graph) ?? 0, after: sizes.get(graph) ?? 0 }));
}

/** An answer alone proves nothing. @throws CrateError ERR_STATE_UNKNOWN */
async function checkRecords(endpoint: Endpoint, changes: readonly RecordChange[]): Promise<void> {
  const kept = await keptRecords(endpoint, { graphs: new Set(changes.map(({ graph }) => graph)) });
  const found = new Map(kept.map(({ graph, source, data }) => [recordId(graph, source), JSON.stringify(data)]));
  const isWrong = ({ graph, record }: RecordChange) => {
    const data = found.get(recordId(graph, record.source));
    return data !== undefined && data !== JSON.stringify(record.data);
  };
  const wrong = changes.find(isWrong);
  if (wrong === undefined) return;
  throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint has not kept the new load record of <${wrong.graph}>`);
}
