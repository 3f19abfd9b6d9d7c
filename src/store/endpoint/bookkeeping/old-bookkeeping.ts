import type { WorkOptions } from '../../port.js';
import { addToList } from '../../../base/list-map.js';
import { quoteNQuads } from '../../../base/rdf/nquads.js';
import { batchId, BOOKKEEPING, stateId, TERM } from './bookkeeping.js';
import { droppedGraphs, graphsOfBatches, type GraphStates } from './graph-states.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellIri, cellText } from '../protocol/endpoint-answer.js';
import { deleteSubjects, deletions, iriTerms, valuesClause } from './update-text.js';

/** What a change makes of the bookkeeping of a graph. */
export interface Outdated {
  readonly graph: string;
  /** The mark of a state that the graph has got already; without it, no state is left. */
  readonly mark?: string | undefined;
  /** Which of its records: all, or that of one source, if there is one. */
  readonly records: 'all' | { readonly source: string | undefined };
}

/**
 * The operations that remove outdated bookkeeping: states, records, the files that no other record keeps, the marks of
 * batches that were cut, and what these have left of the graphs that they dropped. Only one store writes at a time, so a
 * batch that is open was cut.
 * @param states of the graphs
 */
export async function removeOutdated(
  endpoint: Endpoint,
  outdated: readonly Outdated[],
  states: GraphStates,
  options: WorkOptions = {},
): Promise<string[]> {
  // A graph that no store of ours has written has no bookkeeping.
  const known = [
    ...(await leftByDrops(endpoint, outdated, states, options)),
    ...outdated.filter(({ graph }) => states.has(graph)),
  ];
  const only = new Map(known.map(({ graph, records }) => [graph, records]));
  const batches = await endedBatches(endpoint, only, states.open, options);
  if (known.length === 0) return deleteSubjects(Array.from(batches, batchId));
  const removed = new Map<string, string>();
  const where = `${valuesClause('g', iriTerms(only.keys()))} GRAPH <${BOOKKEEPING}> { ?r ${TERM.graph} ?g ; ${TERM.source} ?s OPTIONAL { ?r ${TERM.keeps} ?f } }`;
  for (const row of await endpoint.rows({ select: 'SELECT ?g ?r ?s ?f', where, key: 'STR(?r)' }, options)) {
    const [graph = '', record = '', file = ''] = ['g', 'r', 'f'].map((name) => cellIri(row, name));
    const source = cellText(row, 's');
    const which = only.get(graph);
    if (which === 'all' || which?.source === source) removed.set(record, file);
  }
  const files = new Set([...removed.values()].filter((file) => file !== ''));
  for (const file of await keptByOthers(endpoint, files, removed, options)) files.delete(file);
  const byMark = new Map<string, string[]>();
  for (const { graph, mark } of known) if (mark !== undefined) addToList(byMark, mark, stateId(graph));
  return [
    ...deleteSubjects([
      ...iriTerms(removed.keys()),
      ...iriTerms(files),
      ...known.flatMap(({ graph, mark }) => (mark === undefined ? [stateId(graph)] : [])),
      ...Array.from(batches, batchId),
    ]),
    ...[...byMark].flatMap(([mark, ids]) => deleteOtherStates(ids, mark)),
  ];
}

/** What batches that were cut have left of graphs that they dropped, beside what goes in any case. */
async function leftByDrops(
  endpoint: Endpoint,
  outdated: readonly Outdated[],
  { open }: GraphStates,
  options: WorkOptions,
): Promise<Outdated[]> {
  if (open.size === 0) return [];
  const others = new Set(await droppedGraphs(endpoint, options));
  for (const { graph } of outdated) others.delete(graph);
  return Array.from(others, (graph) => ({ graph, records: 'all' }));
}

/** The operations that leave graphs no state but that of a mark. @param ids of their states */
function deleteOtherStates(ids: readonly string[], mark: string): string[] {
  const pattern = `GRAPH <${BOOKKEEPING}> { ?x ${TERM.state} ?o }`;
  return deletions(ids, pattern, `FILTER(!STRSTARTS(?o, ${quoteNQuads(`${mark} `)}))`);
}

/** The batches that were cut and of which no graph is left but these. */
async function endedBatches(
  endpoint: Endpoint,
  graphs: ReadonlyMap<string, unknown>,
  open: ReadonlySet<string>,
  options: WorkOptions,
): Promise<ReadonlySet<string>> {
  const batches = new Set(open);
  if (batches.size > 0)
    for (const { graph, batch } of await graphsOfBatches(endpoint, options))
      if (!graphs.has(graph)) batches.delete(batch);
  return batches;
}

async function keptByOthers(
  endpoint: Endpoint,
  files: ReadonlySet<string>,
  removed: ReadonlyMap<string, unknown>,
  options: WorkOptions,
): Promise<string[]> {
  if (files.size === 0) return [];
  const where = `${valuesClause('f', iriTerms(files))} GRAPH <${BOOKKEEPING}> { ?r ${TERM.keeps} ?f }`;
  const rows = await endpoint.rows({ select: 'SELECT ?r ?f', where, key: 'STR(?r)' }, options);
  return rows.flatMap((row) => (removed.has(cellIri(row, 'r')) ? [] : [cellIri(row, 'f')]));
}
