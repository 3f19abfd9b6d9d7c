import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import type { Rule } from '../rule.js';
import { isPreview, isRelativeId } from './ids.js';

/** What `hasPart` has to list (RO-Crate, Data Entities). */
export const PART_RULES: readonly Rule[] = [
  {
    id: 'root-has-part',
    severity: 'error',
    on: 'data',
    sentence: 'The root has each file and folder as a part: `hasPart` leads to it, directly or by other parts.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (entity, crate) => (isRelativeId(entity.id ?? '#') ? missingPart(entity, crate) : undefined),
  },
  {
    id: 'root-has-web-part',
    severity: 'warning',
    on: 'data',
    sentence: 'The root has each file on the web as a part, and since version 1.2 each dataset on the web.',
    source: 'RO-Crate 1.1 to 1.3, Web-based Data Entities',
    check: (entity, crate) =>
      entity.onWeb && (entity.is('File') || crate.since('1.2')) ? missingPart(entity, crate) : undefined,
  },
  {
    id: 'preview-no-part',
    severity: 'warning',
    on: { type: 'Dataset' },
    sentence: 'The website of the crate, `ro-crate-preview.html`, is not a part of a dataset.',
    source: 'RO-Crate 1.2 and 1.3, RO-Crate Website',
    check: (entity, crate) =>
      crate.since('1.2')
        ? entity
            .references('hasPart')
            .filter(({ id }) => isPreview(id))
            .map(({ id, pointer }) => entity.faultAt(`has the part ${id}, the website of the crate`, pointer))
        : undefined,
  },
];

function missingPart(entity: CheckedEntity, crate: CheckedCrate) {
  const { id = '', iri, nested } = entity;
  if (nested || id.startsWith('#') || isPreview(id) || crate.root === undefined || crate.index.isPart(iri))
    return undefined;
  return entity.fault('is no part of the root: no `hasPart` leads to it');
}
