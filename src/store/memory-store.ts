import { CrateError } from '../errors.js';
import { graphExists, graphNotFound } from './graph-errors.js';
import { EachMoment } from './store-snapshots.js';
import { Engine, type Snapshot } from './engine/engine.js';
import { OneByOne } from './queue.js';
import { eachOnce, keptLines, newPieces } from './pieces.js';
import type {
  Capabilities,
  GraphChange,
  GraphDifference,
  GraphSnapshot,
  GraphWrite,
  NewRecord,
  Piece,
  QueryOptions,
  RecordChoice,
  ResultMediaType,
  StoredRecord,
  GraphStore,
  WorkOptions,
} from './port.js';

/** A graph as it is held; it is never changed, but another one is put in its place. */
interface HeldGraph {
  readonly mark: string;
  readonly pieces: readonly Piece[];
  readonly quads: number;
  /** By source, in the order in which they were written, with the mark of the graph at that time. */
  readonly records: ReadonlyMap<string, NewRecord & { readonly mark: string; readonly number: number }>;
}

type Graphs = ReadonlyMap<string, HeldGraph>;

/** The mark of a record whose graph held more than what came with it from the beginning; no graph has it. */
const MORE = '';

/** A graph store in memory, gone when it is closed. A commit is a new table of graphs. */
export class MemoryStore extends EachMoment implements GraphStore {
  readonly capabilities: Capabilities = {
    atomic: true,
    exactDifferences: true,
    keepsBlankLabels: true,
    keepsLexicalForms: true,
    durable: false,
    snapshots: true,
  };
  /** Undefined when the store is closed. */
  #open: Graphs | undefined = new Map();
  #writes = new OneByOne();
  readonly #engine = new Engine();
  #count = 0;

  get #graphs(): Graphs {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the store is closed');
    return this.#open;
  }

  snapshot(): GraphSnapshot {
    return new MemorySnapshot(this.#graphs, this.#engine);
  }

  put(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]> {
    return this.#write(async (graphs) => {
      const changes: GraphChange[] = [];
      for await (const write of eachOnce(writes)) changes.push(await this.#put(graphs, write));
      return changes;
    });
  }

  async #put(graphs: Map<string, HeldGraph>, write: GraphWrite): Promise<GraphChange> {
    const { graph, mode, record } = write;
    const stored = graphs.get(graph);
    if (stored !== undefined && mode === 'create') throw graphExists(graph);
    const kept = mode === 'merge' ? stored : undefined;
    const pieces = [...(kept?.pieces ?? [])];
    for await (const piece of newPieces(write, kept && bytesOf(kept))) pieces.push(piece);
    const after = this.#set(graphs, graph, pieces, kept, record);
    return { graph, before: stored?.quads ?? 0, after };
  }

  /** @returns quads of the graph; without any it is gone */
  #set(
    graphs: Map<string, HeldGraph>,
    graph: string,
    pieces: readonly Piece[],
    kept?: HeldGraph,
    record?: NewRecord,
  ): number {
    const quads = pieces.reduce((sum, piece) => sum + piece.quads, 0);
    const number = (this.#count += 1);
    const mark = String(number);
    const records = new Map(kept?.records);
    if (record !== undefined) {
      records.delete(record.source); // the new one comes last
      const file = record.file && [...record.file]; // it may be read from a file that is gone tomorrow
      records.set(record.source, { ...record, file, mark: kept === undefined ? mark : MORE, number });
    }
    if (quads === 0) graphs.delete(graph);
    else graphs.set(graph, { mark, pieces, quads, records });
    return quads;
  }

  drop(names: Iterable<string>): Promise<GraphChange[]> {
    return this.#write(async (graphs) =>
      [...new Set(names)].map((graph) => {
        const before = graphs.get(graph)?.quads;
        if (before === undefined) throw graphNotFound(graph);
        graphs.delete(graph);
        return { graph, before, after: 0 };
      }),
    );
  }

  update(sparql: string, options: WorkOptions = {}): Promise<GraphDifference[]> {
    return this.#write(async (graphs) => {
      const changed = await this.#engine.update(engineSnapshot(graphs), sparql, options);
      return changed.flatMap(({ graph, pieces: now }) => {
        const stored = graphs.get(graph);
        const { pieces, added, removed } = keptLines(bytesOf(stored), now);
        if (added + removed === 0) return [];
        this.#set(graphs, graph, pieces, stored);
        return [{ graph, added, removed }];
      });
    }, options.signal);
  }

  async close(): Promise<void> {
    await this.#writes.do(() => this.#engine.end());
    this.#open = undefined;
  }

  #write<T>(work: (graphs: Map<string, HeldGraph>) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#writes.do(async () => {
      const graphs = new Map(this.#graphs);
      const result = await work(graphs);
      this.#open = graphs;
      return result;
    }, signal);
  }
}

/** A table of graphs is never changed, so that it is a snapshot. */
class MemorySnapshot implements GraphSnapshot {
  readonly #engine: Engine;
  /** Undefined when it is closed. */
  #open: Graphs | undefined;

  constructor(graphs: Graphs, engine: Engine) {
    this.#open = graphs;
    this.#engine = engine;
  }

  get #graphs(): Graphs {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the snapshot is closed');
    return this.#open;
  }

  async graphs(names: Iterable<string> = this.#graphs.keys()): Promise<Map<string, number>> {
    const wanted = [...names].filter((name) => this.#graphs.has(name));
    return new Map(wanted.map((name) => [name, this.#graphs.get(name)?.quads ?? 0]));
  }

  async *nquads(...names: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const name of names.length === 0 ? this.#graphs.keys() : names) yield* bytesOf(this.#graphs.get(name));
  }

  async records(choice: RecordChoice = {}): Promise<StoredRecord[]> {
    const records = [...this.#graphs].flatMap(([graph, { mark, records: own }]) =>
      [...own.values()].map(({ file, ...record }) => ({
        ...record,
        graph,
        kept: file !== undefined,
        changed: record.mark !== mark,
      })),
    );
    const isChosen = (record: StoredRecord) =>
      Object.entries(choice).every(([field, value]) => record[field as keyof RecordChoice] === value);
    return records.filter(isChosen).sort((a, b) => a.number - b.number);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    for (const { records } of this.#graphs.values())
      for (const record of records.values()) {
        if (record.sha256 !== sha256 || record.file === undefined) continue;
        for (const part of record.file) yield part.bytes;
        return;
      }
  }

  async *query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    yield await this.#engine.query(engineSnapshot(this.#graphs), sparql, mediaType, options);
  }

  close(): void {
    this.#open = undefined;
  }
}

/** What a table of graphs shows the engine. */
function engineSnapshot(graphs: Graphs): Snapshot {
  return {
    graphs: async (names = graphs.keys()) =>
      new Map([...names].flatMap((name) => (graphs.has(name) ? [[name, graphs.get(name)?.mark ?? '']] : []))),
    nquads: (graph) => bytesOf(graphs.get(graph)),
  };
}

function* bytesOf(graph: HeldGraph | undefined): Generator<Uint8Array> {
  for (const { content } of graph?.pieces ?? []) yield content.bytes;
}
