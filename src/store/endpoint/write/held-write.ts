import { newPieces } from '../../pieces.js';
import type { GraphWrite, ImportMode, NewRecord, Piece, WorkOptions } from '../../port.js';
import type { Endpoint } from '../protocol/endpoint.js';
import { readGraph } from '../bookkeeping/read-graph.js';
import { checkGraphName } from './check-graph-name.js';
import { countQuads, graphStates } from '../bookkeeping/graph-states.js';

/** New content of a graph: checked, and held until its batch is sent. */
export interface HeldWrite {
  readonly graph: string;
  /** A merge has only the quads that the graph lacks; one into nothing is a `replace`. */
  readonly mode: ImportMode;
  readonly pieces: Iterable<Piece>;
  readonly quads: number;
  /** Bytes of the pieces. */
  readonly bytes: number;
  readonly record: NewRecord | undefined;
}

/** Reads all of a write, so that nothing is sent of one that fails. @throws CrateError ERR_RDF_SYNTAX */
export async function holdWrite(endpoint: Endpoint, write: GraphWrite, options: WorkOptions = {}): Promise<HeldWrite> {
  const { graph, record } = write;
  checkGraphName(endpoint, graph);
  const isMerge = write.mode === 'merge' && (await exists(endpoint, graph, options));
  const mode = isMerge ? 'merge' : write.mode === 'merge' ? 'replace' : write.mode;
  const lines = isMerge ? readGraph(endpoint, graph, options) : undefined;
  // Pieces of a crate can be read again, and may be too large for memory.
  const isHeld = lines === undefined && 'pieces' in write && Symbol.iterator in write.pieces;
  const pieces = isHeld ? (write.pieces as Iterable<Piece>) : await all(newPieces(write, lines));
  let quads = 0;
  let bytes = 0;
  for (const piece of pieces) {
    quads += piece.quads;
    bytes += piece.content.held;
  }
  return { graph, mode, pieces, quads, bytes, record };
}

/** Whether the endpoint has the graph, and it is whole. */
async function exists(endpoint: Endpoint, graph: string, options: WorkOptions): Promise<boolean> {
  if (!(await countQuads(endpoint, [graph], options)).has(graph)) return false;
  return (await graphStates(endpoint, [graph], options)).get(graph)?.isPending !== true;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
