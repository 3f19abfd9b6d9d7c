import type { Packable } from './packable.js';

/** What is known of a source, as JSON. */
export type RecordData = Readonly<Record<string, unknown>>;

/** N-Quads as text or in UTF-8, in pieces, wherever they are cut. */
export type NQuadsChunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** What is to become of a graph that the store already holds: fail, put the new quads in its place, or add to it. */
export type ImportMode = 'create' | 'replace' | 'merge';

/** Whole lines of one graph, of a size that is good to store and to load. */
export interface Piece {
  /** N-Quads in UTF-8. */
  readonly content: Packable;
  readonly quads: number;
}

/** New content of one named graph; every line carries `graph` as its graph term, blank node labels are kept. */
export type GraphWrite = NewGraph & (NewLines | NewPieces);

interface NewGraph {
  /** IRI of the graph. */
  readonly graph: string;
  readonly mode: ImportMode;
  /** What is kept beside the graph, in the same commit. */
  readonly record?: NewRecord | undefined;
}

/** Lines that were read from somewhere: they are checked. */
interface NewLines {
  readonly nquads: NQuadsChunks;
}

/** What our own writer or a store made: lines of legal terms, each once, which nobody checks again. */
interface NewPieces {
  readonly pieces: Iterable<Piece> | AsyncIterable<Piece>;
}

/** What is known of one source of a graph. A graph has one record for each source; all of them go with it. */
export interface StoredRecord {
  /** IRI of the graph. */
  readonly graph: string;
  /** Where the quads came from: a path, a URL, or `-`. */
  readonly source: string;
  /** SHA-256 of what was read there, in hexadecimal. */
  readonly sha256: string;
  /** Whether the file itself is kept. */
  readonly kept: boolean;
  /** Whether the graph holds more, or something else, than what came with the record: others have written to it, too. */
  readonly changed: boolean;
  readonly data: RecordData;
}

/** A record to be kept; it takes the place of an earlier one of the same graph and source. */
export interface NewRecord extends Pick<StoredRecord, 'source' | 'sha256' | 'data'> {
  /** The parts of the file, in their order, if it is to be kept. */
  readonly file?: Iterable<Packable> | undefined;
}

/** Chooses records; without a choice all. */
export type RecordChoice = Partial<Pick<StoredRecord, 'graph' | 'source' | 'sha256'>>;

/** A graph and its size in quads before and after. */
export interface GraphChange {
  readonly graph: string;
  readonly before: number;
  readonly after: number;
}

/** What an update did to one graph, in quads. */
export interface GraphDifference {
  readonly graph: string;
  readonly added: number;
  readonly removed: number;
}

/** Media types in which a store writes the answer to a query. */
export type ResultMediaType =
  | 'application/sparql-results+json'
  | 'application/sparql-results+xml'
  | 'text/csv'
  | 'text/tab-separated-values'
  | 'application/n-triples'
  | 'application/n-quads'
  | 'text/turtle';

/** How long to work. */
export interface WorkOptions {
  /** Ends the work. @throws what it was aborted with */
  readonly signal?: AbortSignal | undefined;
}

/** How to ask. */
export interface QueryOptions extends WorkOptions {
  /** Ask only these graphs; without it the default graph of the query is the union of all graphs. */
  readonly graphs?: readonly string[] | undefined;
  /** Graphs that are no data of the store and are made for this question: N-Quads by IRI. */
  readonly extra?: Readonly<Record<string, Iterable<Uint8Array>>> | undefined;
}

/** What a kind of store promises beyond the port; the contract suite tests what is declared. */
export interface Capabilities {
  /** One commit holds the writes of all graphs, or none of them. */
  readonly atomic: boolean;
  /** Changes and differences are counted quad by quad. */
  readonly exactDifferences: boolean;
  readonly keepsBlankLabels: boolean;
  /** `"01"^^xsd:integer` stays as it is spelled. */
  readonly keepsLexicalForms: boolean;
  /** What one process commits another one sees, and it is there after a crash. */
  readonly durable: boolean;
  /** A snapshot shows one moment, whatever is committed in the meantime; otherwise each of its answers does. */
  readonly snapshots: boolean;
}

/** What can be read of a store; each answer is of one moment. */
export interface GraphReader {
  /** Sizes in quads of the graphs, or of those that are named; a graph without quads does not exist. */
  graphs(names?: Iterable<string>): Promise<Map<string, number>>;
  /**
   * The N-Quads of graphs, one after the other, in pieces of whole lines, of one moment; nothing for a graph that does
   * not exist. Without names: of all graphs.
   */
  nquads(...graphs: readonly string[]): AsyncIterable<Uint8Array>;
  /** Records in the order in which they were written. */
  records(choice?: RecordChoice): Promise<StoredRecord[]>;
  /** The file of that SHA-256, part by part; nothing when no record keeps it. */
  file(sha256: string): AsyncIterable<Uint8Array>;
  /**
   * The answer to a query.
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT, ERR_LIMIT
   */
  query(sparql: string, mediaType: ResultMediaType, options?: QueryOptions): AsyncIterable<Uint8Array>;
}

/** A store at one moment. */
export interface GraphSnapshot extends GraphReader {
  /** Lets go of the moment. */
  close(): void;
}

/**
 * A place for named graphs, in text and bytes. It has never heard of RO-Crate or RDF/JS.
 * SPARQL 1.1 Query and Update; the graph operations follow the SPARQL 1.1 Graph Store Protocol, section 5.
 */
export interface GraphStore extends GraphReader {
  readonly capabilities: Capabilities;
  /** This moment, for those who read several things that belong together. */
  snapshot(): GraphSnapshot;
  /**
   * Writes all of the graphs or none of them, as far as `capabilities` promise it.
   * @throws CrateError ERR_GRAPH_EXISTS for mode `create` and a graph that is there, ERR_STORE_LOCKED, ERR_RDF_SYNTAX
   */
  put(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]>;
  /** Removes graphs with all that is kept beside them. @throws CrateError ERR_GRAPH_NOT_FOUND */
  drop(graphs: Iterable<string>): Promise<GraphChange[]>;
  /**
   * Runs a SPARQL update, all of it or nothing.
   * @throws CrateError ERR_QUERY_SYNTAX, ERR_STORE_LOCKED, ERR_LIMIT
   */
  update(sparql: string, options?: WorkOptions): Promise<GraphDifference[]>;
  close(): Promise<void>;
}
