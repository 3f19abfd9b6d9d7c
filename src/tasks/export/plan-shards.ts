/** The graphs of one file of a dump. */
export interface Shard {
  readonly file: string;
  /** In the order of their IRIs. */
  readonly graphs: readonly string[];
  readonly quads: number;
}

/**
 * Distributes graphs over files of about the same number of quads: the largest first, each to the file with the fewest.
 * The order in which the store has them does not matter.
 */
export function planShards(sizes: ReadonlyMap<string, number>, count: number): Shard[] {
  const digits = String(count).length;
  const shards = Array.from({ length: count }, (_, index) => ({
    file: `shard-${String(index + 1).padStart(digits, '0')}-of-${count}.nq.gz`,
    graphs: [] as string[],
    quads: 0,
  }));
  const heap = shards.map((_, index) => index); // the shard with the fewest quads is the first
  const isBefore = (a: number, b: number) => {
    const one = shards[a]?.quads ?? 0;
    const other = shards[b]?.quads ?? 0;
    return one < other || (one === other && a < b);
  };
  const byIri = (a: string, b: string) => (a < b ? -1 : 1);
  for (const [graph, quads] of [...sizes].sort((a, b) => b[1] - a[1] || byIri(a[0], b[0]))) {
    const shard = shards[heap[0] as number] as (typeof shards)[number];
    shard.graphs.push(graph);
    shard.quads += quads;
    sinkFirst(heap, isBefore);
  }
  for (const { graphs } of shards) graphs.sort(byIri);
  return shards;
}

/** Moves the first item of a heap down to its place. */
function sinkFirst(heap: number[], isBefore: (a: number, b: number) => boolean): void {
  for (let at = 0; ;) {
    let first = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && isBefore(heap[child] as number, heap[first] as number)) first = child;
    if (first === at) return;
    [heap[at], heap[first]] = [heap[first] as number, heap[at] as number];
    at = first;
  }
}
