import type { EntityValue, OneValue, EntityReference } from './entity-values.js';

/** An entity, an IRI, or several of them. */
export type Entities = EntityReference | string | readonly (EntityReference | string)[] | undefined;

/** Text, also in several languages. */
export type Text = Extract<OneValue, string | { readonly '@value': unknown }>;

/** EntityProperties that everything may have. Any other property that the context defines is allowed, too. */
export interface EntityProperties {
  /** Types besides the one that the method gives, such as `SoftwareSourceCode` for a file. */
  readonly '@type'?: string | readonly string[] | undefined;
  readonly name?: Text | readonly Text[] | undefined;
  readonly description?: Text | readonly Text[] | undefined;
  readonly identifier?: EntityValue;
  readonly url?: EntityValue;
  readonly sameAs?: EntityValue;
  readonly [property: string]: EntityValue;
}

/** EntityProperties of creative works, such as files, folders and crates. */
export interface WorkProperties extends EntityProperties {
  readonly author?: Entities;
  readonly contributor?: Entities;
  readonly publisher?: Entities;
  readonly license?: Entities;
  readonly conformsTo?: Entities;
  readonly isBasedOn?: Entities;
  readonly keywords?: EntityValue;
  /** A date as ISO 8601 text, or a `Date`. */
  readonly datePublished?: string | Date | undefined;
  readonly dateCreated?: string | Date | undefined;
  readonly dateModified?: string | Date | undefined;
}

/** What a crate says of itself. */
export interface RootProperties extends WorkProperties {
  readonly name: Text | readonly Text[];
}

/** EntityProperties of a file. */
export interface FileProperties extends WorkProperties {
  /** Number of bytes. */
  readonly contentSize?: number | string | undefined;
  /** Media type, and best the PRONOM entry besides it. */
  readonly encodingFormat?: EntityValue;
  /** Where the file can be downloaded. */
  readonly contentUrl?: EntityValue;
}

/** EntityProperties of a person. */
export interface PersonProperties extends EntityProperties {
  readonly name: Text;
  /** With or without `https://orcid.org/`. It becomes the identifier. */
  readonly orcid?: string | undefined;
  /** Identifier of a person without ORCID. Default: `#` and the name. */
  readonly '@id'?: string | undefined;
  readonly affiliation?: Entities;
}

/** EntityProperties of an organization. */
export interface OrganizationProperties extends EntityProperties {
  readonly name: Text;
  /** With or without `https://ror.org/`. It becomes the identifier. */
  readonly ror?: string | undefined;
  /** Identifier of an organization without ROR. Default: `#` and the name. */
  readonly '@id'?: string | undefined;
}

/** EntityProperties of a place. */
export interface PlaceProperties extends EntityProperties {
  readonly name: Text;
  /** Best an IRI of GeoNames or the like. Default: `#` and the name. */
  readonly '@id'?: string | undefined;
  /** Degrees north. With `longitude`, the place gets a point of its own (`geo`). */
  readonly latitude?: number | undefined;
  /** Degrees east. */
  readonly longitude?: number | undefined;
}

/** An entity of any other type. */
export interface AnyEntity extends EntityProperties {
  readonly '@type': string | readonly string[];
  /** Default: `#` and the name, or a blank node label if it has no name (format document, identifier rule 5). */
  readonly '@id'?: string | undefined;
}

/** The definition of a term from outside of the shared vocabulary (format document, ad hoc vocabulary). */
export interface TermProperties extends EntityProperties {
  /** The IRI of the term. */
  readonly iri?: string | undefined;
  /** A project, for a term of the public namespace: its IRI is `https://w3id.org/ro/terms/<project>#<term>`. */
  readonly project?: string | undefined;
  /** What the term is used for: a key, a `@type`, or another concept. Default `property`. */
  readonly use?: 'property' | 'class' | 'concept' | undefined;
  /** What the term means. May only be left out for terms of schema.org. */
  readonly description?: Text | undefined;
}
