import { randomUUID } from 'node:crypto';
import { iriToNQuads } from '../../../base/rdf/nquads.js';
import { graphExists } from '../../graph-errors.js';
import type { GraphChange, WorkOptions } from '../../port.js';
import { openTriples, nameTriple, recordTriples, stateTriple, type TripleText } from '../bookkeeping/bookkeeping.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { checkMarks, countQuads, graphStates } from '../bookkeeping/graph-states.js';
import { withoutStored, type HeldWrite } from './held-write.js';
import { removeOutdated, type Outdated } from '../bookkeeping/old-bookkeeping.js';
import { linesOf, sendGraphs } from './send-graphs.js';
import { bookkeepingData, insertLines, operations } from '../bookkeeping/update-text.js';
import { eachLine } from '../../pieces.js';
import { mayBeAltered, missingLines, otherWriter } from './missing-lines.js';

/** What is small enough to be written in one transaction, which takes an engine longer than plain data. */
const SMALL = { graphs: 64, bytes: 1 << 20 };

/** A write whose graph is known. */
interface PlannedWrite extends HeldWrite {
  readonly before: number;
  /**
   * The new mark of the graph: that of the batch, as long as which is open the graph is
   * pending, or its own for a merge.
   */
  readonly mark: string;
  /** Quads that the graph should have afterwards. */
  readonly expected: number;
  /** The graph has quads that must go. */
  readonly isReplaced: boolean;
}

/** A batch as it will be sent. */
interface PlannedBatch {
  readonly writes: readonly PlannedWrite[];
  /** Says that the batch is open, and which graphs are no more after it. */
  readonly open: readonly TripleText[];
  /** It is one update. */
  readonly isSmall: boolean;
  /** Removes what the bookkeeping has about the graphs. */
  readonly outdated: readonly string[];
}

/**
 * Writes a batch of different graphs. The endpoint is told first that the batch is open, and last, when the quads have
 * been counted, that it no longer is: what is cut leaves pending graphs, which the next load replaces as a whole. A
 * small batch is one update where that is a transaction.
 * @throws CrateError ERR_GRAPH_EXISTS before anything is sent; ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
export async function writeBatch(
  endpoint: Endpoint,
  given: readonly HeldWrite[],
  options: WorkOptions = {},
): Promise<GraphChange[]> {
  const held = await withoutStored(endpoint, given, options);
  const batch = await planBatch(endpoint, held, options);
  const { isSmall } = batch;
  await (isSmall ? writeAtOnce : writeInSteps)(endpoint, batch);
  const sizes = await countQuads(
    endpoint,
    held.map(({ graph }) => graph),
  );
  const changes: GraphChange[] = [];
  for (const write of batch.writes) {
    const after = sizes.get(write.graph) ?? 0;
    if (after > write.expected) throw otherWriter(write.graph, after, write.expected);
    const isCompared = after !== write.expected || (endpoint.facts.altersValues && hasRiskyValue(write));
    const missing = isCompared ? await missingLines(endpoint, { graph: write.graph, texts: linesOf(write) }) : [];
    changes.push({ graph: write.graph, before: write.before, after, ...(missing.length > 0 && { missing }) });
  }
  const sizeOf = ({ graph }: PlannedWrite) => sizes.get(graph) ?? 0;
  // Only now: by its record a load knows that the graph has all of a crate.
  if (!isSmall) await sendGraphs(endpoint, [], batch.writes.filter(isMerge).flatMap(besideOf));
  const other = batch.writes.filter((write) => sizeOf(write) !== write.expected);
  await endpoint.update(
    operations(
      bookkeepingData(
        'INSERT',
        other.flatMap((write) => stateOf(write, sizeOf(write))),
      ),
      bookkeepingData('DELETE', [
        ...other.flatMap((write) => stateOf(write, write.expected)),
        ...(isSmall ? [] : batch.open),
      ]),
    ),
  );
  await checkMarks(
    endpoint,
    new Map(batch.writes.map((write) => [write.graph, sizeOf(write) === 0 ? undefined : write.mark])),
  );
  return changes;
}

/** A graph that gets more quads is not pending: the next load would replace what others have brought. */
function isMerge({ mode }: HeldWrite): boolean {
  return mode === 'merge';
}

async function planBatch(endpoint: Endpoint, held: readonly HeldWrite[], options: WorkOptions): Promise<PlannedBatch> {
  const names = held.map(({ graph }) => graph);
  const sizes = await countQuads(endpoint, names, options);
  const states = await graphStates(endpoint, names, options);
  const batch = randomUUID();
  const writes = held.map((write): PlannedWrite => {
    const { graph, mode, quads } = write;
    const stored = sizes.get(graph) ?? 0;
    const before = states.get(graph)?.isPending === true ? 0 : stored;
    if (mode === 'create' && before > 0) throw graphExists(graph);
    const mark = isMerge(write) ? randomUUID() : batch;
    const expected = (isMerge(write) ? stored : 0) + quads;
    return { ...write, before, mark, expected, isReplaced: !isMerge(write) && stored > 0 };
  });
  const bytes = held.reduce((sum, write) => sum + write.bytes, 0);
  const isSmall = endpoint.facts.atomicUpdates && held.length <= SMALL.graphs && bytes <= SMALL.bytes;
  const outdated = writes.map((write) => outdatedBy(write, isSmall));
  return {
    writes,
    open: openTriples(
      batch,
      writes.filter(isEmptied).map(({ graph }) => graph),
    ),
    isSmall,
    outdated: await removeOutdated(endpoint, outdated, states, options),
  };
}

function outdatedBy(write: PlannedWrite, isSmall: boolean): Outdated {
  const { graph, mode, record, expected } = write;
  const records = mode === 'merge' && expected > 0 ? { source: record?.source } : ('all' as const);
  return { graph, records, mark: isSmall || !isMarkedFirst(write) ? undefined : write.mark };
}

/** What goes before its new content comes is pending from then on: nobody would miss it else, if that does not come. */
function isMarkedFirst({ isReplaced, expected }: PlannedWrite): boolean {
  return isReplaced && expected > 0;
}

/** Nothing comes after what goes. */
function isEmptied({ isReplaced, expected }: PlannedWrite): boolean {
  return isReplaced && expected === 0;
}

/** The bookkeeping of a graph. */
function besideOf(write: PlannedWrite): TripleText[] {
  const { graph, mode, mark, expected, record } = write;
  if (expected === 0) return [];
  const mine = { graph, mark: mode === 'merge' || record?.changed === true ? '' : mark, number: nextNumber() };
  const recorded = record === undefined ? [] : recordTriples(mine, record);
  return [nameTriple(graph), ...stateOf(write, expected), ...recorded];
}

function stateOf({ graph, mark }: PlannedWrite, quads: number): TripleText[] {
  return quads === 0 ? [] : [stateTriple(graph, { mark, quads })];
}

/** A graph goes before its state: without quads it is not there, without a state it would not be ours. */
function dropped(writes: readonly PlannedWrite[]): string[] {
  return writes.filter(({ isReplaced }) => isReplaced).map(({ graph }) => `DROP SILENT GRAPH ${iriToNQuads(graph)}`);
}

/** Writes the whole batch in one transaction. An update that is cut between operations counts as its first ones. */
async function writeAtOnce(endpoint: Endpoint, { writes, open, outdated }: PlannedBatch): Promise<void> {
  await endpoint.update(
    operations(
      bookkeepingData('INSERT', open),
      ...dropped(writes),
      ...outdated,
      bookkeepingData('INSERT', writes.flatMap(besideOf)),
      ...writes.filter(({ quads }) => quads > 0).map((write) => insertLines(write.graph, linesOf(write))),
      bookkeepingData('DELETE', open),
    ),
  );
}

/** Marks the graphs as pending, removes what they had, then sends what they get. */
async function writeInSteps(endpoint: Endpoint, { writes, open, outdated }: PlannedBatch): Promise<void> {
  const marked = writes.filter(isMarkedFirst);
  const marks = marked.flatMap((write) => [nameTriple(write.graph), ...stateOf(write, write.expected)]);
  if (marked.length > 0 || writes.some(isEmptied)) await sendGraphs(endpoint, [], [...open, ...marks]);
  await endpoint.operate([...dropped(writes), ...outdated]);
  const young = writes.filter((write) => !isMerge(write));
  // Nobody would look for the mark of a batch of which no graph is pending.
  await sendGraphs(endpoint, writes, young.length === 0 ? [] : [...open, ...young.flatMap(besideOf)]);
}

/** Orders records by their time, and within one moment of a process. */
let lastNumber = 0;
function nextNumber(): number {
  return (lastNumber = Math.max(lastNumber + 1, Date.now() * 1000));
}

/** Whether a write has a value that an engine may store as another one without a word. */
function hasRiskyValue(write: HeldWrite): boolean {
  let isRisky = false;
  for (const text of linesOf(write)) eachLine(text, (line) => (isRisky ||= mayBeAltered(line)));
  return isRisky;
}
