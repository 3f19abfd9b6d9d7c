import { chooseRoot, type RootCandidate } from '../../crate/choose-root.js';
import type { Note } from '../../crate/read/report.js';
import { exportOf } from '../export/export-crate.js';
import { StoredGraph } from '../export/stored-graph.js';
import { readAll } from '../../package/limits.js';
import type { GraphReader } from '../../store/port.js';
import type { OriginalOptions } from '../stored/originals.js';

/** The metadata document of a crate of a store. */
export interface StoredDocument {
  /** As an export writes it. */
  readonly bytes: Uint8Array;
  /** What the export had to note. */
  readonly notes: readonly Note[];
}

/**
 * Reads a crate of a store as its metadata document, with the later changes of its graph.
 * @throws CrateError as `exportCrate`
 */
export async function storedDocument(
  store: GraphReader,
  graph: string,
  options: OriginalOptions = {},
): Promise<StoredDocument> {
  const notes: Note[] = [];
  const { contexts, packages, signal } = options;
  const chunks = exportOf(store, graph, { contexts, packages, signal, onNote: (note) => void notes.push(note) });
  return { bytes: await readAll(chunks, Infinity, graph), notes };
}

/**
 * Finds the root of a crate of a store, as its graph is now, and all candidates for it.
 * @throws CrateError ERR_ROOT_NOT_FOUND, ERR_ROOT_AMBIGUOUS
 */
export async function storedRoots(
  store: GraphReader,
  graph: string,
): Promise<{ readonly root: () => Promise<RootCandidate>; readonly candidates: readonly RootCandidate[] }> {
  const stored = await StoredGraph.open(store, graph);
  const candidates = await stored.candidates();
  const root = async () => (await stored.chooseRoot(candidates)) ?? chooseRoot(candidates, await stored.base());
  return { root, candidates };
}
