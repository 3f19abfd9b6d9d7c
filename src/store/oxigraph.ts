import type { NamedNode } from '@rdfjs/types';
import { differences, snapshot } from './differences.js';
import { deletions, EngineStore } from './engine-store.js';
import type { GraphChange, GraphDifference, GraphStore, GraphWrite } from './graph-store.js';
import { applyWrites, type Undo } from './oxigraph/apply.js';
import { OxigraphEngine } from './oxigraph/engine.js';
import { PieceList } from './piece-list.js';
import { stage, type Staged } from './staging.js';

/** A graph store in memory, gone when it is closed. */
class MemoryStore extends EngineStore {
  override import(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]> {
    return this.exclusive(async () => {
      const pieces = new PieceList();
      const staged: Staged[] = [];
      for await (const one of stage(writes, (piece) => pieces.add(piece))) staged.push(one);
      return this.commit(() => this.#applyAll(staged, pieces));
    });
  }

  async #applyAll(staged: readonly Staged[], pieces: PieceList): Promise<GraphChange[]> {
    const undo: Undo = [];
    try {
      return await applyWrites(this.engine, staged, (start, end) => pieces.between(start, end), undo);
    } catch (error) {
      try {
        for (const step of undo.reverse()) step();
      } catch {
        this.abandon(); // the engine itself gave up
      }
      throw error;
    }
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
      await this.engine.update(sparql);
      return differences(before, snapshot(this.engine, sparql));
    });
  }
}

/** Opens a graph store in memory (Oxigraph). @param engine what it holds at first; default: nothing */
export async function openMemoryStore(engine = new OxigraphEngine()): Promise<GraphStore> {
  return new MemoryStore(engine);
}
