import type { KnownAs } from './same-entities.js';
import type { OfFacets } from './facets.js';
import type { CratePlace } from './places/places.js';
import type { LoadRecord } from '../../tasks/stored/load-records.js';

/** What the list of crates sorts and filters by. */
export interface CrateSummary {
  /** The name of the crate in addresses: `/crates/<key>/`. */
  readonly key: string;
  /** IRI of the named graph: the Root Data Entity. */
  readonly graph: string;
  readonly name: string | undefined;
  /** The name, or else the address on the web, or what the folder or file is called that it was loaded from. */
  readonly title: string;
  /**
   * What lists narrow by, each value once: the names of the types of its entities, such as `File`, the most frequent
   * first; profiles, keywords, authors, publisher and places of the root, by their IRIs where these are outside of the crate,
   * else by name; licences, by their SPDX identifiers where they have one.
   */
  readonly facets: OfFacets<readonly string[]>;
  /** As written, such as `2026-11-22`. */
  readonly datePublished: string | undefined;
  /** What identifies its root in the world, without a version, see `workOf`. */
  readonly works: readonly string[];
  readonly entities: number;
  readonly files: number;
  /** The sum of the sizes that its files state. */
  readonly bytes: number;
}

/** What a list shows of a crate besides. */
export interface CrateDetails {
  readonly description: string | undefined;
  /** Names of authors and creators of the root. */
  readonly authors: readonly string[];
  /** The licences of the root: IRI or text, and the SPDX identifier or the name that this crate gives it. */
  readonly licences: readonly { readonly iri: string; readonly name: string | undefined }[];
}

/** A crate that has to do with another one. */
export interface CrateVersion {
  readonly crate: CrateSummary;
  /** As its root says. */
  readonly version: string | undefined;
}

/** How a crate has to do with another one. */
export type CrateRelation = 'version' | 'source' | 'derived';

/** The crates of one relation, which has some. */
export interface RelatedCrates {
  readonly relation: CrateRelation;
  readonly total: number;
  /** The first of them. */
  readonly shown: readonly CrateVersion[];
}

/** A term with the number of its uses. */
export interface UsedTerm {
  readonly iri: string;
  readonly uses: number;
}

/** The classes and properties of a store, the most frequent first. */
export interface UsedTerms {
  readonly classes: readonly UsedTerm[];
  readonly properties: readonly UsedTerm[];
}

/** A context as a crate declares it. */
export type DeclaredContext = Pick<LoadRecord, 'graph' | 'base' | 'context'>;

/**
 * What the crates of a store have in common: lists and links between crates come from here. It looks into the index of
 * a snapshot, which has to be open.
 */
export interface StoreIndex {
  /** The same object as long as the crates are the same. */
  readonly moment: object;
  /**
   * By name, then by graph; crates without a name last. Of a crate that is not indexed yet, it has what its load record
   * says: name and number of entities.
   */
  readonly crates: readonly CrateSummary[];
  /** How many crates are not indexed yet, or have changed since; what the index says of them comes later. */
  readonly pending: number;
  /** The crate of a key; undefined if there is none. */
  crate(key: string): CrateSummary | undefined;
  /** The crate of a graph. */
  crateOf(graph: string): CrateSummary | undefined;
  /** The crates that describe or refer to an IRI, or to another one that means the same. */
  cratesWith(iri: string): readonly CrateSummary[];
  /** All IRIs of what an IRI means, with the reasons; none if it is the only one. */
  alsoKnownAs(iri: string): readonly KnownAs[];
  /** The IRI that a crate has of what an IRI means. */
  iriIn(crate: Pick<CrateSummary, 'graph'>, iri: string): string;
  /** The name that a crate gives to an IRI, such as that of a person, a licence or a profile. */
  nameOf(iri: string): string | undefined;
  /** What a list shows of a crate. */
  details(crate: CrateSummary): CrateDetails;
  /** The places that a crate is about, at most 20. */
  places(crate: CrateSummary): readonly CratePlace[];
  /** Other versions of a crate, what it is based on, and what is based on it. */
  related(crate: CrateSummary): readonly RelatedCrates[];
  /** The classes and properties in use. */
  usedTerms(): Promise<UsedTerms>;
  /** The contexts that crates declare, each with one crate that does; the same list as long as they are the same. */
  readonly declaredContexts: readonly DeclaredContext[];
}
