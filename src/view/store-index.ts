import type { CrateStatistics } from '../inspect/statistics.js';
import type { LoadRecord } from '../stored/load-records.js';

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
  /** Names of the authors of the root. */
  readonly authors: readonly string[];
  /** As written, such as `2026-11-22`. */
  readonly datePublished: string | undefined;
  readonly entities: number;
  readonly files: number;
  /** The sum of the sizes that its files state. */
  readonly bytes: number;
}

/** A term with the number of its uses. */
export interface UsedTerm {
  readonly iri: string;
  readonly uses: number;
}

/** A context as a crate declares it. */
export type DeclaredContext = Pick<LoadRecord, 'graph' | 'base' | 'context'>;

/** What the crates of a store have in common: lists, searches and links between crates come from here. */
export interface StoreIndex {
  /**
   * By name, then by graph; crates without a name last. Of a crate that was not read yet, it has what its load record
   * says: name and number of entities.
   */
  readonly crates: readonly CrateSummary[];
  /** How many crates were not read yet, or have changed since; what the index says of them comes later. */
  readonly pending: number;
  /** The crate of a key; undefined if there is none. */
  crate(key: string): CrateSummary | undefined;
  /** The crate of a graph. */
  crateOf(graph: string): CrateSummary | undefined;
  /** The crates that describe or refer to an IRI. */
  cratesWith(iri: string): readonly CrateSummary[];
  /** The name that a crate gives to an IRI, such as that of a person, a licence or a profile. */
  nameOf(iri: string): string | undefined;
  /** Classes in use, the most frequent first. */
  readonly classes: readonly UsedTerm[];
  /** Properties in use, the most frequent first. */
  readonly properties: readonly UsedTerm[];
  /** The contexts that crates declare, each with one crate that does; the same list as long as they are the same. */
  readonly declaredContexts: readonly DeclaredContext[];
  /** Statistics of one crate, or of all together. */
  statistics(crate?: CrateSummary): CrateStatistics;
}
