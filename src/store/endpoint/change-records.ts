import type { GraphChange, NewRecord } from '../port.js';
import { contentTriples, recordId, TERM, type TripleText } from './bookkeeping.js';
import { quoteNQuads } from '../../rdf/nquads.js';
import type { Endpoint } from './endpoint.js';
import { countQuads, keptRecords, recordParts } from './graph-states.js';
import { bookkeepingChanges, sendChanges } from './send-changes.js';

/** New data of a record. */
export interface RecordChange {
  readonly graph: string;
  readonly record: NewRecord;
}

/** Replaces the data of records that exist, and nothing else: see `dataOnly` of `NewRecord`. */
export async function changeRecords(endpoint: Endpoint, changes: readonly RecordChange[]): Promise<GraphChange[]> {
  const graphs = new Set(changes.map(({ graph }) => graph));
  const [kept, parts] = [await keptRecords(endpoint, { graphs }), await recordParts(endpoint, { graphs })];
  const byId = new Map(kept.map((record) => [recordId(record.graph, record.source), record]));
  const [removed, added]: [TripleText[], TripleText[]] = [[], []];
  for (const { graph, record } of changes) {
    const id = recordId(graph, record.source);
    const old = byId.get(id);
    if (old === undefined) continue;
    for (const part of parts.get(id) ?? []) removed.push(`${id} ${TERM.part} ${quoteNQuads(part)}`);
    for (const triple of contentTriples({ ...old, data: record.data })) added.push(triple);
  }
  await sendChanges(endpoint, [bookkeepingChanges(removed, added)]);
  const sizes = await countQuads(endpoint, graphs);
  return changes.map(({ graph }) => ({ graph, before: sizes.get(graph) ?? 0, after: sizes.get(graph) ?? 0 }));
}
