import { toStored, type LoadRecord } from '../stored/load-records.js';
import type { Note, RepairKind, WarningKind } from '../crate/read/report.js';
import type { CrateError } from '../errors.js';
import { graphExists } from '../store/graph-errors.js';
import { decide, type KnownGraphs } from './known-graphs.js';
import { asCrateError, isWhole, type ReadCrate, type SeenCrate } from './read-crate.js';
import type { GraphWrite, ImportMode } from '../store/port.js';

/** What became of one crate argument. */
export interface LoadResult {
  readonly crate: string;
  readonly status: 'loaded' | 'unchanged' | 'replaced' | 'merged' | 'failed';
  readonly graph?: string;
  /** Quads of the graph after the load. */
  readonly quads?: number;
  readonly entities?: number;
  /** Entities that were described and did not arrive; it is promised, and counted, to be 0. */
  readonly dropped?: number;
  readonly repairs?: number;
  readonly notes?: readonly Note[];
  readonly counts?: Readonly<Partial<Record<RepairKind | WarningKind, number>>>;
  readonly error?: CrateError;
}

/** A crate that was read whole and waits to be stored. */
export interface Staged {
  readonly result: LoadResult;
  readonly writes: readonly GraphWrite[];
  readonly record?: LoadRecord;
  /** The records of the graph that stay beside it. */
  readonly others?: readonly LoadRecord[];
}

/** The load that a crate is a part of. */
export interface CurrentLoad {
  readonly known: KnownGraphs;
  readonly mode?: ImportMode | undefined;
  /** Whether the person named the crates: then a source whose root is another one now did not move. */
  readonly named: boolean;
}

/**
 * Decides what becomes of a crate; nothing is stored yet.
 * @param whole reads the rest of a crate that was only looked at
 * @throws CrateError ERR_GRAPH_EXISTS, and what `whole` throws
 */
export async function stage(
  crate: string,
  read: ReadCrate | SeenCrate,
  whole: () => Promise<ReadCrate>,
  load: CurrentLoad,
): Promise<Staged> {
  const { graph, sha256 } = read;
  const { known } = load;
  const stored = known.isStaged(graph) ? 0 : await known.sizeOf(graph);
  const records = await known.ofGraph(graph);
  // What this very load has put there is not replaced again: one of two crates would be lost without a word.
  const mode = known.isStaged(graph) && load.mode === 'replace' ? 'create' : (load.mode ?? 'create');
  const decision = decide({ records, quads: stored }, { source: crate, sha256 }, mode);
  if (decision === undefined) throw graphExists(graph, records[0]?.source);
  if (decision === 'unchanged') {
    const entities = records.find((record) => record.sha256 === sha256)?.entities ?? 0;
    const result: LoadResult = { crate, status: 'unchanged', graph, entities, dropped: 0, repairs: 0, quads: stored };
    return { result, writes: [] };
  }
  const { record: unloaded, pieces, file, quads, dropped, notes, counts } = isWhole(read) ? read : await whole();
  const loaded = new Date().toISOString();
  const record: LoadRecord = { ...unloaded, loaded, kept: file !== undefined, changed: false };
  const { entities, repairs } = record;
  const moved = load.named ? undefined : await known.movedFrom(crate, graph);
  const status = moved === undefined ? decision : 'replaced';
  // A graph that this load has emptied is in its commit already: more is added to it.
  const isNew = decision === 'loaded' && !known.hasLeft(graph);
  const writeMode = isNew ? 'create' : decision === 'replaced' ? 'replace' : 'merge';
  if (moved !== undefined) known.leave(moved.graph);
  return {
    result: { crate, status, graph, quads, entities, dropped, repairs, notes, counts },
    writes: [
      ...(moved === undefined ? [] : [{ graph: moved.graph, mode: 'replace', pieces: [] } as const]),
      { graph, mode: writeMode, pieces, record: toStored(unloaded, loaded, file) },
    ],
    record,
    others: decision === 'merged' ? records.filter(({ source }) => source !== crate) : [],
  };
}

/** The result of a crate that cannot be read or stored. */
export function failed(crate: string, error: unknown): Staged {
  const result: LoadResult = { crate, status: 'failed', error: asCrateError(error, crate) };
  return { result, writes: [] };
}
