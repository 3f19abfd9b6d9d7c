import { addToList } from '../../../base/list-map.js';
import { newPieces } from '../../pieces.js';
import type { GraphWrite, ImportMode, NewRecord, Piece, WorkOptions } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { readGraphs } from '../bookkeeping/read-graphs.js';
import { wholeGraphs } from '../bookkeeping/whole-graphs.js';
import { checkGraphName } from './check-graph-name.js';

/** New content of a graph: checked, and held until its batch is sent. */
export interface HeldWrite {
  readonly graph: string;
  readonly mode: ImportMode;
  readonly pieces: Iterable<Piece>;
  readonly quads: number;
  /** Bytes of the pieces. */
  readonly bytes: number;
  readonly record: NewRecord | undefined;
}

/** Reads all of a write, so that nothing is sent of one that fails. @throws CrateError ERR_RDF_SYNTAX */
export async function holdWrite(endpoint: Endpoint, write: GraphWrite): Promise<HeldWrite> {
  checkGraphName(endpoint, write.graph);
  // Pieces of a crate can be read again, and may be too large for memory.
  const isHeld = 'pieces' in write && Symbol.iterator in write.pieces;
  return held(write, isHeld ? (write.pieces as Iterable<Piece>) : await all(newPieces(write)));
}

/** The same writes, where a merge has only the quads that its graph lacks, and one into nothing is a `replace`. */
export async function withoutStored(
  endpoint: Endpoint,
  writes: readonly HeldWrite[],
  options: WorkOptions = {},
): Promise<HeldWrite[]> {
  const merged = writes.flatMap(({ graph, mode }) => (mode === 'merge' ? [graph] : []));
  const sizes = await wholeGraphs(endpoint, merged, options);
  const stored = new Map<string, Uint8Array[]>();
  for await (const { graph, nquads } of readGraphs(endpoint, sizes, options)) addToList(stored, graph, nquads);
  const resolved: HeldWrite[] = [];
  for (const write of writes) {
    const { graph, pieces, mode } = write;
    if (mode !== 'merge') resolved.push(write);
    else if (!sizes.has(graph)) resolved.push({ ...write, mode: 'replace' });
    else resolved.push(held(write, await all(newPieces({ graph, mode, pieces }, stored.get(graph) ?? []))));
  }
  return resolved;
}

function held(
  { graph, mode, record }: Pick<GraphWrite, 'graph' | 'mode' | 'record'>,
  pieces: Iterable<Piece>,
): HeldWrite {
  let quads = 0;
  let bytes = 0;
  for (const piece of pieces) {
    quads += piece.quads;
    bytes += piece.content.held;
  }
  return { graph, mode, pieces, quads, bytes, record };
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
