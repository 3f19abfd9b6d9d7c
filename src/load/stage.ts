import type { Quad } from '@rdfjs/types';
import { loadedToNQuads, named, recordQuads, type LoadRecord } from '../catalogue.js';
import type { Note, RepairKind, WarningKind } from '../crate/read/report.js';
import { CrateError } from '../errors.js';
import { decide, type KnownGraphs } from './known-graphs.js';
import { asCrateError, type ReadCrate, type SeenCrate } from './read-crate.js';
import type { GraphStore, GraphWrite, ImportMode } from '../store/graph-store.js';

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
  readonly replaces: readonly LoadRecord[];
  /** Lines for the catalogue, and the quads in it that they replace. */
  readonly catalogue?: readonly (string | Uint8Array)[];
  readonly replaced: readonly Quad[];
}

/** How a crate meets a store that may know it. */
export interface StageOptions {
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
  store: GraphStore,
  known: KnownGraphs,
  options: StageOptions,
): Promise<Staged> {
  const { graph, sha256 } = read;
  // A record whose graph an update has emptied says nothing any more.
  const stored = known.isStored(graph) ? await store.size(named(graph)) : 0;
  const records = known.isStaged(graph) || stored > 0 ? known.ofGraph(graph) : [];
  // What this very load has put there is not replaced again: one of two crates would be lost without a word.
  const mode = known.isStaged(graph) && options.mode === 'replace' ? 'create' : (options.mode ?? 'create');
  const decision = decide(records, stored, crate, sha256, mode);
  if (decision === undefined) {
    throw new CrateError(
      'ERR_GRAPH_EXISTS',
      `graph <${graph}> is there already${records[0] === undefined ? '' : `, from ${records[0].source}`}`,
      { details: { graph } },
    );
  }
  if (decision === 'unchanged') {
    const entities = records.find((record) => record.sha256 === sha256)?.entities ?? 0;
    const result: LoadResult = { crate, status: 'unchanged', graph, entities, dropped: 0, repairs: 0, quads: stored };
    return { result, writes: [], replaces: [], replaced: [] };
  }
  const { record: unloaded, nquads, catalogue, quads, dropped, notes, counts } = isWhole(read) ? read : await whole();
  const record: LoadRecord = { ...unloaded, loaded: known.moment() };
  const { entities, repairs } = record;
  const moved = options.named ? undefined : known.movedFrom(crate, graph);
  const replaces = known.ofGraph(graph).filter((one) => decision !== 'merged' || one.source === crate);
  if (moved !== undefined) replaces.push(moved);
  const status = moved === undefined ? decision : 'replaced';
  const writeMode = decision === 'loaded' ? 'create' : decision === 'merged' ? 'merge' : 'replace';
  return {
    result: { crate, status, graph, quads, entities, dropped, repairs, notes, counts },
    writes: [
      ...(moved === undefined ? [] : [{ graph: named(moved.graph), mode: 'replace', nquads: [] } as const]),
      { graph: named(graph), mode: writeMode, nquads, trusted: true, lines: quads, from: crate },
    ],
    record,
    replaces,
    catalogue: [catalogue, loadedToNQuads(record)],
    replaced: (await Promise.all(replaces.map((one) => recordQuads(store, one)))).flat(),
  };
}

/** The result of a crate that cannot be read or stored. */
export function failed(crate: string, error: unknown): Staged {
  const result: LoadResult = { crate, status: 'failed', error: asCrateError(error, crate) };
  return { result, writes: [], replaces: [], replaced: [] };
}

function isWhole(read: ReadCrate | SeenCrate): read is ReadCrate {
  return 'record' in read;
}
