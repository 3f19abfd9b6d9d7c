/** A graph with its N-Quads. */
export type GraphPieces = readonly [graph: string, nquads: Iterable<Uint8Array>];

/** What one message takes to the thread. */
export interface EngineBatch {
  readonly pieces: readonly Uint8Array[];
  /** The graphs that are complete with it. */
  readonly complete: readonly string[];
  /** Whether no graph is begun, and there is enough that is new to look for an answer. */
  readonly isWorthALook: boolean;
}

/** Bytes of N-Quads that one message takes to the thread. */
const MOST = 4 * 1024 * 1024;
/** Bytes of N-Quads after which a first look is worth while; each further one needs `GROWTH` times as many as the last. */
const FIRST_LOOK = 256 * 1024;
const GROWTH = 4;

/**
 * Parts the graphs into messages; what comes next is read when it is asked for.
 * @param lookAt how many graphs are few enough to look at: then all looks together cost little beside the whole
 */
export function* batchesOf(graphs: Iterable<GraphPieces>, lookAt = 0): Generator<EngineBatch> {
  let pieces: Uint8Array[] = [];
  let complete: string[] = [];
  let [size, total, count, next] = [0, 0, 0, FIRST_LOOK];
  const flush = (isWorthALook: boolean): EngineBatch => {
    const load = { pieces, complete, isWorthALook };
    [pieces, complete, size] = [[], [], 0];
    return load;
  };
  for (const [graph, nquads] of graphs) {
    for (const piece of nquads) {
      pieces.push(piece);
      size += piece.length;
      total += piece.length;
      if (size >= MOST) yield flush(false);
    }
    complete.push(graph);
    count += 1;
    if (total < next || count > lookAt) continue;
    yield flush(true);
    next = total * GROWTH;
  }
  if (complete.length > 0) yield flush(false);
}
