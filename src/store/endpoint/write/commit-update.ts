import { randomUUID } from 'node:crypto';
import { CrateError } from '../../../base/errors.js';
import { eachLine } from '../../pieces.js';
import type { GraphDifference } from '../../port.js';
import { utf8Text } from '../../utf8-text.js';
import { valueLine } from '../../value-line.js';
import { openTriples, nameTriple, stateTriple } from '../bookkeeping/bookkeeping.js';
import { dropGraphs } from './drop-graphs.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { readGraph } from '../bookkeeping/read-graph.js';
import { checkMarks, countQuads, graphStates, graphsWithBlanks } from '../bookkeeping/graph-states.js';
import type { LocalUpdate } from './local-updates.js';
import { removeOutdated } from '../bookkeeping/old-bookkeeping.js';
import { bookkeepingChanges, sendChanges, type LineChanges } from './send-changes.js';
import { checkGraphName } from './check-graph-name.js';
import { bookkeepingData, operations } from '../bookkeeping/update-text.js';

/** What an update does to one graph. */
interface LineDifference extends LineChanges {
  /** Quads before. */
  readonly before: number;
}

/**
 * Sends what an update changes: ground triples, so it may arrive twice. New marks come first, by which the graphs
 * differ from their records even if the rest is cut.
 * @throws CrateError ERR_ENDPOINT, ERR_STATE_UNKNOWN
 */
export async function commitUpdate(endpoint: Endpoint, { changed, stored }: LocalUpdate): Promise<GraphDifference[]> {
  const differences = changed
    .map(({ graph, pieces }) => differenceOf(graph, stored.get(graph) ?? [], pieces))
    .filter(({ added, removed }) => added.length + removed.length > 0);
  if (differences.length === 0) return [];
  const names = differences.map(({ graph }) => graph);
  const states = await graphStates(endpoint, names);
  await checkChangeable(endpoint, differences);
  const pending = names.filter((graph) => states.get(graph)?.isPending === true);
  // What a cut write has left is no part of the graph.
  if (pending.length > 0) await dropGraphs(endpoint, pending);
  const kept = differences.filter((one) => sizeOf(one) > 0).map((one) => ({ ...one, mark: randomUUID() }));
  const stale = kept.flatMap(({ graph }) => {
    const state = states.get(graph);
    return state === undefined || state.isPending ? [] : [stateTriple(graph, state)];
  });
  const young = kept.flatMap((one) => [
    nameTriple(one.graph),
    stateTriple(one.graph, { mark: one.mark, quads: sizeOf(one) }),
  ]);
  const emptied = differences.filter((one) => sizeOf(one) === 0).map(({ graph }) => graph);
  const outdated = await removeOutdated(
    endpoint,
    emptied.map((graph) => ({ graph, records: 'all' })),
    states,
  );
  // What the bookkeeping has of graphs that are no more goes with their last quads: nobody would look for it later.
  const marks = outdated.length === 0 ? [] : openTriples(randomUUID(), emptied);
  await sendChanges(
    endpoint,
    [bookkeepingChanges(stale, [...marks, ...young]), ...differences],
    [...outdated, bookkeepingData('DELETE', marks)],
  );
  const sizes = await countQuads(endpoint, names);
  for (const one of differences) if ((sizes.get(one.graph) ?? 0) !== sizeOf(one)) await checkGraph(endpoint, one);
  const other = kept.filter((one) => sizes.get(one.graph) !== sizeOf(one));
  const corrected = operations(
    bookkeepingData(
      'DELETE',
      other.map((one) => stateTriple(one.graph, { mark: one.mark, quads: sizeOf(one) })),
    ),
    bookkeepingData(
      'INSERT',
      other.map((one) => stateTriple(one.graph, { mark: one.mark, quads: sizes.get(one.graph) ?? 0 })),
    ),
  );
  await endpoint.update(corrected);
  const expected = [...kept, ...emptied.map((graph) => ({ graph, mark: undefined }))];
  await checkMarks(endpoint, new Map(expected.map(({ graph, mark }) => [graph, mark])));
  return differences.map(({ graph, added, removed }) => ({ graph, added: added.length, removed: removed.length }));
}

/** @throws CrateError before anything is sent */
async function checkChangeable(endpoint: Endpoint, differences: readonly LineDifference[]): Promise<void> {
  for (const { graph } of differences) checkGraphName(endpoint, graph);
  const withBlanks = differences.filter(({ added, removed }) =>
    [...added, ...removed].some((line) => line.includes('_:')),
  );
  const names = withBlanks.map(({ graph }) => graph);
  const [graph] = await graphsWithBlanks(endpoint, names);
  if (graph === undefined) return;
  throw new CrateError('ERR_UNSUPPORTED', `<${graph}> has blank nodes that another program has written`, {
    hint: 'no update can name them: export the crate, and load it with --mode replace; then it can be updated',
    details: { graph },
  });
}

function sizeOf({ before, added, removed }: LineDifference): number {
  return before + added.length - removed.length;
}

/** Compares by value: engines respell literals. */
function differenceOf(graph: string, stored: readonly Uint8Array[], updated: readonly Uint8Array[]): LineDifference {
  const old = linesByValue(stored);
  const young = linesByValue(updated);
  let before = 0;
  for (const lines of old.values()) before += lines.length;
  const without = (one: LinesByValue, other: LinesByValue) =>
    [...one].flatMap(([value, lines]) => (other.has(value) ? [] : lines));
  return { graph, before, added: without(young, old), removed: without(old, young) };
}

/** The lines of a graph by the one form of their value. */
type LinesByValue = ReadonlyMap<string, readonly string[]>;

function linesByValue(chunks: readonly Uint8Array[]): LinesByValue {
  const lines = new Map<string, string[]>();
  for (const bytes of chunks)
    eachLine(utf8Text(bytes), (line) => {
      const value = valueLine(line);
      lines.set(value, [...(lines.get(value) ?? []), `${line}\n`]);
    });
  return lines;
}

/**
 * A graph whose size is not as expected: an engine may take two values for one, but must not lack what was inserted.
 */
async function checkGraph(endpoint: Endpoint, { graph, added, removed }: LineDifference): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readGraph(endpoint, graph)) chunks.push(chunk);
  const found = linesByValue(chunks);
  const has = (line: string) => found.has(valueLine(line.trimEnd()));
  const wrong = added.find((line) => !has(line)) ?? removed.find(has);
  if (wrong === undefined) return;
  throw new CrateError('ERR_STATE_UNKNOWN', `the endpoint accepted the update of <${graph}> but did not do all of it`, {
    hint: `for example ${wrong.slice(0, 300).trimEnd()}`,
    details: { graph },
  });
}
