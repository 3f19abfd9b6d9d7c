import type { GraphTerm, OxigraphEngine } from '../oxigraph/engine.js';
import type { SegmentFile } from './manifest.js';
import { SegmentWriter } from './segment-writer.js';

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
