import type { WorkOptions } from '../port.js';
import { BOOKKEEPING, stateId, TERM } from './bookkeeping.js';
import { textOf, type Endpoint } from './endpoint.js';
import type { GraphState } from './graph-states.js';
import { bookkeepingData, deleteSubjects, iriTerms, operations, valuesOf } from './update-text.js';

/** What a change makes of the bookkeeping of a graph. */
export interface Outdated {
  readonly graph: string;
  /** `all`: the graph goes away. `records`: it is replaced. `record`: one record is replaced. */
  readonly what: 'all' | 'records' | 'record';
  /** Of the record that is replaced; undefined if none is. */
  readonly source?: string | undefined;
}

/**
 * The operations that remove outdated bookkeeping: states, records, and the files that no other record keeps.
 * @param states of the graphs
 */
export async function removeOutdated(
  endpoint: Endpoint,
  outdated: readonly Outdated[],
  states: ReadonlyMap<string, GraphState>,
  options: WorkOptions = {},
): Promise<string> {
  // A graph that no store of ours has written has no bookkeeping.
  const known = outdated.filter(({ graph }) => states.has(graph));
  if (known.length === 0) return '';
  const removed = new Map<string, string>();
  const only = new Map(known.map(({ graph, what, source }) => [graph, what === 'record' ? (source ?? '') : undefined]));
  const where = `${valuesOf('g', iriTerms(only.keys()))} GRAPH <${BOOKKEEPING}> { ?r ${TERM.graph} ?g ; ${TERM.source} ?s OPTIONAL { ?r ${TERM.keeps} ?f } }`;
  for (const row of await endpoint.rows({ select: 'SELECT ?g ?r ?s ?f', where, key: 'STR(?r)' }, options)) {
    const [graph = '', record = '', source, file] = ['g', 'r', 's', 'f'].map((name) => textOf(row, name));
    if (only.get(graph) === undefined || only.get(graph) === source) removed.set(record, file ?? '');
  }
  const files = new Set([...removed.values()].filter((file) => file !== ''));
  for (const file of await keptByOthers(endpoint, files, removed, options)) files.delete(file);
  const gone = known.filter(({ what }) => what === 'all').map(({ graph }) => stateId(graph));
  const stale = known.flatMap(({ graph }) => (states.get(graph) as GraphState).triples);
  return operations(
    bookkeepingData('DELETE', stale),
    deleteSubjects([...iriTerms(removed.keys()), ...iriTerms(files), ...gone]),
  );
}

async function keptByOthers(
  endpoint: Endpoint,
  files: ReadonlySet<string>,
  removed: ReadonlyMap<string, unknown>,
  options: WorkOptions,
): Promise<string[]> {
  if (files.size === 0) return [];
  const where = `${valuesOf('f', iriTerms(files))} GRAPH <${BOOKKEEPING}> { ?r ${TERM.keeps} ?f }`;
  const rows = await endpoint.rows({ select: 'SELECT ?r ?f', where, key: 'STR(?r)' }, options);
  return rows.flatMap((row) => (removed.has(textOf(row, 'r')) ? [] : [textOf(row, 'f')]));
}
