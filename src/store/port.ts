import type { WrittenSyntax } from '../base/rdf/syntaxes.js';
import type { RowMediaType } from '../base/rdf/row-formats.js';
import type { Capabilities } from './capabilities.js';
import type { QueryPlan } from './query-plan.js';
import type { Quad, Source, Stream, Term } from '@rdfjs/types';
import type { GraphKeys, KeyChoice } from './key-choice.js';
import type { Packable } from './packable.js';
import type { NewRecord, RecordChoice, StoredRecord } from './record-parts.js';
import type { TextHit } from './search/text-hit.js';
import type { FoundTexts, SearchOptions } from './text/found-texts.js';

export type { GraphKeys, KeyChoice } from './key-choice.js';
export type { NewRecord, RecordChoice, RecordData, StoredRecord } from './record-parts.js';

/** N-Quads as text or in UTF-8, in chunks that may end anywhere. */
export type NQuadsChunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** What to do if the store already contains the graph: fail, replace its quads, or add to them. */
export type ImportMode = 'create' | 'replace' | 'merge';

/** Whole lines of one graph, of a size that suits storing and loading. */
export interface Piece {
  /** N-Quads in UTF-8. */
  readonly content: Packable;
  readonly quads: number;
}

/** New content of one named graph. Every line has `graph` as its graph term; blank node labels do not change. */
export type GraphWrite = NewGraph & (NewLines | NewPieces);

/** Where a write goes. */
export interface NewGraph {
  /** IRI of the graph. */
  readonly graph: string;
  readonly mode: ImportMode;
  /** The load record to store with the graph, in the same commit. */
  readonly record?: NewRecord | undefined;
  /**
   * Whether the graph is apart from the union of all graphs: only queries and updates that name it see it. For a store
   * with `capabilities.keepsApart`. Default: as it was; a new graph is not.
   */
  readonly apart?: boolean | undefined;
}

/** Lines from outside, which the store checks. */
export interface NewLines {
  readonly nquads: NQuadsChunks;
}

/** Pieces made by our own writer or by a store: valid lines without duplicates, which are not checked again. */
export interface NewPieces {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
}

/** A graph and its size in quads before and after a write. */
export interface GraphChange {
  readonly graph: string;
  readonly before: number;
  readonly after: number;
  /**
   * N-Quads lines of the write, some of them if there are many, that the store takes for the same as others, or
   * changed: an engine without own types for values may do that. Default: none.
   */
  readonly missing?: readonly string[];
}

/** What an update did to one graph, in quads. */
export interface GraphDifference {
  readonly graph: string;
  readonly added: number;
  readonly removed: number;
}

/** A graph after an update that was tried out. */
export interface TriedGraph extends GraphDifference {
  /** The quads that it has before and after. */
  readonly kept: readonly Piece[];
  /** The quads that it has after only. */
  readonly gained: readonly Piece[];
  /** The quads that it has before only. */
  readonly lost: readonly Piece[];
}

/** What an update does with a graph. */
export type UpdateStep = 'read' | 'compared' | 'written';

/** How to run an update. */
export interface UpdateWork extends WorkOptions {
  /** The graphs that the text can reach (undefined: any), from a caller who has looked. Default: the store looks. */
  readonly graphs?: { readonly reachable: ReadonlySet<string> | undefined } | undefined;
  /** Called now and then, with the graphs of a step that are done. */
  readonly onProgress?: ((done: number, total: number, graph: string, step: UpdateStep) => void) | undefined;
}

/** Media types in which a store writes the answer to a query. A triple has no graph, so TriG is not among them; we write RDF/XML ourselves. */
export type ResultMediaType =
  RowMediaType | Exclude<WrittenSyntax['mediaType'], 'application/trig' | 'application/rdf+xml'>;

/** A graph that was removed, and perhaps came back. */
export interface RemovalNote {
  readonly graph: string;
  /** When it was removed or came back, ISO 8601 in UTC. */
  readonly time: string;
  readonly isThere: boolean;
}

/** How to stop a long operation. */
export interface WorkOptions {
  /** Aborts the operation, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** How to write graphs. */
export interface PutWork {
  /** Called after each commit: once if `capabilities.atomic`, else after each batch of the store. */
  readonly onCommitted?: ((changes: readonly GraphChange[]) => void) | undefined;
}

/** What to remove. */
export interface DropWork extends WorkOptions {
  /** Remove graphs of an endpoint also if no store of ours has written them. Default false. */
  readonly foreign?: boolean | undefined;
}

/** How to make the index of a store. */
export interface IndexWork extends WorkOptions {
  /** Index the full text too. Default false. */
  readonly text?: boolean | undefined;
  /**
   * Drop all that is derived from the graphs first, which may be damaged: the index, the full
   * text and the lookup of keys.
   * A full text that was there is made again too, the lookup by the next {@link GraphStore.indexKeys}. Default false.
   */
  readonly rebuild?: boolean | undefined;
  /** Called now and then, with the graphs that are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A stream of quads: an RDF/JS Stream that can also be read with `for await`. Destroying it releases its snapshot. */
export type QuadStream = Stream<Quad> & AsyncIterable<Quad> & { destroy(error?: Error): unknown };

/** A term to match; a variable, null or undefined matches every term. */
export type TermPattern = Term | null | undefined;

/** What a query reads. */
export interface QueryOptions extends WorkOptions {
  /**
   * Query only these graphs. Default: all graphs, and the default graph of the query is their union, without the graphs
   * apart that the text does not name.
   */
  readonly graphs?: readonly string[] | undefined;
  /**
   * The named graphs of the query; `graphs`, by default none, are then its default graph only, and FROM in its text has
   * no effect (SPARQL 1.1 Protocol, section 2.1.4).
   */
  readonly named?: readonly string[] | undefined;
  /** Graphs that exist for this query only and are not in the store: N-Quads by graph name. */
  readonly extra?: Readonly<Record<string, Iterable<Uint8Array>>> | undefined;
  /**
   * Refuse more rows than this before the first chunk. A store that reads a result bit by bit leaves that to its
   * reader. Default: none are refused.
   */
  readonly most?: number | undefined;
  /** Throw a `NotIndexed` where the store would have to read graphs, or words, that its index lacks. Default false. */
  readonly onlyIndexed?: boolean | undefined;
  /**
   * Called once with how a store has answered, before the first chunk; not by a store that
   * leaves that to another process.
   */
  readonly onPlan?: ((plan: QueryPlan) => void) | undefined;
}

/** A store whose graphs a load may replace. */
export type ReplaceableGraphs = GraphReader & Pick<GraphStore, 'capabilities'>;

/** Reads from a store; each answer shows one moment. */
export interface GraphReader {
  /** Number of quads of each graph, or of the named ones that exist; a graph without quads does not exist. */
  graphs(names?: Iterable<string>): Promise<Map<string, number>>;
  /**
   * A mark of each graph, or of the named ones that exist: it changes with each change of the quads of the graph. A
   * store may return the same map again while nothing has changed.
   */
  marks(names?: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** The graphs that are apart from the union of all graphs. A store may return the same set again; it must not be changed. */
  apart(): Promise<ReadonlySet<string>>;
  /**
   * The N-Quads of the named graphs, or of all, one graph after the other, in chunks of whole lines of one moment. A
   * graph that does not exist yields nothing.
   */
  nquads(...graphs: readonly string[]): AsyncIterable<Uint8Array>;
  /** Records in the order in which they were written. */
  records(choice?: RecordChoice): Promise<StoredRecord[]>;
  /** All records, in that order, for callers that keep little of each: they are read in pieces. */
  eachRecord(): AsyncIterable<StoredRecord>;
  /**
   * The graphs that fit at least one of the choices, with all of their records, in the order of `graphs`. A store may
   * keep a lookup of the keys, so that this costs what it finds; without one it reads all records.
   * @param most for a glance: at most so many for each choice, the first by their keys. Without a lookup only the first
   * records are read. Default: all.
   */
  find(keys: GraphKeys, choices: readonly KeyChoice[], most?: number): Promise<Map<string, readonly StoredRecord[]>>;
  /**
   * Finds entities by words of their names, descriptions and other values, the best ones first. All words have to be in
   * one graph; `"some words"` in this order, `rain*` for words that begin so, `-word` for what is not to be there.
   * @throws CrateError ERR_USAGE for a text without a word, ERR_UNSUPPORTED for a store without full text
   */
  search(words: string, options?: SearchOptions): Promise<FoundTexts>;
  /**
   * All entities with the words, in each graph, as `cg:search` of a query finds them.
   * @throws CrateError as {@link search}
   */
  hits(words: string, options?: WorkOptions): Promise<readonly TextHit[]>;
  /** The kept file with this SHA-256, in chunks; yields nothing if no record keeps it. */
  file(sha256: string): AsyncIterable<Uint8Array>;
  /**
   * Answers a query (SPARQL 1.1 Query) in a media type.
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT
   */
  query(sparql: string, mediaType: ResultMediaType, options?: QueryOptions): AsyncIterable<Uint8Array>;
  /**
   * Says which graphs will be asked for one by one, with their records and files, in this order: then a snapshot of a
   * store behind a network reads many in one request. Others do not need to know.
   * @param files SHA-256 of the files, from a caller who has the records already. Default: those of the records
   */
  readAhead?(graphs: Iterable<string>, files?: Iterable<string>): void;
}

/** A store at one moment. */
export interface GraphSnapshot extends GraphReader {
  /**
   * Runs a SPARQL update and commits nothing. It takes no lock.
   * @returns the graphs that it would change
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_LIMIT
   */
  tryUpdate(sparql: string, options?: UpdateWork): Promise<TriedGraph[]>;
  /** The graphs that were removed since {@link GraphStore.keepRemovals}; undefined if the store does not keep that. */
  removals(): Promise<RemovalNote[] | undefined>;
  /** Releases the snapshot. */
  close(): void;
}

/**
 * A store of named graphs, in text and bytes; it does not know RO-Crate. It is also an RDF/JS Source, so that Comunica
 * can query it together with other sources.
 * It runs SPARQL 1.1 Query and Update; the graph operations follow the SPARQL 1.1 Graph Store Protocol, section 5.
 */
export interface GraphStore extends GraphReader, Source {
  readonly capabilities: Capabilities;
  /** A snapshot of the present moment, for several reads that belong together. */
  snapshot(): GraphSnapshot;
  /**
   * The quads that match a pattern, of one moment, in their named graphs (RDF/JS Source). Searches the text of the
   * graphs: name the graph if you know it. An error becomes the error of the stream. To stop early, destroy the stream.
   * @param graph one graph; default all. The default graph of a store is empty: for the union of the graphs, Comunica
   * has the option `unionDefaultGraph`
   */
  match(subject?: TermPattern, predicate?: TermPattern, object?: TermPattern, graph?: TermPattern): QuadStream;
  /** The number of quads that match a pattern, for the plans of Comunica; Infinity if the store cannot be read. */
  countQuads(
    subject?: TermPattern,
    predicate?: TermPattern,
    object?: TermPattern,
    graph?: TermPattern,
  ): Promise<number>;
  /**
   * Writes all of the graphs, or none if `capabilities.atomic`.
   * @throws CrateError ERR_GRAPH_EXISTS for mode `create` and a graph that exists, ERR_STORE_LOCKED, ERR_RDF_SYNTAX,
   * ERR_UNSUPPORTED for a graph apart in a store that keeps none
   */
  put(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>, work?: PutWork): Promise<GraphChange[]>;
  /**
   * Removes graphs with their records and kept files. A signal ends the wait for other writers.
   * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_STORE_LOCKED, ERR_USAGE for graphs that another program has written
   */
  drop(graphs: Iterable<string>, options?: DropWork): Promise<GraphChange[]>;
  /**
   * Runs a SPARQL update, all of it or nothing.
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED, ERR_LIMIT
   */
  update(sparql: string, options?: UpdateWork): Promise<GraphDifference[]>;
  /**
   * Makes the index of the graphs, or brings it up to date, so that a query costs what it matches. No answer depends on
   * it, and a store without one does nothing.
   * @throws CrateError ERR_STORE_LOCKED, ERR_OUTPUT for one that cannot be written, ERR_STORE_INVALID
   */
  index(options?: IndexWork): Promise<void>;
  /**
   * Whether the index, and the full text if asked for, has all graphs as they are now, or the store has none. Fast: a
   * server asks before each query.
   */
  isIndexed(options?: Pick<IndexWork, 'text'>): Promise<boolean>;
  /**
   * The same for the lookup of keys that `find` uses. A store with few graphs needs none.
   * @throws CrateError as {@link index}
   */
  indexKeys(keys: GraphKeys, options?: WorkOptions): Promise<void>;
  /**
   * From now on keeps the names of graphs that are removed, for those who copy the store. A store without
   * `capabilities.keepsRemovals` does nothing.
   * @returns whether it has just begun
   * @throws CrateError ERR_STORE_LOCKED, ERR_OUTPUT for one that cannot be written
   */
  keepRemovals(): Promise<boolean>;
  close(): Promise<void>;
}
