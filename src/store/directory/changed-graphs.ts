import { createHash } from 'node:crypto';
import { DataFactory } from 'n3';
import type { GraphTerm, OxigraphEngine } from '../oxigraph/engine.js';
import { graphsNamedIn } from '../sparql-words.js';
import type { SegmentFile } from './manifest.js';
import { SegmentWriter } from './segment-writer.js';

/**
 * A hash for each graph (by name, `''` is the default graph) that the update may change and that holds quads.
 * The graphs are those that the update names; when its text does not tell, all of the store's.
 */
export function fingerprints(engine: OxigraphEngine, update: string): Map<string, string> {
  const named = graphsNamedIn(update);
  const graphs: GraphTerm[] = named
    ? [DataFactory.defaultGraph(), ...[...named].map((name) => DataFactory.namedNode(name))]
    : engine.graphs();
  const hashes = new Map<string, string>();
  for (const graph of graphs) {
    const hash = createHash('sha256');
    let empty = true;
    for (const text of engine.text(graph)) {
      hash.update(text);
      empty = false;
    }
    if (!empty) hashes.set(graph.value, hash.digest('base64'));
  }
  return hashes;
}

/** Writes the graphs as one segment file. @throws CrateError ERR_OUTPUT */
export async function writeGraphs(
  store: string,
  number: number,
  engine: OxigraphEngine,
  graphs: readonly GraphTerm[],
): Promise<SegmentFile | undefined> {
  if (graphs.length === 0) return undefined;
  const writer = await SegmentWriter.start(store, number);
  try {
    let quads = 0;
    for (const graph of graphs) {
      quads += engine.count(graph);
      for (const text of engine.text(graph)) await writer.write(Buffer.from(text));
    }
    return await writer.finish(quads);
  } finally {
    await writer.abandonUnfinished();
  }
}
