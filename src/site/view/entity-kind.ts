import type { ViewEntity } from './crate-view.js';

/** What an entity is to people, coarser than its types; pictures have a shape and a colour for each kind. */
export type KindOfEntity =
  'dataset' | 'file' | 'software' | 'action' | 'person' | 'place' | 'document' | 'term' | 'other';

/** The name of each kind, in the order of a legend. */
export const KIND_NAMES: Readonly<Record<KindOfEntity, string>> = {
  dataset: 'Datasets and collections',
  file: 'Files',
  software: 'Software and workflows',
  action: 'Actions and events',
  person: 'People and organisations',
  place: 'Places',
  document: 'Documents and licences',
  term: 'Terms and values',
  other: 'Everything else',
};

/** The first pattern that one of the types matches decides: a workflow is a file too, a script a document. */
const PATTERNS: readonly (readonly [KindOfEntity, RegExp])[] = [
  ['action', /(?:Action|Event)$/],
  ['software', /^(?:Software|ComputationalWorkflow|ComputerLanguage|HowTo|RuntimePlatform)|Workflow$/],
  ['person', /^(?:Person|ContactPoint|Project|ResearchProject|Consortium)$|Organi[sz]ation$/],
  ['file', /^(?:File|MediaObject|(?:Image|Audio|Video)Object)$/],
  ['dataset', /^(?:Dataset|DataCatalog|DataDownload|Collection|RepositoryCollection|RepositoryObject)$/],
  ['place', /^(?:Place|Country|City|State|Landform|BodyOfWater|AdministrativeArea|Geo[A-Z]?\w*)$/],
  [
    'term',
    /^(?:Class|Property|DefinedTerm|DefinedTermSet|FormalParameter|PropertyValue|QuantitativeValue|Parameter\w+)$/,
  ],
  ['document', /^(?:CreativeWork|Article|ScholarlyArticle|Report|Book|Thesis|Chapter|WebPage|WebSite|WebContent)$/],
];

/** Finds out of what kind an entity is. */
export function entityKind(entity: Pick<ViewEntity, 'types'>): KindOfEntity {
  const types = entity.types.map((type) => type.slice(type.search(/[^#/:]*$/)));
  return PATTERNS.find(([, pattern]) => types.some((type) => pattern.test(type)))?.[0] ?? 'other';
}
