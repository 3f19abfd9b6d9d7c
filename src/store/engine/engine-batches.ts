/** A graph with its N-Quads. */
export type GraphPieces = readonly [graph: string, nquads: Iterable<Uint8Array>];

/** The content of one message to the thread. */
export interface EngineBatch {
  readonly pieces: readonly Uint8Array[];
  /** The graphs that it completes. */
  readonly complete: readonly string[];
}

/** Bytes of N-Quads in one message. */
const BATCH_SIZE = 4 * 1024 * 1024;

/** Splits graphs into messages, lazily. */
export function* batchesOf(graphs: Iterable<GraphPieces>): Generator<EngineBatch> {
  let batch: { pieces: Uint8Array[]; complete: string[] } = { pieces: [], complete: [] };
  let size = 0;
  for (const [graph, nquads] of graphs) {
    for (const piece of nquads) {
      batch.pieces.push(piece);
      size += piece.length;
      if (size < BATCH_SIZE) continue;
      yield batch;
      batch = { pieces: [], complete: [] };
      size = 0;
    }
    batch.complete.push(graph);
  }
  if (batch.complete.length > 0) yield batch;
}
