import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity, Fault } from '../crate/checked-entity.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import type { Rule } from '../rule.js';

const PROCESS = 'Process Run Crate';
/** What the profile names, and what schema.org derives from `CreativeWork` as far as tools read or write it. */
const DATA = new Set([
  ...TOOLS,
  ...typeSet('File', 'Dataset', 'Collection', 'CreativeWork', 'PropertyValue', 'RepositoryCollection'),
  ...typeSet('RepositoryObject', 'DataDownload', 'ImageObject', 'VideoObject', 'AudioObject', 'DataCatalog'),
  ...typeSet('Article', 'ScholarlyArticle', 'Report', 'WebPage', 'WebSite', 'DigitalDocument', 'Map', 'Photograph'),
  ...typeSet('HowTo', 'DefinedTerm', 'DefinedTermSet', 'MediaObject', 'TextDigitalDocument'),
  ...typeSet('SpreadsheetDigitalDocument'),
]);

/** Whether a run has read or written an entity. */
const isUsed = (crate: CheckedCrate, { iri }: CheckedEntity) =>
  isReferredToFrom(crate, iri, 'object', RUNS) || isReferredToFrom(crate, iri, 'result', RUNS);

const isCollection = (entity: CheckedEntity, crate: CheckedCrate) => entity.is('Collection') && isUsed(crate, entity);

/** What runs read and write, in a Process Run Crate and the profiles that build on it. */
export const RUN_DATA_RULES: readonly Rule[] = inProfile('Process Run Crate', [
  {
    id: 'run-data-type',
    severity: 'warning',
    on: 'contextual',
    sentence: 'What a run reads or writes should be a `File`, `Dataset`, `Collection` or `PropertyValue`.',
    source: `${PROCESS}, Requirements`,
    check: (action, crate) => {
      if (!isAmong(action.types, RUNS)) return undefined;
      return (['object', 'result'] as const).flatMap((name) =>
        action.references(name).flatMap(({ id, iri, pointer }): Fault[] => {
          if (!crate.index.isDescribed(iri) || isAmong(crate.index.typesOf(iri), DATA)) return [];
          return [action.faultAt(`has the ${name} ${id}, which is no file, folder, collection or value`, pointer)];
        }),
      );
    },
  },
  {
    id: 'run-collection-parts',
    severity: 'warning',
    on: { type: 'Collection' },
    sentence:
      'A `Collection` that a run reads or writes should have its files in `hasPart` and the main one in `mainEntity`.',
    source: `${PROCESS}, Representing multi-file objects`,
    check: (collection, crate) => {
      const missing = ['hasPart', 'mainEntity'].filter((name) => collection.references(name).length === 0);
      return isCollection(collection, crate) && missing.length > 0
        ? collection.fault(`has no ${missing.join(' and no ')}`)
        : undefined;
    },
  },
  {
    id: 'run-collection-mentioned',
    severity: 'warning',
    on: { type: 'Collection' },
    sentence: 'The root should name a `Collection` that a run reads or writes by `mentions`.',
    source: `${PROCESS}, Representing multi-file objects`,
    check: (collection, crate) =>
      isCollection(collection, crate) &&
      !referrersOf(crate, collection.iri, 'mentions').some(({ iri }) => iri === crate.rootIri)
        ? collection.fault('is a collection that the root does not mention')
        : undefined,
  },
]);
