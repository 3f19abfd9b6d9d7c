/** What a list of crates shows of one, and searches. */
export interface CrateSummary {
  /** The name of the crate in addresses: `/crates/<key>/`. */
  readonly key: string;
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Names of the types of its entities, such as `File` and `Person`, the most frequent first. */
  readonly types: readonly string[];
  /** Profiles that the root conforms to. */
  readonly profiles: readonly string[];
  /** Licences of the root. */
  readonly licences: readonly { readonly iri: string; readonly name: string | undefined }[];
  readonly keywords: readonly string[];
  /** As written, such as `2026-11-22`. */
  readonly datePublished: string | undefined;
  readonly entities: number;
  readonly files: number;
}

/** A term with the number of its uses. */
export interface UsedTerm {
  readonly iri: string;
  readonly uses: number;
}

/** What the crates of a store have in common: lists, searches and links between crates come from here. */
export interface StoreIndex {
  readonly crates: readonly CrateSummary[];
  /** The crate of a key; undefined if there is none. */
  crate(key: string): CrateSummary | undefined;
  /** The crates that describe or refer to an IRI. */
  cratesWith(iri: string): readonly CrateSummary[];
  /** Classes in use, the most frequent first. */
  readonly classes: readonly UsedTerm[];
  /** Properties in use, the most frequent first. */
  readonly properties: readonly UsedTerm[];
}
