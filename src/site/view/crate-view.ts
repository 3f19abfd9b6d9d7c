/** A crate as people read it: its entities in the order of its document, with names and references. */
export interface CrateView {
  /** IRI of the Root Data Entity; also the name of its graph in a store. */
  readonly iri: string;
  readonly root: ViewEntity;
  /** The Metadata Descriptor; undefined if the document has none. */
  readonly descriptor: ViewEntity | undefined;
  /** Why the terms that only the crate defines are named after their IRIs: its context was not available. Undefined if it was. */
  readonly missingContext?: string | undefined;
  /** All entities in the order of the document, with descriptor and root. */
  readonly entities: readonly ViewEntity[];
  /** The entity of an identifier, as written (`#alice`) or absolute; undefined if the crate does not describe it. */
  entity(id: string): ViewEntity | undefined;
  /**
   * Reads what {@link mentions} needs while other events happen; without it, the first call takes that time at once.
   */
  prepareMentions(): Promise<void>;
  /** What refers to an entity, in the order of the document. */
  mentions(entity: ViewEntity): readonly Mention[];
  /** The IRI of a type as written, such as `Person`; undefined if no context defines it. */
  typeIri(name: string): string | undefined;
}

/** An entity of a crate. */
export interface ViewEntity {
  /** As the document writes it: `./`, `data/table.csv`, `#alice`, `_:b1`, `https://orcid.org/...`. */
  readonly id: string;
  /** Absolute IRI; for a blank node its label, `_:b1`. */
  readonly iri: string;
  /** As the document writes them: `File`, `Person`. */
  readonly types: readonly string[];
  /** The first `name`; undefined without one. */
  readonly name: string | undefined;
  /** All properties in the order of the document, without `@id` and `@type`. */
  readonly properties: readonly ViewProperty[];
}

/** A property with its values, in order. */
export interface ViewProperty {
  /** As the document writes it: `author`. */
  readonly key: string;
  /** IRI of the property; undefined if no context defines the key. */
  readonly iri: string | undefined;
  readonly values: readonly ViewValue[];
}

/** A literal, or a reference to an entity or to something outside of the crate. */
export type ViewValue =
  | { readonly text: string; readonly datatype?: string | undefined; readonly language?: string | undefined }
  | { readonly reference: string; readonly iri: string };

/** A place that refers to an entity. */
export interface Mention {
  readonly entity: ViewEntity;
  readonly key: string;
}
