import { CrateError } from '../../base/errors.js';
import { cannotBeApart } from '../../store/graph-errors.js';
import { compareLines } from '../../store/pieces.js';
import type { GraphReader, GraphStore, ImportMode } from '../../store/port.js';
import type { LoadRecord } from '../stored/load-records.js';
import type { RecordedGraph } from './recorded-graphs.js';

/** The stores of a push. */
export interface PushedStores {
  readonly from: GraphReader;
  readonly to: GraphStore;
  /** Whether both keep every spelling of a value, so that they count the same quads. */
  readonly countAlike: boolean;
}

/** A graph as both stores have it. */
export interface PushedGraph {
  readonly graph: string;
  readonly source: RecordedGraph;
  readonly target: RecordedGraph;
  /** Whether the source and the target keep it apart from the union of their graphs. */
  readonly apart: { readonly source: boolean; readonly target: boolean };
}

/** What a push does with one graph. */
export interface PushDecision {
  readonly status: 'pushed' | 'unchanged' | 'replaced' | 'merged';
  /** The records to write; in a merge those that the target does not have. */
  readonly records: readonly LoadRecord[];
  /** Whether only that is written by which the graph is apart, or no longer. */
  readonly isMove?: boolean | undefined;
}

/**
 * Decides what to do with a graph. A graph that has changed since it was loaded is compared line by line, any other by
 * its records and its size.
 * @throws CrateError ERR_GRAPH_EXISTS in mode `create` if the target has other content under this name, ERR_UNSUPPORTED
 * for a graph apart if the target keeps none
 */
export async function decidePush(crate: PushedGraph, mode: ImportMode, stores: PushedStores): Promise<PushDecision> {
  const { graph, source, target } = crate;
  const { records } = source;
  const isMove = crate.apart.source !== crate.apart.target;
  if (crate.apart.source && !stores.to.capabilities.keepsApart) throw cannotBeApart(graph);
  if (target.quads === 0) return { status: 'pushed', records };
  if (await isSame(crate, stores)) return { status: isMove ? 'replaced' : 'unchanged', records: [], isMove };
  if (mode === 'create') throw otherContent(graph, target);
  if (mode === 'replace') return { status: 'replaced', records };
  const missing = records.filter((record) => !target.records.some((other) => agree(record, other)));
  const isThere = missing.length === 0 && (isOriginal(source) || (await compare(crate, stores)) !== 'different');
  if (isThere) return { status: isMove ? 'merged' : 'unchanged', records: [], isMove };
  return { status: 'merged', records: missing };
}

async function isSame(crate: PushedGraph, stores: PushedStores): Promise<boolean> {
  const { source, target } = crate;
  const isAlike =
    source.records.length === target.records.length &&
    source.records.every((record, index) => agree(record, target.records[index] as LoadRecord)) &&
    isOriginal(source) === isOriginal(target) &&
    (source.quads === target.quads || !stores.countAlike);
  return isAlike && (isOriginal(source) || (await compare(crate, stores)) === 'same');
}

/** Whether two records tell of the same document, read with the same base; the place that it came from may differ. */
function agree(record: LoadRecord, other: LoadRecord): boolean {
  return record.sha256 === other.sha256 && record.base === other.base && record.kept === other.kept;
}

/** Whether a graph states exactly what its document states. */
function isOriginal({ records }: RecordedGraph): boolean {
  return records.length === 1 && records[0]?.changed === false;
}

function compare({ graph }: PushedGraph, { from, to }: PushedStores): Promise<'same' | 'contained' | 'different'> {
  return compareLines(to.nquads(graph), from.nquads(graph));
}

function otherContent(graph: string, { records }: RecordedGraph): CrateError {
  const source = records[0]?.source;
  const from = source === undefined || source === '-' ? '' : `, from ${source}`;
  return new CrateError('ERR_GRAPH_EXISTS', `the target has other content in the graph <${graph}>${from}`, {
    hint: 'use --mode replace or --mode merge',
    details: { graph },
  });
}
