import type { NamedNode } from '@rdfjs/types';
import { differences, snapshot } from './differences.js';
import { deletions, EngineStore } from './engine-store.js';
import type { GraphChange, GraphDifference, GraphStore, GraphWrite } from './graph-store.js';
import { applyWrites, type StagedLines } from './oxigraph/apply.js';
import { OxigraphEngine } from './oxigraph/engine.js';
import { stage } from './staging.js';

/** A graph store in memory, gone when it is closed. */
class MemoryStore extends EngineStore {
  override import(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]> {
    return this.exclusive(async () => {
      const staged: StagedLines[] = [];
      let pieces: Uint8Array[] = [];
      for await (const one of stage(writes, (piece) => void pieces.push(piece))) {
        const own = pieces;
        staged.push({ ...one, pieces: () => own });
        pieces = [];
      }
      return this.commit(() => applyWrites(this.engine, staged));
    });
  }

  override deleteGraphs(graphs: Iterable<NamedNode>): Promise<GraphChange[]> {
    return this.exclusive(async () => {
      const changes = deletions(this.engine, graphs);
      this.engine.drop(changes.map(({ graph }) => graph));
      return changes;
    });
  }

  override update(sparql: string): Promise<GraphDifference[]> {
    return this.exclusive(async () => {
      const before = snapshot(this.engine, sparql);
      this.engine.update(sparql);
      return differences(before, snapshot(this.engine, sparql));
    });
  }
}

/** Opens a graph store in memory (Oxigraph). @param engine what it holds at first; default: nothing */
export async function openMemoryStore(engine = new OxigraphEngine()): Promise<GraphStore> {
  return new MemoryStore(engine);
}
