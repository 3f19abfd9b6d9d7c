/** Properties that name an entity, by the last part of their IRI: in schema.org, Dublin Core, RDFS, SKOS and FOAF. */
const NAMES = new Set([
  'name',
  'alternateName',
  'legalName',
  'givenName',
  'familyName',
  'headline',
  'title',
  'label',
  'prefLabel',
  'altLabel',
]);
const DESCRIPTIONS = new Set(['description', 'abstract', 'keywords', 'keyword', 'subject', 'comment', 'definition']);

/** How much a word in the last part of an IRI counts: the name of a file, when it has no other. */
export const IRI_WEIGHT = 4;

/** How much a word counts in a value of a property: in a name more than in a description, there more than elsewhere. */
export function fieldWeight(property: string): number {
  if (isNaming(property)) return 9;
  return DESCRIPTIONS.has(lastName(property)) ? 3 : 1;
}

/** Whether a property names an entity. */
export function isNaming(property: string): boolean {
  return NAMES.has(lastName(property));
}

/** The last part of an IRI that names a property or a class: `Dataset` of `http://schema.org/Dataset`. */
export function lastName(iri: string): string {
  return /[^/#]*$/.exec(iri)?.[0] ?? '';
}
