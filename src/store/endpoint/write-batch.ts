import { randomUUID } from 'node:crypto';
import { CrateError } from '../../errors.js';
import { graphExists } from '../graph-errors.js';
import type { GraphChange, WorkOptions } from '../port.js';
import { nameTriple, pendingTriple, recordTriples, stateTriples, type TripleText } from './bookkeeping.js';
import type { Endpoint } from './endpoint.js';
import { checkStates, countQuads, graphStates, type GraphState } from './graph-states.js';
import type { HeldWrite } from './held-write.js';
import { mayBeAltered, missingLines } from './missing-lines.js';
import { removeOutdated, type Outdated } from './old-bookkeeping.js';
import { bookkeepingChanges, sendChanges } from './send-changes.js';
import { linesOf, sendGraphs } from './send-graphs.js';
import { bookkeepingData, insertLines, operations } from './update-text.js';

/** What is small enough to be written in one transaction, which takes an engine longer than plain data. */
const SMALL = { graphs: 64, bytes: 1 << 20 };

/** A write whose graph is known. */
interface PlannedWrite extends HeldWrite {
  readonly before: number;
  readonly state: GraphState | undefined;
  /** The new mark of the graph. */
  readonly mark: string;
  /** Quads that the graph should have afterwards. */
  readonly expected: number;
  /** The graph has quads that must go. */
  readonly isReplaced: boolean;
}

/**
 * Writes a batch of different graphs. A small one is one update where that is a transaction. Of a large one the endpoint
 * is told first that its graphs are pending; then come the quads, and last, when they have been counted, their states: what
 * is cut leaves pending graphs, which the next load replaces as a whole.
 * @throws CrateError ERR_GRAPH_EXISTS before anything is sent; ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
export async function writeBatch(
  endpoint: Endpoint,
  held: readonly HeldWrite[],
  options: WorkOptions = {},
): Promise<GraphChange[]> {
  const names = held.map(({ graph }) => graph);
  const planned = await planBatch(endpoint, held, options);
  const outdated = await removeOutdated(endpoint, planned.flatMap(outdatedBy), statesOf(planned), options);
  const bytes = held.reduce((sum, write) => sum + write.bytes, 0);
  const isSmall = endpoint.facts.atomicUpdates && held.length <= SMALL.graphs && bytes <= SMALL.bytes;
  await (isSmall ? writeAtOnce : writeInSteps)(endpoint, planned, outdated);
  const sizes = await countQuads(endpoint, names);
  const sizeOf = ({ graph }: PlannedWrite) => sizes.get(graph) ?? 0;
  const changes: GraphChange[] = [];
  for (const write of planned) {
    const after = sizeOf(write);
    if (after > write.expected) throw otherWriter(write, after);
    const isCompared = after !== write.expected || (endpoint.facts.altersValues && mayBeAltered(write));
    const missing = isCompared ? await missingLines(endpoint, write) : [];
    changes.push({ graph: write.graph, before: write.before, after, ...(missing.length > 0 && { missing }) });
  }
  // Only now: by its record a load knows that the graph has all of a crate.
  if (!isSmall) await sendGraphs(endpoint, [], planned.filter(isMerge).flatMap(besideOf));
  const unsettled = isSmall ? planned.filter((write) => sizeOf(write) !== write.expected) : planned;
  const provisional = unsettled.flatMap((write) => (isSmall ? stateOf(write, write.expected) : pendingOf(write)));
  const settled = unsettled.flatMap((write) => stateOf(write, sizeOf(write)));
  // With both states a graph is still pending.
  await sendChanges(endpoint, [bookkeepingChanges([], settled), bookkeepingChanges(provisional, [])]);
  await checkStates(endpoint, new Map(planned.map((write) => [write.graph, sizeOf(write) === 0 ? '' : write.mark])));
  return changes;
}

function otherWriter({ graph, expected }: PlannedWrite, after: number): CrateError {
  const message = `the endpoint has ${after} quads of <${graph}>, more than the ${expected} of this command`;
  return new CrateError('ERR_STATE_UNKNOWN', message, {
    hint: 'something else writes to this graph: wait until it is done, then run the same command again',
    details: { graph },
  });
}

async function planBatch(
  endpoint: Endpoint,
  held: readonly HeldWrite[],
  options: WorkOptions,
): Promise<PlannedWrite[]> {
  const names = held.map(({ graph }) => graph);
  const sizes = await countQuads(endpoint, names, options);
  const states = await graphStates(endpoint, names, options);
  return held.map((write) => {
    const { graph, mode, quads } = write;
    const [stored, state] = [sizes.get(graph) ?? 0, states.get(graph)];
    const before = state?.isPending === true ? 0 : stored;
    if (mode === 'create' && before > 0) throw graphExists(graph);
    const expected = (mode === 'merge' ? stored : 0) + quads;
    return { ...write, before, state, mark: randomUUID(), expected, isReplaced: mode !== 'merge' && stored > 0 };
  });
}

function statesOf(planned: readonly PlannedWrite[]): Map<string, GraphState> {
  return new Map(planned.flatMap(({ graph, state }) => (state === undefined ? [] : [[graph, state] as const])));
}

function outdatedBy({ graph, mode, record, expected }: PlannedWrite): Outdated {
  if (expected === 0) return { graph, what: 'all' };
  if (mode !== 'merge') return { graph, what: 'records' };
  return { graph, what: 'record', source: record?.source };
}

/** A graph that gets more quads is not pending: the next load would replace what others have brought. */
function isMerge({ mode }: PlannedWrite): boolean {
  return mode === 'merge';
}

const pendingOf = (write: PlannedWrite): TripleText[] => isMerge(write) ? [] : [pendingTriple(write.graph, write.mark)]; // prettier-ignore

/** Says first that the graphs are pending, and removes what they had. */
function clearing(planned: readonly PlannedWrite[], outdated: string): string[] {
  const replaced = planned.filter((write) => !isMerge(write));
  const pending = replaced.flatMap((write) => [nameTriple(write.graph), ...pendingOf(write)]);
  const drops = planned.filter(({ isReplaced }) => isReplaced).map(({ graph }) => `DROP SILENT GRAPH <${graph}>`);
  return [bookkeepingData('INSERT', pending), ...drops, outdated];
}

/** The bookkeeping of a graph without its state. */
function besideOf({ graph, mode, mark, expected, record }: PlannedWrite): TripleText[] {
  if (expected === 0) return [];
  const mine = { graph, mark: mode === 'merge' || record?.changed === true ? '' : mark, number: nextNumber() };
  return [nameTriple(graph), ...(record === undefined ? [] : recordTriples(mine, record))];
}

/** Writes the whole batch in one transaction. An update that is cut between operations counts as its first ones. */
async function writeAtOnce(endpoint: Endpoint, planned: readonly PlannedWrite[], outdated: string): Promise<void> {
  const young = planned.flatMap((write) => [...besideOf(write), ...stateOf(write, write.expected)]);
  await endpoint.update(
    operations(
      ...clearing(planned, outdated),
      ...planned.filter(({ quads }) => quads > 0).map((write) => insertLines(write.graph, linesOf(write))),
      bookkeepingData('INSERT', young),
      bookkeepingData('DELETE', planned.flatMap((write) => [...pendingOf(write), ...(write.expected === 0 ? [nameTriple(write.graph)] : [])])), // prettier-ignore
    ),
  );
}

/** Says that graphs are pending and removes what they had, then sends what they get. */
async function writeInSteps(endpoint: Endpoint, planned: readonly PlannedWrite[], outdated: string): Promise<void> {
  const young = planned.filter((write) => !isMerge(write) && write.expected > 0);
  const pending = young.flatMap((write) => [nameTriple(write.graph), ...pendingOf(write)]);
  if (outdated !== '' || planned.some(({ isReplaced }) => isReplaced))
    await endpoint.update(operations(...clearing(planned, outdated)));
  await sendGraphs(endpoint, planned, [...pending, ...young.flatMap(besideOf)]);
}

function stateOf({ graph, mark }: PlannedWrite, quads: number): TripleText[] {
  return quads === 0 ? [] : stateTriples(graph, mark, quads);
}

/** Orders records by their time, and within one moment of a process. */
let lastNumber = 0;
function nextNumber(): number {
  return (lastNumber = Math.max(lastNumber + 1, Date.now() * 1000));
}
