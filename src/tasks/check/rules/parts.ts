import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { referrersOf } from '../crate/referrers.js';
import type { Rule } from '../rule.js';
import { isPreview, isRelativeId } from './ids.js';

const CITING = ['citation', 'isBasedOn', 'isPartOf'] as const;

/** What `hasPart` has to list (RO-Crate, Data Entities). */
export const PART_RULES: readonly Rule[] = [
  {
    id: 'root-has-part',
    severity: 'error',
    on: 'data',
    sentence: 'Each file and folder must be a part of the root: `hasPart` leads to it, directly or by other parts.',
    source: 'RO-Crate 1.0 to 1.3, Data Entities',
    check: (entity, crate) => (isRelativeId(entity.id ?? '#') ? missingPart(entity, crate) : undefined),
  },
  {
    id: 'root-has-web-part',
    severity: 'error',
    on: 'file',
    sentence: 'Each file on the web must be a part of the root: `hasPart` leads to it, directly or by other parts.',
    source: 'RO-Crate 1.1 to 1.3, Data Entities',
    check: (file, crate) => (file.onWeb ? missingPart(file, crate) : undefined),
  },
  {
    id: 'root-has-web-folder',
    severity: 'warning', // it may be a dataset that is only cited
    on: 'folder',
    sentence: 'A dataset on the web should be a part of the root, unless it is only cited.',
    source: 'RO-Crate 1.2 and 1.3, Data Entities',
    check: (folder, crate) =>
      folder.onWeb && crate.since('1.2') && !isCited(folder, crate) ? missingPart(folder, crate) : undefined,
  },
  {
    id: 'preview-no-part',
    severity: 'warning',
    on: { type: 'Dataset' },
    sentence: 'The website of the crate, `ro-crate-preview.html`, should not be a part of a dataset.',
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

/** Whether an entity is named as a source or a larger whole, which needs not be in the crate. */
function isCited({ iri }: CheckedEntity, crate: CheckedCrate): boolean {
  return CITING.some((property) => referrersOf(crate, iri, property).length > 0);
}

function missingPart(entity: CheckedEntity, crate: CheckedCrate) {
  const { id = '', iri, nested } = entity;
  if (nested || id.startsWith('#') || isPreview(id) || crate.root === undefined || crate.index.isPart(iri))
    return undefined;
  return entity.fault(
    `is no part of the root: add {"@id": ${JSON.stringify(id)}} to hasPart of ${crate.root.id ?? 'the root'}`,
  );
}
