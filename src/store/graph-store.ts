import type { BlankNode, DefaultGraph, NamedNode, Quad, Term } from '@rdfjs/types';

/** N-Quads as text or in UTF-8, in pieces (about 256 KiB each are what engines load fastest). */
export type NQuadsChunks = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** What is to become of a graph that the store already holds: fail, put the new quads in its place, or add to it. */
export type ImportMode = 'create' | 'replace' | 'merge';

/** New content of one named graph. */
export interface GraphWrite {
  readonly graph: NamedNode;
  readonly mode: ImportMode;
  /** Every line carries `graph` as its graph term; blank node labels are final and are kept by the store. */
  readonly nquads: NQuadsChunks;
  /**
   * The pieces were made by our own writer from a document, and not read from somewhere: whole lines of this graph,
   * legal terms. They are not checked again. Default false.
   */
  readonly trusted?: boolean;
  /** How many lines the pieces hold, if that is known: then they are not counted. */
  readonly lines?: number;
  /** Where the pieces come from, for the error when they are refused. */
  readonly from?: string;
  /** Single quads to take out before the new ones go in (mode `merge` only). */
  readonly remove?: Iterable<Quad>;
}

/** What an import did to one graph: its size in quads before and after. */
export interface GraphChange {
  readonly graph: NamedNode;
  readonly before: number;
  readonly after: number;
}

/** What an update did to one graph, in quads. */
export interface GraphDifference {
  readonly graph: NamedNode | DefaultGraph;
  readonly added: number;
  readonly removed: number;
}

/** A solution of a SELECT query. */
export type Bindings = ReadonlyMap<string, Term>;

/** The answer to a SPARQL query, by its form (SPARQL 1.1 Query, section 16). */
export type QueryResult =
  | {
      readonly kind: 'bindings';
      readonly variables: readonly string[];
      readonly rows: Iterable<Bindings> | AsyncIterable<Bindings>;
    }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'quads'; readonly quads: Iterable<Quad> | AsyncIterable<Quad> };

/** Media types in which a store writes a query result itself. */
export type ResultMediaType =
  | 'application/sparql-results+json'
  | 'application/sparql-results+xml'
  | 'text/csv'
  | 'text/tab-separated-values'
  | 'application/n-quads'
  | 'text/turtle';

/** How to ask. */
export interface QueryOptions {
  /** Ask only these graphs; without it the default graph of the query is the union of all graphs. */
  readonly graphs?: readonly NamedNode[];
}

/**
 * A graph store: named graphs of RDF, with SPARQL. It has never heard of RO-Crate.
 * SPARQL 1.1 Query and Update; the graph operations follow the SPARQL 1.1 Graph Store Protocol, section 5.
 */
export interface GraphStore {
  /** Quads that match the pattern (RDF/JS Source, as an iterable). */
  match(
    subject?: Term | null,
    predicate?: Term | null,
    object?: Term | null,
    graph?: Term | null,
  ): Iterable<Quad> | AsyncIterable<Quad>;
  /**
   * One graph as N-Triples text in pieces of whole lines, one triple to a line, blank node labels kept; nothing when
   * there is no such graph. For those who read all of it: no object is made for a quad.
   */
  triples(graph: NamedNode): Iterable<string> | AsyncIterable<string>;
  /** Number of quads of one graph, 0 when there is no such graph. */
  size(graph: NamedNode | BlankNode | DefaultGraph): Promise<number>;
  /**
   * Writes all of the graphs or none of them; durable (where the store has a place) when the promise resolves.
   * @throws CrateError ERR_GRAPH_EXISTS for mode `create` and a graph that has quads, ERR_STORE_LOCKED, ERR_RDF_SYNTAX;
   * its `details.refused` lists the writes (`graph`, `from`) whose lines were found to be no N-Quads
   */
  import(writes: Iterable<GraphWrite> | AsyncIterable<GraphWrite>): Promise<GraphChange[]>;
  /** Removes the graphs, all or none. @throws CrateError ERR_GRAPH_NOT_FOUND */
  deleteGraphs(graphs: Iterable<NamedNode>): Promise<GraphChange[]>;
  /** Answers a SPARQL query. @throws CrateError ERR_QUERY_SYNTAX */
  query(sparql: string, options?: QueryOptions): Promise<QueryResult>;
  /** Answers a SPARQL query as text. @throws CrateError ERR_QUERY_SYNTAX, ERR_QUERY_FORMAT */
  queryText(sparql: string, mediaType: ResultMediaType, options?: QueryOptions): Promise<string>;
  /**
   * Runs a SPARQL update, all of it or nothing; durable (where the store has a place) when the promise resolves.
   * @returns the graphs that changed
   * @throws CrateError ERR_QUERY_SYNTAX
   */
  update(sparql: string): Promise<GraphDifference[]>;
  /** Gives up locks and memory. */
  close(): Promise<void>;
}
