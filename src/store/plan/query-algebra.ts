/**
 * The algebra of a query (SPARQL 1.1 Query, section 18.2), over slots instead of names: each variable of each scope has
 * a number. A `GRAPH ?g` clause has a slot of its own for the number of the graph, which joins like a variable.
 */
export type QueryNode =
  | TripleNode
  | ClosureNode
  | SearchNode
  | ValuesNode
  | GraphsNode
  | JoinNode
  | UnionNode
  | OptionalNode
  | MinusNode
  | ExtendNode
  | GroupNode
  | ProjectNode
  | DistinctNode
  | SortNode
  | SliceNode;

/** What each node says about its solutions. */
interface Binds {
  /** The slots that every solution binds, and those that one may bind. */
  readonly certain: ReadonlySet<number>;
  readonly possible: ReadonlySet<number>;
}

/** A variable, or an N-Quads term. */
export type Place = { readonly slot: number } | { readonly term: string };

/** Where triples are looked for: in the default graph, in the graph of a slot, or in one graph. */
export type GraphPlace = 'default' | Place;

/** A triple pattern. */
export interface TripleNode extends Binds {
  readonly kind: 'triple';
  readonly subject: Place;
  readonly predicate: Place;
  readonly object: Place;
  readonly graph: GraphPlace;
  /** Predicates of which one has to match, instead of `predicate`. Each one that does is a solution. */
  readonly any: readonly string[];
  /** The variable that is the name of the graph: only rows in which both are the same count. */
  readonly self: number | undefined;
}

/** A path of any length: `?`, `*` or `+`. */
export interface ClosureNode extends Binds {
  readonly kind: 'closure';
  readonly subject: Place;
  readonly object: Place;
  readonly graph: GraphPlace;
  readonly step: PathStep;
  readonly least: 0 | 1;
  readonly isMany: boolean;
}

/** A path from one node to the next ones. */
export type PathStep =
  | { readonly kind: 'predicate'; readonly term: string }
  | { readonly kind: 'inverse'; readonly of: PathStep }
  | { readonly kind: 'sequence' | 'alternative'; readonly steps: readonly PathStep[] }
  | { readonly kind: 'not'; readonly terms: readonly string[] }
  | { readonly kind: 'closure'; readonly of: PathStep; readonly least: 0 | 1; readonly isMany: boolean };

/** A search of the full text. */
export interface SearchNode extends Binds {
  readonly kind: 'search';
  readonly entity: Place;
  readonly words: Place;
  readonly score: Place | undefined;
  readonly text: Place | undefined;
  readonly graph: GraphPlace;
  /** What `words` may be: N-Quads terms, and what is searched for each. */
  readonly asked: readonly { readonly term: string; readonly words: string }[];
}

/** VALUES: rows of terms. */
export interface ValuesNode extends Binds {
  readonly kind: 'values';
  readonly slots: readonly number[];
  /** N-Quads terms, row by row. */
  readonly rows: readonly (readonly (string | undefined)[])[];
}

/** The named graphs: their numbers and their IRIs. */
export interface GraphsNode extends Binds {
  readonly kind: 'graphs';
  readonly number: number;
  readonly name: number;
}

/** Parts in any order, and filters over all of them. */
export interface JoinNode extends Binds {
  readonly kind: 'join';
  readonly parts: readonly QueryNode[];
  readonly filters: readonly PlanExpression[];
}

/** The solutions of all branches. */
export interface UnionNode extends Binds {
  readonly kind: 'union';
  readonly branches: readonly QueryNode[];
}

/** OPTIONAL: filters see both sides. */
export interface OptionalNode extends Binds {
  readonly kind: 'optional';
  readonly left: QueryNode;
  readonly right: QueryNode;
  readonly filters: readonly PlanExpression[];
}

/** MINUS. */
export interface MinusNode extends Binds {
  readonly kind: 'minus';
  readonly left: QueryNode;
  readonly right: QueryNode;
  /** The slot of the graph, which does not count as a variable that both sides share. */
  readonly graph: number | undefined;
}

/** BIND, and expressions that are selected. */
export interface ExtendNode extends Binds {
  readonly kind: 'extend';
  readonly input: QueryNode;
  readonly slot: number;
  readonly expression: PlanExpression;
  /** Whether its values are compared with each other only, so that equal terms elsewhere may have other ids. */
  readonly isLast: boolean;
}

/** GROUP BY, and aggregates without it. */
export interface GroupNode extends Binds {
  readonly kind: 'group';
  readonly input: QueryNode;
  readonly keys: readonly number[];
  readonly aggregates: readonly PlanAggregate[];
}

/** An aggregate, and the slot of its value. */
export interface PlanAggregate {
  readonly slot: number;
  readonly name: 'count' | 'sum' | 'min' | 'max' | 'avg' | 'sample' | 'group_concat';
  /** Undefined for `COUNT(*)`; then the slots that make rows distinct. */
  readonly expression: PlanExpression | undefined;
  readonly all: readonly number[];
  readonly isDistinct: boolean;
  readonly separator: string;
}

/** The columns that a query selects. */
export interface ProjectNode extends Binds {
  readonly kind: 'project';
  readonly input: QueryNode;
  readonly slots: readonly number[];
}

/** Each solution once. */
export interface DistinctNode extends Binds {
  readonly kind: 'distinct';
  readonly input: QueryNode;
}

/** ORDER BY. */
export interface SortNode extends Binds {
  readonly kind: 'sort';
  readonly input: QueryNode;
  readonly keys: readonly { readonly expression: PlanExpression; readonly isDescending: boolean }[];
}

/** LIMIT and OFFSET. */
export interface SliceNode extends Binds {
  readonly kind: 'slice';
  readonly input: QueryNode;
  readonly offset: number;
  readonly limit: number;
}

/** An expression that is covered. */
export type PlanExpression =
  | { readonly kind: 'variable'; readonly slot: number; readonly slots: ReadonlySet<number> }
  | { readonly kind: 'constant'; readonly term: string; readonly slots: ReadonlySet<number> }
  | CallExpression
  | ExistsExpression;

/** A function or operator, by the name that the parser gives it. */
export interface CallExpression {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly PlanExpression[];
  /** All slots inside. */
  readonly slots: ReadonlySet<number>;
}

/** EXISTS; NOT EXISTS is its negation. */
export interface ExistsExpression {
  readonly kind: 'exists';
  readonly pattern: QueryNode;
  readonly slots: ReadonlySet<number>;
}
