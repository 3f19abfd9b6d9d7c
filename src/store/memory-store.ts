import { CrateError } from '../base/errors.js';
import type { Capabilities } from './capabilities.js';
import { SparqlEngine } from './engine/engine.js';
import { graphExists, graphNotFound } from './graph-errors.js';
import { MemoryIndex } from './index/memory-index.js';
import { graphBytes, MemorySnapshot, memorySnapshot, type MemoryGraph, type MemoryGraphs } from './memory-snapshot.js';
import { newPieces, rejectDuplicates, triedGraphs } from './pieces.js';
import type {
  GraphChange,
  GraphDifference,
  GraphSnapshot,
  GraphStore,
  GraphWrite,
  PutWork,
  NewRecord,
  Piece,
  UpdateWork,
  WorkOptions,
} from './port.js';
import { Queue } from './queue.js';
import { StoreWithSnapshots } from './store-snapshots.js';

/** New content of a graph. */
interface GraphContent {
  readonly graph: string;
  readonly pieces: readonly Piece[];
  /** The graph before; its records stay. */
  readonly earlier?: MemoryGraph | undefined;
  readonly record?: NewRecord | undefined;
  readonly isApart: boolean;
}

/** The mark of a record whose graph has other content from the start, as after a merge: no graph has this mark. */
const CHANGED = '';

/** A graph store in memory; closing it discards its content. A commit replaces the map of graphs. */
export class MemoryStore extends StoreWithSnapshots implements GraphStore {
  readonly capabilities: Capabilities = {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    keepsValues: true,
    durable: false,
    snapshots: true,
    noticesChanges: true,
    fullText: true,
    keepsRemovals: false,
    keepsApart: true,
  };
  /** Undefined once the store is closed. */
  #open: MemoryGraphs | undefined = new Map();
  #writes = new Queue();
  readonly #engine = new SparqlEngine();
  readonly #index = new MemoryIndex();
  #count = 0;

  get #graphs(): MemoryGraphs {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the store is closed');
    return this.#open;
  }

  snapshot(): GraphSnapshot {
    return new MemorySnapshot(this.#graphs, this.#engine, this.#index);
  }

  async put(
    writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>,
    { onCommitted }: PutWork = {},
  ): Promise<GraphChange[]> {
    const written = await this.#write(async (graphs) => {
      const changes: GraphChange[] = [];
      for await (const write of rejectDuplicates(writes)) changes.push(await this.#put(graphs, write));
      return changes;
    });
    onCommitted?.(written);
    return written;
  }

  async #put(graphs: Map<string, MemoryGraph>, write: GraphWrite): Promise<GraphChange> {
    const { graph, mode, record } = write;
    const stored = graphs.get(graph);
    const isApart = write.apart ?? stored?.isApart === true;
    if (record?.dataOnly === true) return changeData(graphs, graph, { record, isApart });
    if (stored !== undefined && mode === 'create') throw graphExists(graph);
    const kept = mode === 'merge' ? stored : undefined;
    const pieces = [...(kept?.pieces ?? [])];
    for await (const piece of newPieces(write, kept && graphBytes(kept))) pieces.push(piece);
    const after = this.#set(graphs, { graph, pieces, earlier: kept, record, isApart });
    return { graph, before: stored?.quads ?? 0, after };
  }

  /** Sets the content of a graph; without quads the graph is deleted. @returns its number of quads */
  #set(graphs: Map<string, MemoryGraph>, { graph, pieces, earlier, record, isApart }: GraphContent): number {
    const quads = pieces.reduce((sum, piece) => sum + piece.quads, 0);
    const number = (this.#count += 1);
    const mark = String(number);
    const records = new Map(earlier?.records);
    if (record !== undefined) {
      records.delete(record.source); // the new record comes last
      const file = record.file && [...record.file]; // a copy: the chunks may come from a temporary file
      const isAll = earlier === undefined && record.changed !== true;
      records.set(record.source, { ...record, file, mark: isAll ? mark : CHANGED, number });
    }
    if (quads === 0) graphs.delete(graph);
    else graphs.set(graph, { mark, pieces, quads, records, isApart });
    return quads;
  }

  drop(names: Iterable<string>, { signal }: WorkOptions = {}): Promise<GraphChange[]> {
    return this.#write(
      async (graphs) =>
        [...new Set(names)].map((graph) => {
          const before = graphs.get(graph)?.quads;
          if (before === undefined) throw graphNotFound(graph);
          graphs.delete(graph);
          return { graph, before, after: 0 };
        }),
      signal,
    );
  }

  update(sparql: string, options: UpdateWork = {}): Promise<GraphDifference[]> {
    return this.#write(async (graphs) => {
      const changed = await this.#engine.update(memorySnapshot(this.#graphs), sparql, options); // `graphs` will change
      const tried = await triedGraphs(changed, (graph) => graphBytes(graphs.get(graph)), options);
      for (const { graph, kept, gained } of tried) {
        const earlier = graphs.get(graph);
        this.#set(graphs, { graph, pieces: [...kept, ...gained], earlier, isApart: earlier?.isApart === true });
      }
      return tried.map(({ graph, added, removed }) => ({ graph, added, removed }));
    }, options.signal);
  }

  async close(): Promise<void> {
    await this.#writes.run(() => this.#engine.end());
    this.#open = undefined;
  }

  #write<T>(work: (graphs: Map<string, MemoryGraph>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#writes.run(async () => {
      const graphs = new Map(this.#graphs);
      const result = await work(graphs);
      this.#open = graphs;
      return result;
    }, signal);
  }
}

/** Replaces the data of a record that exists, and whether its graph is apart; all else of both stays. */
function changeData(
  graphs: Map<string, MemoryGraph>,
  graph: string,
  { record: { source, data }, isApart }: { readonly record: NewRecord; readonly isApart: boolean },
): GraphChange {
  const stored = graphs.get(graph);
  const record = stored?.records.get(source);
  if (stored !== undefined && record !== undefined)
    graphs.set(graph, { ...stored, isApart, records: new Map(stored.records).set(source, { ...record, data }) });
  return { graph, before: stored?.quads ?? 0, after: stored?.quads ?? 0 };
}
