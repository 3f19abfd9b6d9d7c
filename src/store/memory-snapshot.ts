import { CrateError } from '../base/errors.js';
import { answerGraphs } from './answer/answer-graphs.js';
import type { EngineSnapshot, SparqlEngine } from './engine/engine.js';
import { findByReading } from './graph-keys.js';
import type { MemoryIndex, IndexableGraph } from './index/memory-index.js';
import type { QuadIndex } from './index/quad-index.js';
import type { QuadSource } from './index/quad-source.js';
import { pieceBytes, triedGraphs } from './pieces.js';
import type {
  GraphKeys,
  GraphSnapshot,
  KeyChoice,
  NewRecord,
  Piece,
  QueryOptions,
  RecordChoice,
  RemovalNote,
  ResultMediaType,
  StoredRecord,
  TriedGraph,
  UpdateWork,
  WorkOptions,
} from './port.js';
import type { TextHit } from './search/text-hit.js';
import { TextSearch } from './search/text-search.js';
import type { FoundTexts, SearchOptions } from './text/found-texts.js';
import { searchIndex } from './text/search-index.js';
import { TextIndex } from './text/text-index.js';
import { utf8Texts } from './utf8-text.js';

/** A graph in memory. It is immutable: a write replaces it. */
export interface MemoryGraph {
  readonly mark: string;
  readonly pieces: readonly Piece[];
  readonly quads: number;
  /** Whether it is apart from the union of all graphs. */
  readonly isApart: boolean;
  /** By source, in the order in which they were written, each with the mark that the graph had then. */
  readonly records: ReadonlyMap<string, NewRecord & { readonly mark: string; readonly number: number }>;
}

/** The graphs of one commit. */
export type MemoryGraphs = ReadonlyMap<string, MemoryGraph>;

/** The index of all graphs of a moment, once it is asked for, and the full text of an index. */
const WHOLE = new WeakMap<MemoryGraphs, QuadIndex>();
const TEXTS = new WeakMap<QuadIndex, TextIndex>();
/** The graphs apart of a moment, once they are asked for. */
const APART = new WeakMap<MemoryGraphs, ReadonlySet<string>>();

/** A snapshot is the map of graphs of one commit, which never changes. */
export class MemorySnapshot implements GraphSnapshot, QuadSource {
  readonly #engine: SparqlEngine;
  readonly #index: MemoryIndex;
  /** Undefined once the snapshot is closed. */
  #open: MemoryGraphs | undefined;

  constructor(graphs: MemoryGraphs, engine: SparqlEngine, index: MemoryIndex) {
    this.#open = graphs;
    this.#engine = engine;
    this.#index = index;
  }

  get #graphs(): MemoryGraphs {
    if (this.#open === undefined) throw new CrateError('ERR_USAGE', 'the snapshot is closed');
    return this.#open;
  }

  async graphs(names: Iterable<string> = this.#graphs.keys()): Promise<Map<string, number>> {
    const wanted = [...names].filter((name) => this.#graphs.has(name));
    return new Map(wanted.map((name) => [name, this.#graphs.get(name)?.quads ?? 0]));
  }

  async marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    return new Map(await memorySnapshot(this.#graphs).graphs(names));
  }

  async apart(): Promise<ReadonlySet<string>> {
    return apartIn(this.#graphs);
  }

  async *nquads(...names: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const name of names.length === 0 ? this.#graphs.keys() : names) yield* graphBytes(this.#graphs.get(name));
  }

  async records(choice: RecordChoice = {}): Promise<StoredRecord[]> {
    const records = [...this.#graphs].flatMap(([graph, { mark, records: own }]) =>
      [...own.values()].map(({ source, sha256, data, file, mark: written, number }) => ({
        number,
        record: { graph, source, sha256, data, kept: file !== undefined, changed: written !== mark },
      })),
    );
    const wanted = Object.entries(choice).map(([field, value]) => [field, new Set([value].flat())] as const);
    const isChosen = ({ record }: { readonly record: StoredRecord }) =>
      wanted.every(([field, values]) => values.has(record[field as keyof RecordChoice]));
    return records
      .filter(isChosen)
      .sort((a, b) => a.number - b.number)
      .map(({ record }) => record);
  }

  async *eachRecord(): AsyncGenerator<StoredRecord> {
    yield* await this.records();
  }

  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>> {
    return findByReading(this, keys, choices, most);
  }

  async search(words: string, options: SearchOptions = {}): Promise<FoundTexts> {
    const index = this.#whole();
    return searchIndex(index, fullTextOf(index), words, options);
  }

  async hits(words: string, { signal }: WorkOptions = {}): Promise<TextHit[]> {
    const index = this.#whole();
    const check = (): void => signal?.throwIfAborted();
    return [...new TextSearch(index, () => fullTextOf(index), check).hits(words)];
  }

  #whole(): QuadIndex {
    let index = WHOLE.get(this.#graphs);
    if (index === undefined) WHOLE.set(this.#graphs, (index = this.#index.of(indexable(this.#graphs), undefined)));
    return index;
  }

  quads(): QuadIndex {
    return this.#index.of(indexable(this.#graphs), undefined);
  }

  async *file(sha256: string): AsyncGenerator<Uint8Array> {
    for (const { records } of this.#graphs.values())
      for (const record of records.values()) {
        if (record.sha256 !== sha256 || record.file === undefined) continue;
        for (const chunk of record.file) yield chunk.bytes;
        return;
      }
  }

  query(sparql: string, mediaType: ResultMediaType, options: QueryOptions = {}): AsyncGenerator<Uint8Array> {
    const graphs = {
      index: (wanted: ReadonlySet<string> | undefined) =>
        wanted === undefined || WHOLE.has(this.#graphs)
          ? this.#whole()
          : this.#index.of(indexable(this.#graphs), wanted),
      text: fullTextOf,
      nquads: (graph: string) => graphBytes(this.#graphs.get(graph)),
      quads: (graph: string) => this.#graphs.get(graph)?.quads ?? 0,
      apart: apartIn(this.#graphs),
    };
    return answerGraphs(graphs, this.#engine, { sparql, mediaType }, options);
  }

  async tryUpdate(sparql: string, options: UpdateWork = {}): Promise<TriedGraph[]> {
    const graphs = this.#graphs;
    const changed = await this.#engine.update(memorySnapshot(graphs), sparql, options);
    return triedGraphs(changed, (graph) => graphBytes(graphs.get(graph)), options);
  }

  async removals(): Promise<RemovalNote[] | undefined> {
    return undefined;
  }

  close(): void {
    this.#open = undefined;
  }
}

/** The graphs as the engine reads them. */
export function memorySnapshot(graphs: MemoryGraphs): EngineSnapshot {
  return {
    graphs: async (names = graphs.keys()) =>
      new Map([...names].flatMap((name) => (graphs.has(name) ? [[name, graphs.get(name)?.mark ?? '']] : []))),
    nquads: (graph) => graphBytes(graphs.get(graph)),
    apart: apartIn(graphs),
  };
}

function apartIn(graphs: MemoryGraphs): ReadonlySet<string> {
  let apart = APART.get(graphs);
  if (apart === undefined) {
    apart = new Set([...graphs].filter(([, { isApart }]) => isApart).map(([graph]) => graph));
    APART.set(graphs, apart);
  }
  return apart;
}

function indexable(graphs: MemoryGraphs): IndexableGraph[] {
  const lines = (graph: MemoryGraph) => () => utf8Texts(graphBytes(graph));
  return [...graphs].map(([iri, graph]) => ({ iri, mark: graph.mark, lines: lines(graph) }));
}

function fullTextOf(index: QuadIndex): TextIndex {
  let text = TEXTS.get(index);
  if (text === undefined) TEXTS.set(index, (text = new TextIndex([], index)));
  return text;
}

/** The N-Quads of a graph. */
export function graphBytes(graph: MemoryGraph | undefined): Generator<Uint8Array> {
  return pieceBytes(graph?.pieces ?? []);
}
