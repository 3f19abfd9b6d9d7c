import { peopleNames } from '../stored/handles.js';
import { cataloguesOf, isReferenceGraph, restated, toStored, type LoadRecord } from '../stored/load-records.js';
import { noteOf, type Note, type Remark, type RepairKind, type WarningKind } from '../../crate/read/report.js';
import { asCrateError, CrateError } from '../../base/errors.js';
import { cannotBeApart, graphExists } from '../../store/graph-errors.js';
import { decide, type KnownGraphs } from './known-graphs.js';
import { isReadCrate, type CrateIdentity, type ReadCrate } from './read-crate.js';
import type { ItemMark } from './read-crates.js';
import type { GraphWrite, ImportMode } from '../../store/port.js';
import { keepChanges, type Replacement } from './keep-changes.js';
import type { OriginalOptions } from '../stored/originals.js';

/** The result of loading one crate. */
export interface LoadResult {
  readonly crate: string;
  readonly status: 'loaded' | 'unchanged' | 'replaced' | 'merged' | 'failed';
  /** The base that a list gave to a crate that failed: crate and base are an entry of a list. */
  readonly base?: string;
  readonly graph?: string;
  /** A short name of the graph: the beginning of the SHA-256 of its IRI. */
  readonly handle?: string;
  /** The name that the document gives its root; undefined if it gives none, and for RDF that is still read. */
  readonly name?: string;
  /** Quads of the graph after the load. */
  readonly quads?: number;
  readonly entities?: number;
  /** Entities of the document that are missing from the graph. We promise 0 and count them. */
  readonly dropped?: number;
  readonly repairs?: number;
  /** Of a reference graph that is apart from the union of all graphs. */
  readonly apart?: true;
  /** Of a graph of an RDF file of a crate, the graph of the crate. */
  readonly partOf?: string;
  readonly notes?: readonly Note[];
  readonly counts?: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  /** Graphs of the crates of this load that refer to it, with `follow`. */
  readonly parents?: readonly string[];
  /** Statements that were added or removed in the store since the last load, and that this load has kept so. */
  readonly keptChanges?: number;
  /** Statements that were added or removed in the store since the last load, which mode `replace` has undone. */
  readonly discardedChanges?: number;
  readonly error?: CrateError;
}

/** What a load does with one crate; nothing is stored yet. */
export interface PlannedCrate {
  readonly result: LoadResult;
  readonly writes: readonly GraphWrite[];
  readonly record?: LoadRecord;
  /** The other records that the graph keeps. */
  readonly others?: readonly LoadRecord[];
}

/** The load that a crate belongs to. */
export interface CurrentLoad extends OriginalOptions {
  readonly known: KnownGraphs;
  readonly mode?: ImportMode | undefined;
  /** Whether `--base` or `--arcp` names the crates: then a source with another root has not moved. */
  readonly named: boolean;
  /** What the catalogue says that the crate comes from. */
  readonly item?: ItemMark | undefined;
}

/**
 * Plans the load of a crate. What was changed in the store since the last load of its source stays, unless the mode is
 * `replace`.
 * @param readFully reads all of a crate if `read` is only its identity
 * @throws CrateError ERR_GRAPH_EXISTS, also for one of another kind, ERR_GRAPH_CHANGED, and what `readFully` throws
 */
export async function planCrate(
  crate: string,
  read: ReadCrate | CrateIdentity,
  readFully: () => Promise<ReadCrate>,
  load: CurrentLoad,
): Promise<PlannedCrate> {
  const { graph, sha256, base } = read;
  const { known } = load;
  const isApart = isReadCrate(read) && read.apart === true;
  if (isApart && !known.store.capabilities.keepsApart) throw cannotBeApart(graph);
  const stored = known.isPlanned(graph) ? 0 : await known.sizeOf(graph);
  const stated = await known.recordsOf(graph);
  const records = withMoved(stated, crate, load.item);
  // A crate does not replace another one of the same load, which would disappear without notice.
  const mode = known.isPlanned(graph) && load.mode === 'replace' ? 'create' : (load.mode ?? 'create');
  const decided = decide({ records, quads: stored }, { source: crate, sha256, base }, mode);
  const decision = decided === 'unchanged' && isMoved(stated, records) ? 'replaced' : decided;
  // Crates without a place have the same source; what this load has written is another crate.
  const isTaken = decision === undefined || (decision === 'replaced' && known.isPlanned(graph));
  if (isTaken) throw graphExists(graph, records[0]?.source);
  if (decision !== 'replaced') requireSameKind(graph, records, isReadCrate(read) ? read.record.kind : undefined);
  if (decision === 'unchanged') {
    const result = { ...unchanged(crate, read, records, stored), ...(isApart && { apart: true as const }) };
    const isAsBefore = known.isPlanned(graph) || isApart === (await known.isApart(graph));
    if (!isAsBefore) return planMove(result, records.at(-1) as LoadRecord, isApart);
    const marked = load.item && records.filter((record) => record.source === crate);
    return { result, writes: (marked ?? []).flatMap((record) => markWrites(record, marksOf(load.item, read, record))) };
  }
  return planWrites(crate, isReadCrate(read) ? read : await readFully(), { decision, mode, records }, load);
}

/** The records of a graph; a crate that its catalogue has at another place now has had the record of the place before. */
function withMoved(records: readonly LoadRecord[], source: string, item: ItemMark | undefined): readonly LoadRecord[] {
  if (item === undefined || records.some((record) => record.source === source)) return records;
  const isLeft = ({ catalogue, gone }: LoadRecord) => catalogue === item.catalogue && gone !== undefined;
  return records.map((record) => (isLeft(record) ? { ...record, source } : record));
}

function isMoved(stated: readonly LoadRecord[], records: readonly LoadRecord[]): boolean {
  return records.some((record, at) => record.source !== stated[at]?.source);
}

/** What a load record says of a crate of a catalogue; nothing for others. @param before its record before */
function marksOf(
  item: ItemMark | undefined,
  { validators }: CrateIdentity,
  before: LoadRecord | undefined,
): Partial<LoadRecord> {
  return item === undefined ? {} : { ...listedMarks(item, before), validators };
}

/** What a catalogue says of a crate, beside other catalogues that have it too. */
export function listedMarks(item: ItemMark, before: LoadRecord | undefined): Partial<LoadRecord> {
  const others = before === undefined ? [] : cataloguesOf(before).filter((one) => one !== item.catalogue);
  return { ...item, alsoIn: others.length === 0 ? undefined : others, gone: undefined };
}

/** Writes what a catalogue says of a crate into the record of its graph, if that is new. */
export function markWrites(record: LoadRecord, marks: Partial<LoadRecord>): GraphWrite[] {
  const isKnown = Object.entries(marks).every(
    ([field, value]) => JSON.stringify(record[field as keyof LoadRecord]) === JSON.stringify(value),
  );
  return isKnown ? [] : [{ graph: record.graph, mode: 'merge', pieces: [], record: restated({ ...record, ...marks }) }];
}

/** A graph is a crate or a reference graph, never both. @throws CrateError ERR_GRAPH_EXISTS */
function requireSameKind(graph: string, records: readonly LoadRecord[], kind: LoadRecord['kind']): void {
  if (records.every((record) => record.kind === kind)) return;
  const is = isReferenceGraph(records) ? 'a reference graph' : 'a crate';
  throw new CrateError('ERR_GRAPH_EXISTS', `the graph <${graph}> is ${is}`, {
    hint: 'give another name, or replace it with --mode replace',
    details: { graph },
  });
}

/** What happens to the graph of a crate. */
interface Decided {
  readonly decision: 'loaded' | 'replaced' | 'merged';
  readonly mode: ImportMode;
  /** The records of the graph. */
  readonly records: readonly LoadRecord[];
}

/** Plans what a load writes for a crate that the store has not, or not in this version. */
async function planWrites(
  crate: string,
  read: ReadCrate,
  { decision, mode, records }: Decided,
  load: CurrentLoad,
): Promise<PlannedCrate> {
  const { graph, pieces, file, quads, dropped, notes, counts, apart = false } = read;
  const before = records.find(({ source }) => source === crate);
  const unloaded = { ...read.record, ...marksOf(load.item, read, before) };
  const { known } = load;
  const moved = load.named ? undefined : await known.movedFrom(crate, graph);
  const replacing = { ...load, store: known.store, mode };
  const own: Replacement =
    decision === 'replaced'
      ? await keepChanges({ graph, records, crate }, pieces, replacing)
      : { pieces, kept: 0, discarded: 0 };
  const left = moved && (await keepChanges({ graph: moved.graph, records: [moved], crate }, [], replacing));
  const discarded = own.discarded + (left?.discarded ?? 0);
  const changed = own.kept > 0;
  const loaded = new Date().toISOString();
  const record: LoadRecord = { ...unloaded, loaded, kept: file !== undefined, changed };
  const { entities, repairs } = record;
  const status = changed ? 'merged' : moved === undefined ? decision : 'replaced';
  // The commit of this load already writes to a graph that the load empties, so it cannot create that graph.
  const isNew = decision === 'loaded' && !known.isEmptied(graph);
  const writeMode = isNew ? 'create' : decision === 'replaced' ? 'replace' : 'merge';
  // A graph has one record for each source, and crates without a place have the same one.
  const isReplaced = decision === 'merged' && crate === '-' && records.some(({ source }) => source === '-');
  const replacedRecords: readonly Remark[] = isReplaced ? [{ kind: 'record-replaced', detail: graph }] : [];
  if (moved !== undefined) known.addEmptied(moved.graph);
  return {
    result: {
      ...withNotes(
        { crate, status, graph, ...peopleNames(graph, record), quads, entities, dropped, repairs, notes, counts },
        replacedRecords,
      ),
      ...(apart && { apart: true as const }),
      ...(changed && { keptChanges: own.kept }),
      ...(discarded > 0 && { discardedChanges: discarded }),
    },
    writes: [
      ...(moved === undefined ? [] : [{ graph: moved.graph, mode: 'replace', pieces: [] } as const]),
      { graph, mode: writeMode, pieces: own.pieces, apart, record: { ...toStored(unloaded, loaded, file), changed } },
    ],
    record,
    others: decision === 'merged' ? records.filter(({ source }) => source !== crate) : [],
  };
}

/** Plans that an unchanged reference graph is apart from now on, or no longer. */
function planMove(result: LoadResult, last: LoadRecord, apart: boolean): PlannedCrate {
  const record = { ...last, loaded: new Date().toISOString() };
  const write = { graph: last.graph, mode: 'merge', pieces: [], apart, record: restated(record) } as const;
  return { result: { ...result, status: 'replaced' }, writes: [write], record };
}

/** The result for a crate that the store has already; with a note if it has these bytes under another base only. */
function unchanged(
  crate: string,
  { graph, sha256, base }: CrateIdentity,
  records: readonly LoadRecord[],
  quads: number,
): LoadResult {
  const same = records.filter((record) => record.sha256 === sha256);
  const entities = same[0]?.entities ?? 0;
  const names = peopleNames(graph, same[0]);
  const result: LoadResult = { crate, status: 'unchanged', graph, ...names, entities, dropped: 0, repairs: 0, quads };
  if (same.some((record) => record.base === base)) return result;
  return withNotes(result, [{ kind: 'other-base', detail: same[0]?.base ?? '' }]);
}

/** Adds notes. */
export function withNotes(result: LoadResult, more: readonly Remark[]): LoadResult {
  if (more.length === 0) return result;
  const counts: Record<string, number> = { ...result.counts };
  for (const { kind } of more) counts[kind] = (counts[kind] ?? 0) + 1;
  return { ...result, notes: [...(result.notes ?? []), ...more.map(noteOf)], counts };
}

/** A crate as an entry of a list names it. */
interface Named {
  readonly file: string;
  readonly base?: string | undefined;
}

/** Plans nothing for a crate that cannot be read or stored, and reports its error. */
export function failedCrate({ file, base }: Named, error: unknown): PlannedCrate {
  const own = base === undefined ? {} : { base };
  const result: LoadResult = { crate: file, ...own, status: 'failed', error: asCrateError(error, file) };
  return { result, writes: [] };
}
