/** How to search the full text of a store. */
export interface SearchOptions {
  /** Aborts the search, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Search only these graphs. Default: all. */
  readonly graphs?: readonly string[] | undefined;
  /** Only entities of this type: its IRI, or the last part of it, such as `Dataset`. Default: of any, or none. */
  readonly type?: string | undefined;
  /** Entities of the answer. Default 20. */
  readonly rows?: number | undefined;
  /** Entities before them, which are left out. Default 0. */
  readonly offset?: number | undefined;
  /** Name all graphs that have the words too. Default false. */
  readonly listGraphs?: boolean | undefined;
}

/** An entity that a search has found. */
export interface FoundEntity {
  /** Its IRI, or `_:` and the label of a blank node. */
  readonly entity: string;
  readonly name: string | undefined;
  /** IRIs of its types. */
  readonly types: readonly string[];
  /** The graphs that have the words of it, the best one first; ten of them at most. */
  readonly graphs: readonly string[];
  /** The name that the first of these graphs gives itself: that of a crate. */
  readonly graphName: string | undefined;
  /** How many graphs have the words. */
  readonly inGraphs: number;
  /** Larger for a better one; numbers of two searches have nothing in common. */
  readonly score: number;
  /** The values that have the words, the best one first, and their properties; a part of the IRI itself has none. */
  readonly matches: readonly { readonly property: string | undefined; readonly text: string }[];
}

/** What a search has found. */
export interface FoundTexts {
  /** How many entities have the words, and the type. */
  readonly total: number;
  /** The types of the entities that have the words, the most frequent first. */
  readonly types: readonly { readonly type: string; readonly entities: number }[];
  readonly entities: readonly FoundEntity[];
  /** With `listGraphs`: the graphs that have all words, each perhaps in another entity, the best ones first. */
  readonly graphs?: readonly string[] | undefined;
}
