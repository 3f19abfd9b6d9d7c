import { DCTERMS, schemaOrg } from '../../base/rdf/vocabulary.js';
import type { CrateView, ViewEntity, ViewProperty, ViewValue } from './crate-view.js';
import { entityLabel } from './entity-label.js';

/** A value as people read it. */
export interface DescribedValue {
  /** The text, or the name of what the value refers to. */
  readonly text: string;
  /** The identifier of what the value refers to, as the document writes it; undefined for a literal. */
  readonly id?: string;
}

/** A property of an entity, with its values in order. */
export interface DescribedProperty {
  /** As the document writes it. */
  readonly key: string;
  readonly values: readonly DescribedValue[];
}

/** What a crate is. */
export interface CrateDescription {
  /** IRI of the Root Data Entity. */
  readonly iri: string;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** What the root says of people, rights, times, names and profiles, in the order of {@link FACTS}. */
  readonly facts: readonly DescribedProperty[];
  readonly entities: number;
  /** How many entities have each type, the most frequent first. */
  readonly types: readonly { readonly type: string; readonly entities: number }[];
}

/** An entity, and what refers to it. */
export interface EntityDescription {
  /** As the document writes it. */
  readonly id: string;
  readonly iri: string;
  readonly name: string | undefined;
  readonly types: readonly string[];
  readonly properties: readonly DescribedProperty[];
  readonly mentions: readonly {
    /** The property that refers to it. */
    readonly key: string;
    readonly id: string;
    readonly text: string;
  }[];
}

const [DESCRIPTION] = [schemaOrg('description')];

/** The properties of a root that say what the crate is (RO-Crate 1.2, Root Data Entity, and who and when). */
const FACTS: readonly (readonly string[])[] = [
  ...['author', 'creator', 'contributor', 'publisher', 'funder', 'maintainer', 'contactPoint'].map(schemaOrg),
  ...['license', 'datePublished', 'dateCreated', 'dateModified', 'version', 'identifier'].map(schemaOrg),
  ...['keywords', 'isPartOf', 'mainEntity'].map(schemaOrg),
  [`${DCTERMS}conformsTo`],
];

/** Says what a crate is, from its root and the types of its entities. */
export function crateInWords(view: CrateView): CrateDescription {
  const { iri, root, entities } = view;
  const counts = new Map<string, number>();
  for (const { types } of entities) for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1);
  const of = (iris: readonly string[]) =>
    root.properties.filter((one) => one.iri !== undefined && iris.includes(one.iri));
  const [description] = of(DESCRIPTION).flatMap(({ values }) => values.map((value) => describeValue(view, value).text));
  return {
    iri,
    name: root.name,
    description,
    facts: FACTS.flatMap(of).map((property) => describeProperty(view, property)),
    entities: entities.length,
    types: [...counts].map(([type, count]) => ({ type, entities: count })).sort((a, b) => b.entities - a.entities),
  };
}

/** Says what an entity is, with all of its properties, and what refers to it. */
export async function entityInWords(view: CrateView, entity: ViewEntity): Promise<EntityDescription> {
  const { id, iri, name, types, properties } = entity;
  await view.prepareMentions();
  const mentions = view
    .mentions(entity)
    .map(({ key, entity: other }) => ({ key, id: other.id, text: entityLabel(other) }));
  return { id, iri, name, types, properties: properties.map((one) => describeProperty(view, one)), mentions };
}

function describeProperty(view: CrateView, { key, values }: ViewProperty): DescribedProperty {
  return { key, values: values.map((value) => describeValue(view, value)) };
}

function describeValue(view: CrateView, value: ViewValue): DescribedValue {
  if (!('reference' in value)) return { text: value.text };
  const entity = view.entity(value.iri);
  return { text: entity === undefined ? value.reference : entityLabel(entity), id: entity?.id ?? value.reference };
}
