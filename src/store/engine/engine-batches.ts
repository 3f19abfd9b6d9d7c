/** A graph with its N-Quads. */
export type GraphPieces = readonly [graph: string, nquads: Iterable<Uint8Array>];

/** The content of one message to the thread. */
export interface EngineBatch {
  readonly pieces: readonly Uint8Array[];
  /** The graphs that it completes. */
  readonly complete: readonly string[];
  /** Whether it ends with a whole graph and enough data is new to try the query again. */
  readonly isWorthTrying: boolean;
}

/** Bytes of N-Quads in one message. */
const BATCH_SIZE = 4 * 1024 * 1024;
/** Bytes of N-Quads before the first try of the query; each further try needs `GROWTH` times as many as the last. */
const FIRST_TRY = 256 * 1024;
const GROWTH = 4;

/**
 * Splits graphs into messages, lazily.
 * @param tryAmong number of first graphs among which to try the query, so that all tries cost little against the rest
 */
export function* batchesOf(graphs: Iterable<GraphPieces>, tryAmong = 0): Generator<EngineBatch> {
  let pieces: Uint8Array[] = [];
  let complete: string[] = [];
  let [size, total, count, next] = [0, 0, 0, FIRST_TRY];
  const flush = (isWorthTrying: boolean): EngineBatch => {
    const load = { pieces, complete, isWorthTrying };
    [pieces, complete, size] = [[], [], 0];
    return load;
  };
  for (const [graph, nquads] of graphs) {
    for (const piece of nquads) {
      pieces.push(piece);
      size += piece.length;
      total += piece.length;
      if (size >= BATCH_SIZE) yield flush(false);
    }
    complete.push(graph);
    count += 1;
    if (total < next || count > tryAmong) continue;
    yield flush(true);
    next = total * GROWTH;
  }
  if (complete.length > 0) yield flush(false);
}
