import { DataFactory } from 'n3';
import { hash53 } from '../rdf/hash.js';
import type { GraphDifference } from './graph-store.js';
import type { GraphTerm, OxigraphEngine } from './oxigraph/engine.js';
import { graphsNamedIn } from './sparql-words.js';

/** The quads of some graphs at one moment: by graph name (`''` is the default graph), a hash of each quad. */
export type QuadHashes = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Takes a snapshot of the graphs that an update may change: those that it names, or all of the store's when its text
 * does not tell.
 */
export function snapshot(engine: OxigraphEngine, update: string): QuadHashes {
  const named = graphsNamedIn(update);
  const graphs: GraphTerm[] = named
    ? [DataFactory.defaultGraph(), ...[...named].map((name) => DataFactory.namedNode(name))]
    : engine.graphs();
  const taken = new Map<string, ReadonlySet<number>>();
  for (const graph of graphs) {
    const hashes = new Set<number>();
    let rest = '';
    for (const text of engine.text(graph)) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hashes.add(hash53(line));
    }
    if (rest !== '') hashes.add(hash53(rest));
    taken.set(graph.value, hashes);
  }
  return taken;
}

/** The graphs that differ between two snapshots. */
export function differences(before: QuadHashes, after: QuadHashes): GraphDifference[] {
  const found: GraphDifference[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(name) ?? new Set<number>();
    const now = after.get(name) ?? new Set<number>();
    const added = missing(now, old);
    const removed = missing(old, now);
    const graph = name === '' ? DataFactory.defaultGraph() : DataFactory.namedNode(name);
    if (added + removed > 0) found.push({ graph, added, removed });
  }
  return found;
}

function missing(quads: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let count = 0;
  for (const quad of quads) if (!others.has(quad)) count += 1;
  return count;
}
