import type { JsonObject } from '../../crate/json/value.js';
import { isObject } from '../../crate/json/value.js';
import { RDF, RDFS, SCHEMA } from '../../base/rdf/vocabulary.js';

/** How a term is used: as a key, as a type, or as a value that others refer to. */
export type TermRole = 'property' | 'class' | 'term';

/** An entity of a crate that defines a term. */
export interface TermDefinitionEntity {
  /** `@id` as written. */
  readonly id: string;
  readonly iri: string;
  /** What it defines the term as. */
  readonly roles: readonly TermRole[];
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** `rdfs:label` */
  readonly label?: string | undefined;
  /** `rdfs:comment` */
  readonly comment?: string | undefined;
  /** JSON pointer of the entity. */
  readonly pointer: string;
}

const OWL = 'http://www.w3.org/2002/07/owl#';

const ROLES: Readonly<Record<string, TermRole>> = {
  [`${RDF}Property`]: 'property',
  [`${OWL}ObjectProperty`]: 'property',
  [`${OWL}DatatypeProperty`]: 'property',
  [`${OWL}AnnotationProperty`]: 'property',
  [`${RDFS}Class`]: 'class',
  [`${OWL}Class`]: 'class',
  [`${SCHEMA}DefinedTerm`]: 'term',
};

/** The properties that describe a term. */
const TEXTS: Readonly<Record<string, 'name' | 'description' | 'label' | 'comment'>> = {
  [`${SCHEMA}name`]: 'name',
  [`${SCHEMA}description`]: 'description',
  [`${RDFS}label`]: 'label',
  [`${RDFS}comment`]: 'comment',
};

/** What the types of an entity define it as; none for an entity that defines no term. @param types IRIs */
export function rolesOf(types: readonly string[]): TermRole[] {
  return [...new Set(types.flatMap((type) => ROLES[type] ?? []))];
}

/** The texts about a term. @param meaning the IRI of a key */
export function definingTexts(
  json: JsonObject,
  meaning: (key: string) => string | undefined,
): Partial<TermDefinitionEntity> {
  const texts: Record<string, string> = {};
  for (const key in json) {
    const property = TEXTS[meaning(key) ?? ''];
    const text = [json[key] ?? []]
      .flat()
      .map((value) => (isObject(value) ? value['@value'] : value))
      .find((value): value is string => typeof value === 'string' && value.trim() !== '');
    if (property !== undefined && text !== undefined) texts[property] ??= text;
  }
  return texts;
}

/** The words of the name of a term: `tideDatum` as `tide datum`. */
export function labelOfName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replace(/[_-]+/g, ' ');
}
