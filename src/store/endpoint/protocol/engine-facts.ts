/**
 * How a query gets the union of all named graphs as its default graph: without doing anything, by a prologue that
 * leaves out the graphs of the engine itself, by a parameter in the URL, with its pattern in `GRAPH <iri> { }`, or by
 * naming each graph in the request.
 */
export type UnionDefaultGraph =
  | { readonly by: 'always' }
  | { readonly by: 'prologue'; readonly text: string; readonly leftOut: readonly string[] }
  | { readonly by: 'parameter'; readonly name: string; readonly value: string }
  | { readonly by: 'graph'; readonly iri: string }
  | { readonly by: 'listed' };

/** How an engine limits the rows of an answer. */
export interface RowLimit {
  /** The header of an answer that has the limit. */
  readonly header: string;
  /** The setting of the engine. */
  readonly setting: string;
}

/** How an engine says that it takes no changes at all. */
export interface ReadOnlyAnswer {
  readonly status: number;
  /** What it says then, where the status says other things, too. */
  readonly said?: RegExp;
  /** Ends a sentence that begins with the address. */
  readonly reason: string;
  readonly hint: string;
}

/** What is known about an engine behind an endpoint; `engines.ts` alone knows engines by their names. */
export interface EngineFacts {
  /** For people. */
  readonly name: string;
  readonly union: UnionDefaultGraph;
  /** Where the union also has the triples outside of all graphs: a query that has a row if there are any. */
  readonly looseTriples: string | undefined;
  /**
   * A FILTER may run before its variable has a value, and then drops a row that VALUES with UNDEF or OPTIONAL has left
   * without one. There MINUS of VALUES leaves solutions out, which other engines ignore.
   */
  readonly filtersEarly: boolean;
  /**
   * A path with `*`, `+` or `?` finds a node once for each way to it, and one of no steps does not lead from a literal
   * to itself.
   */
  readonly countsWays: boolean;
  /** Two nodes count once, whatever alternatives of a path lead from one to the other. */
  readonly alternativesOnce: boolean;
  /** Beside a path, VALUES with UNDEF or with one row loses values and solutions. */
  readonly losesValues: boolean;
  /**
   * A SELECT with ORDER BY and LIMIT or OFFSET that is joined with something loses rows and repeats others: it is
   * sorted for many rows of the rest at once, and cut as if it were for one.
   */
  readonly cutsAgain: boolean;
  /** Booleans are numbers, and texts are read as numbers and dates where they are compared or calculated with. */
  readonly mixesValues: boolean;
  /** A pattern of a known graph costs what the graph has; without an index of graphs, it reads all of the store. */
  readonly indexesGraphs: boolean;
  /** Plans a query once for its text, by what the store had then: the plan for an empty graph reads a full one slowly. */
  readonly keepsPlans: boolean;
  /**
   * A POST of N-Quads to the data address adds them to their graphs. Without this, each graph has a request of its own.
   */
  readonly takesQuads: boolean;
  /** The property of the JSON answer to a POST or PUT of data that has the number of statements it contained. */
  readonly writeCount: string | undefined;
  /** An update of several operations is one transaction, if it arrives whole. */
  readonly atomicUpdates: boolean;
  /** `"01"^^xsd:integer` keeps its spelling, `"a"@EN` its case. */
  readonly keepsLexicalForms: boolean;
  /** Gives some values as others, such as `"0"` for `"abc"^^xsd:integer`; what it stores must be compared. */
  readonly altersValues: boolean;
  /** Bytes of a line that the graph store takes, also many in one body; longer ones go by INSERT DATA. */
  readonly maxLiteral: number;
  /** Bytes of one update. */
  readonly maxUpdate: number;
  /** Triples in the data of one update. */
  readonly maxUpdateTriples: number;
  /** Bytes of one body of data. */
  readonly maxBody: number;
  /** Writes at once. */
  readonly parallelWrites: number;
  /** How an answer says at how many rows the engine has cut it. */
  readonly rowLimit: RowLimit | undefined;
  /** The answer to a change where it is set up for reading; undefined if its text says so. */
  readonly readOnly: ReadOnlyAnswer | undefined;
  /** Graphs of the engine itself, which are no data: they are never shown, written or dropped. */
  readonly ownGraphs: readonly string[];
}

/** The addresses of an endpoint. */
export interface EndpointAddresses {
  readonly query: URL;
  /** Undefined if no address for updates is known: then it can only be read. */
  readonly update: URL | undefined;
  /** Graph Store Protocol: `graphUrl(graphStore, iri)` is the address of one graph. */
  readonly graphStore: URL | undefined;
  /** Takes N-Quads of any graphs by POST; undefined unless `facts.takesQuads`. */
  readonly data: URL | undefined;
}

/**
 * Shell commands that load a folder of shards into an engine, by what it is (its state, how it is installed). Upper-case
 * words are places to fill in.
 */
export type LoaderCommands = Readonly<Record<string, string>>;

/**
 * A request by which an engine shows what it is, also behind a proxy that replaces its headers: parameters for its
 * address of queries that no other engine understands. It reads nothing and changes nothing.
 */
export interface EngineProof {
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** What this engine answers. Nothing of it is in the parameters, so that no echo of them is taken for it. */
  readonly status: number;
  readonly answer: RegExp;
}

/** What an engine does, where it has its addresses, and how it loads files. */
export interface Engine {
  readonly facts: EngineFacts;
  /** The addresses, by any of them or by the address of the host. */
  readonly addresses: (location: URL) => EndpointAddresses;
  readonly loaders: LoaderCommands;
}

/** An engine that can be recognised. */
export interface KnownEngine extends Engine {
  /** What people call it by, in lower case. */
  readonly id: string;
  /** The header that only this engine sends, also with an error. */
  readonly header?: { readonly name: string; readonly value: RegExp };
  readonly proof: EngineProof;
}
