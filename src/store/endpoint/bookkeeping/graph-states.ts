import { inGroups } from '../../../base/in-groups.js';
import { addToList } from '../../../base/list-map.js';
import type { WorkOptions } from '../../port.js';
import {
  BOOKKEEPING,
  fileIri,
  fileOf,
  joinParts,
  readState,
  recordId,
  TERM,
  type GraphState,
  type KeptRecord,
} from './bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { cellCount, cellIri, cellText } from '../protocol/endpoint-answer.js';
import type { Packable } from '../../packable.js';
import type { RecordChoice } from '../../port.js';
import { iriToNQuads, quoteNQuads } from '../../../base/rdf/nquads.js';
import { CrateError } from '../../../base/errors.js';
import { irisAmong, iriTerms, valuesClause } from './update-text.js';
import { quadsIn, sizesIn } from './graph-patterns.js';

/** Graphs that one request names. */
export const NAMES = 500;

/** The number of quads of each graph, or of the named ones, counted by the endpoint; also of pending graphs. */
export async function countQuads(
  endpoint: Endpoint,
  names: Iterable<string> | undefined,
  options: WorkOptions = {},
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const graphs of groupsOf(names)) {
    const where = sizesIn(endpoint.facts, graphs);
    for (const row of await endpoint.rows(
      { select: 'SELECT ?g ?n', where, key: 'STR(?g)', most: graphs?.length },
      options,
    )) {
      const graph = cellIri(row, 'g');
      if (graph !== '' && !endpoint.hides(graph)) sizes.set(graph, cellCount(row, 'n'));
    }
  }
  return sizes;
}

/** Those of the graphs that have blank nodes of another program; ours travel as IRIs. */
export async function graphsWithBlanks(endpoint: Endpoint, names: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const graphs of groupsOf(names)) {
    const where = quadsIn(endpoint.facts, graphs, 'FILTER(isBlank(?s) || isBlank(?o))');
    for (const row of await endpoint.rows({ select: 'SELECT DISTINCT ?g', where, key: 'STR(?g)' }))
      found.push(cellIri(row, 'g'));
  }
  return found;
}

/** A state as it is found. */
export interface FoundState extends GraphState {
  /** The write of the graph has not come to its end: its content is not known, and the next load replaces it. */
  readonly isPending: boolean;
}

/** States by graph. */
export class GraphStates extends Map<string, FoundState> {
  /** All batches that are open, of any graphs. */
  readonly open: ReadonlySet<string>;

  constructor(open: ReadonlySet<string>) {
    super();
    this.open = open;
  }
}

/** The state of each graph, or of the named ones, that was written by a store of ours. */
export async function graphStates(
  endpoint: Endpoint,
  names: Iterable<string> | undefined,
  options: WorkOptions = {},
): Promise<GraphStates> {
  const found: (GraphState & { readonly graph: string })[] = [];
  const open = new Set<string>();
  for (const values of valuesFor('g', names)) {
    const states = `${values}GRAPH <${BOOKKEEPING}> { ?k ${TERM.graph} ?g ; ${TERM.state} ?state }`;
    // In the same request: a batch that closes between two of them would seem whole.
    const where = `{ ${states} } UNION { GRAPH <${BOOKKEEPING}> { ?k ${TERM.open} ?open } }`;
    const key = 'CONCAT(STR(?k), " ", COALESCE(?state, ?open))';
    for (const row of await endpoint.rows({ select: 'SELECT ?g ?state ?open', where, key }, options)) {
      if (row['open'] !== undefined) open.add(cellText(row, 'open'));
      else found.push({ graph: cellIri(row, 'g'), ...readState(cellText(row, 'state')) });
    }
  }
  const states = new GraphStates(open);
  // A write that was cut may leave two states.
  for (const { graph, ...state } of found)
    states.set(graph, { ...state, isPending: open.has(state.mark) || states.has(graph) });
  return states;
}

/**
 * Checks that graphs have the marks that a write gave them: an answer alone proves nothing.
 * @param expected the mark of each graph; undefined for a graph that must have no state
 * @throws CrateError ERR_STATE_UNKNOWN
 */
export async function checkMarks(endpoint: Endpoint, expected: ReadonlyMap<string, string | undefined>): Promise<void> {
  const states = await graphStates(endpoint, expected.keys());
  for (const [graph, mark] of expected) {
    const found = states.get(graph);
    if (found?.isPending !== true && found?.mark === mark) continue;
    throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint has not kept what was written about <${graph}>`, {
      hint: 'if something else writes to this graph, wait until it is done; then run the same command again',
      details: { graph },
    });
  }
}

/** The graphs whose write has not come to its end: they count as not there. */
export async function pendingGraphs(endpoint: Endpoint, options: WorkOptions = {}): Promise<string[]> {
  return (await graphsOfBatches(endpoint, options)).map(({ graph }) => graph);
}

/** The graphs of all batches that are open. */
export async function graphsOfBatches(
  endpoint: Endpoint,
  options: WorkOptions = {},
): Promise<{ readonly graph: string; readonly batch: string }[]> {
  const states = `?b ${TERM.open} ?open . ?k ${TERM.state} ?state ; ${TERM.graph} ?g FILTER(STRSTARTS(?state, ?open))`;
  const where = `GRAPH <${BOOKKEEPING}> { ${states} }`;
  const key = 'CONCAT(STR(?g), " ", ?open)';
  const rows = await endpoint.rows({ select: 'SELECT ?g ?open', where, key }, options);
  return rows.map((row) => ({ graph: cellIri(row, 'g'), batch: cellText(row, 'open') }));
}

/** The graphs without quads that batches which are open were to drop. */
export async function droppedGraphs(endpoint: Endpoint, options: WorkOptions = {}): Promise<string[]> {
  const where = `GRAPH <${BOOKKEEPING}> { ?b ${TERM.open} ?open ; ${TERM.graph} ?g }`;
  const rows = await endpoint.rows({ select: 'SELECT DISTINCT ?g', where, key: 'STR(?g)' }, options);
  const graphs = rows.map((row) => cellIri(row, 'g'));
  const sizes = await countQuads(endpoint, graphs, options);
  return graphs.filter((graph) => !sizes.has(graph));
}

/** Which records are read. */
export interface KeptChoice extends RecordChoice {
  readonly graphs?: Iterable<string> | undefined;
}

/** The records that are chosen, in the order in which they were written; also of pending graphs. */
export async function keptRecords(
  endpoint: Endpoint,
  choice: KeptChoice = {},
  options: WorkOptions = {},
): Promise<KeptRecord[]> {
  const records: KeptRecord[] = [];
  for (const [id, parts] of await recordParts(endpoint, choice, options)) {
    const chunks = joinParts(parts);
    if (chunks === undefined) await checkCut(endpoint, id, options);
    else records.push(readRecord(id, chunks));
  }
  return records.sort((a, b) => a.number - b.number);
}

/** @throws CrateError ERR_STORE_INVALID for what {@link contentTriples} has not written */
function readRecord(id: string, chunks: readonly Packable[]): KeptRecord {
  try {
    const record = JSON.parse(Buffer.concat(chunks.map(({ bytes }) => bytes)).toString()) as KeptRecord;
    if (recordId(record.graph, record.source) === id && typeof record.data === 'object') return record;
  } catch {
    // as below
  }
  throw incomplete(`the load record ${id}`);
}

/**
 * A record that is not complete counts as not there if its graph is being written.
 * @throws CrateError ERR_STORE_INVALID
 */
async function checkCut(endpoint: Endpoint, id: string, options: WorkOptions): Promise<void> {
  const where = `GRAPH <${BOOKKEEPING}> { ${id} ${TERM.graph} ?g }`;
  const rows = await endpoint.rows({ select: 'SELECT ?g', where, key: 'STR(?g)' }, options);
  const names = rows.map((row) => cellIri(row, 'g'));
  for (const [graph, { isPending }] of await graphStates(endpoint, names, options))
    if (!isPending) throw incomplete(`the load record of <${graph}>`);
}

/** The parts of the records that are chosen, by the subject of each. */
export async function recordParts(
  endpoint: Endpoint,
  { graph, graphs = graph === undefined ? undefined : [graph], source, sha256 }: KeptChoice,
  options: WorkOptions = {},
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  // Each once: a row of VALUES that is there twice finds everything twice.
  const sources = source === undefined ? undefined : [...new Set([source].flat())].map(quoteNQuads);
  const chosen = [
    ...(sources === undefined ? [] : [`${valuesClause('source', sources)} ?r ${TERM.source} ?source .`]),
    ...(sha256 === undefined ? [] : [`?r ${TERM.sha256} ${quoteNQuads(sha256)} .`]),
  ].join(' ');
  for (const values of valuesFor('g', graphs)) {
    const where = `${values}GRAPH <${BOOKKEEPING}> { ?r ${TERM.graph} ?g . ${chosen} ?r ${TERM.part} ?part }`;
    const key = 'CONCAT(STR(?r), SUBSTR(?part, 1, 13))';
    for (const row of await endpoint.rows({ select: 'SELECT ?r ?part', where, key }, options)) {
      const id = iriToNQuads(cellIri(row, 'r'));
      addToList(found, id, cellText(row, 'part'));
    }
  }
  return found;
}

/** A kept file; undefined if no record keeps it. @throws CrateError ERR_STORE_INVALID if a part is missing */
export async function keptFile(
  endpoint: Endpoint,
  sha256: string,
  options: WorkOptions = {},
): Promise<readonly Uint8Array[] | undefined> {
  if (!/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  const parts = (await fileParts(endpoint, [sha256], options)).get(sha256);
  return parts && joinFile(sha256, parts);
}

/** The chunks of a kept file. @throws CrateError ERR_STORE_INVALID if a part is missing or damaged */
export function joinFile(sha256: string, parts: Iterable<string>): readonly Uint8Array[] {
  try {
    const chunks = joinParts(parts)?.map(({ bytes }) => bytes);
    if (chunks !== undefined) return chunks;
  } catch {
    // of zlib
  }
  throw incomplete(`the metadata file ${sha256}`);
}

/** Parts of files that one answer has. */
export const PARTS = 400;

/** The number of parts of kept files, of those that there are. @param files SHA-256 of each */
export async function countParts(
  endpoint: Endpoint,
  files: Iterable<string>,
  options: WorkOptions = {},
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const values of valuesFor('f', Array.from(files, fileIri))) {
    const parts = `${values}GRAPH <${BOOKKEEPING}> { ?f ${TERM.part} ?part }`;
    const where = `{ SELECT ?f (COUNT(?part) AS ?n) WHERE { ${parts} } GROUP BY ?f }`;
    for (const row of await endpoint.rows({ select: 'SELECT ?f ?n', where, key: 'STR(?f)', most: NAMES }, options))
      counts.set(fileOf(cellIri(row, 'f')), cellCount(row, 'n'));
  }
  return counts;
}

/** The parts of kept files, of those that there are. @param files SHA-256 of each, few enough for one answer */
export async function fileParts(
  endpoint: Endpoint,
  files: Iterable<string>,
  options: WorkOptions = {},
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const values of valuesFor('f', Array.from(files, fileIri))) {
    const where = `${values}GRAPH <${BOOKKEEPING}> { ?f ${TERM.part} ?part }`;
    const key = 'CONCAT(STR(?f), SUBSTR(?part, 1, 13))';
    for (const row of await endpoint.rows({ select: 'SELECT ?f ?part', where, key }, options))
      addToList(found, fileOf(cellIri(row, 'f')), cellText(row, 'part'));
  }
  return found;
}

function incomplete(what: string): CrateError {
  return new CrateError('ERR_STORE_INVALID', `${what} of the endpoint is not complete`, {
    hint: '`crategraph verify` lists what is damaged; load the crate again with --mode replace',
  });
}

/** `VALUES` for a part of the names each; one empty text for all graphs. */
function* valuesFor(name: string, names: Iterable<string> | undefined): Generator<string> {
  for (const some of groupsOf(names)) yield some === undefined ? '' : `${valuesClause(name, iriTerms(some))} `;
}

/** The IRIs among names, as many as one request names; once undefined for all graphs. */
function groupsOf(names: Iterable<string>): Iterable<string[]>;
function groupsOf(names: Iterable<string> | undefined): Iterable<string[] | undefined>;
function groupsOf(names: Iterable<string> | undefined): Iterable<string[] | undefined> {
  return names === undefined ? [undefined] : inGroups(irisAmong(names), () => 1, { size: NAMES });
}
