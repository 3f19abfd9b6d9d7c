import type { QuadIndex } from './quad-index.js';

/** Which graphs of a store an index has to have: those that the store has indexed, or all. */
export type IndexedPart = 'indexed' | 'all';

/** A snapshot of a store that has an index; other programs see graphs and answers, never these numbers. */
export interface QuadSource {
  /**
   * The quads as numbers, to be read while the snapshot is open.
   * @param part with `all`, the graphs that the store has not indexed are read into memory
   * @throws CrateError ERR_STORE_INVALID
   */
  quads(part: IndexedPart): QuadIndex;
}

/** The quads of a snapshot; undefined for one of a store without an index. @throws CrateError ERR_STORE_INVALID */
export function snapshotQuads(snapshot: object, part: IndexedPart): QuadIndex | undefined {
  return isQuadSource(snapshot) ? snapshot.quads(part) : undefined;
}

function isQuadSource(snapshot: object): snapshot is QuadSource {
  return 'quads' in snapshot;
}
