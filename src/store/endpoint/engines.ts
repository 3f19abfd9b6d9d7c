/**
 * How a query gets the union of all named graphs as its default graph: without doing anything, by a parameter in the URL,
 * with its pattern in `GRAPH <iri> { }`, or by naming each graph in the request.
 */
export type UnionDefaultGraph =
  | { readonly by: 'always' }
  | { readonly by: 'parameter'; readonly name: string; readonly value: string }
  | { readonly by: 'graph'; readonly iri: string }
  | { readonly by: 'listed' };

/** What is known about an engine behind an endpoint. Nothing else in the house knows an engine by its name. */
export interface EngineFacts {
  /** For people. */
  readonly name: string;
  readonly union: UnionDefaultGraph;
  /** A POST of N-Quads to the data address adds them to their graphs. Without this, each graph has a request of its own. */
  readonly takesQuads: boolean;
  /** The property of the JSON answer to a POST or PUT of data that has the number of statements it contained. */
  readonly writeCount: string | undefined;
  /** An update of several operations is one transaction. */
  readonly atomicUpdates: boolean;
  /** `"01"^^xsd:integer` keeps its spelling, `"a"@EN` its case. */
  readonly keepsLexicalForms: boolean;
  /** Characters of a literal that the graph store takes; longer ones go by INSERT DATA. Infinity without a limit. */
  readonly maxLiteral: number;
  /** Bytes of one update. */
  readonly maxUpdate: number;
  /** Bytes of one body of data. */
  readonly maxBody: number;
  /** Writes at once. */
  readonly parallelWrites: number;
  /** The header of an answer that says at how many rows the engine has cut it. */
  readonly rowLimitHeader: string | undefined;
}
