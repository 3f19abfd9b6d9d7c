import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { referrersOf } from '../crate/referrers.js';
import { hasProperty } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { describesCrate } from './data-entities.js';

const SOURCE = 'RO-Crate 1.2 and 1.3, Referencing other RO-Crates';
const CITE_AS = 'http://www.iana.org/assignments/relation/cite-as';
const PERSISTENT =
  /^https?:\/\/(?:dx\.)?(?:doi\.org|hdl\.handle\.net|w3id\.org|purl\.[\w.]+|n2t\.net|identifiers\.org)\//i;
const ANY_VERSION = /^https?:\/\/w3id\.org\/ro\/crate\/?$/;

const isOtherCrate = (entity: CheckedEntity, crate: CheckedCrate) => crate.since('1.2') && describesCrate(entity);

/** Other crates, as parts of this one (RO-Crate, Data Entities). */
export const REFERENCED_CRATE_RULES: readonly Rule[] = [
  {
    id: 'crate-profile',
    severity: 'error',
    on: 'folder',
    sentence: 'Another crate must conform to `https://w3id.org/ro/crate`, which names no version.',
    source: SOURCE,
    check: (folder, crate) =>
      isOtherCrate(folder, crate) && !folder.references('conformsTo').some(({ iri }) => ANY_VERSION.test(iri))
        ? folder.fault(
            'is another crate, but conforms to a version: write https://w3id.org/ro/crate, without it',
            'conformsTo',
          )
        : undefined,
  },
  {
    id: 'crate-profile-root',
    severity: 'warning',
    on: 'root',
    sentence: 'The root of this crate should not conform to `https://w3id.org/ro/crate`, which marks other crates.',
    source: SOURCE,
    check: (root, crate) =>
      crate.since('1.2')
        ? root
            .references('conformsTo')
            .filter(({ iri }) => ANY_VERSION.test(iri))
            .map(({ pointer }) =>
              root.faultAt('conforms to https://w3id.org/ro/crate, as if it was another crate', pointer),
            )
        : undefined,
  },
  hasProperty({
    id: 'crate-metadata',
    severity: 'error',
    on: 'folder',
    sentence:
      'Another crate whose `@id` leads nowhere, such as an `arcp` one, must have a `distribution`, or `subjectOf` names its metadata document.',
    source: SOURCE,
    property: ['subjectOf', 'distribution'],
    when: (folder, crate) => /^(?:arcp|urn:uuid):/i.test(folder.id ?? '') && isOtherCrate(folder, crate),
  }),
  {
    id: 'crate-accessed',
    severity: 'warning',
    on: 'folder',
    sentence:
      'Another crate on the web should have a persistent identifier, or `sdDatePublished`: the time when it was accessed.',
    source: SOURCE,
    check: (folder, crate) => {
      if (!folder.onWeb || !isOtherCrate(folder, crate) || PERSISTENT.test(folder.id ?? '')) return undefined;
      const known = ['sdDatePublished', 'identifier', CITE_AS].some((name) => folder.has(name));
      return known || crate.targets(folder, 'subjectOf').some((document) => document.has('sdDatePublished'))
        ? undefined
        : folder.fault('is a crate on the web, but has no sdDatePublished');
    },
  },
  {
    id: 'crate-metadata-format',
    severity: 'warning',
    on: 'entity',
    sentence: 'The metadata document of another crate should have the `encodingFormat` `application/ld+json`.',
    source: SOURCE,
    check: (entity, crate) =>
      isOtherMetadata(entity, crate) &&
      !entity.texts('encodingFormat').some((text) => /^application\/ld\+json\b/.test(text))
        ? entity.fault('is a metadata document, but its encodingFormat is not application/ld+json', 'encodingFormat')
        : undefined,
  },
  {
    id: 'crate-metadata-plain',
    severity: 'warning',
    on: 'entity',
    sentence:
      'The metadata document of another crate should have no `about`, and not conform to RO-Crate, as the descriptor does.',
    source: SOURCE,
    check: (entity, crate) =>
      isOtherMetadata(entity, crate)
        ? ['about', ...(describesCrate(entity) ? ['conformsTo'] : [])]
            .filter((name) => entity.has(name))
            .map((name) => entity.fault(`is the metadata document of another crate, but has ${name}`, name))
        : undefined,
  },
];

/** Whether another crate names an entity as its metadata document. */
function isOtherMetadata(entity: CheckedEntity, crate: CheckedCrate): boolean {
  if (!crate.since('1.2') || entity.iri === crate.descriptorIri || entity.nested) return false;
  return referrersOf(crate, entity.iri, 'subjectOf').some(({ iri, types }) => {
    if (iri === crate.rootIri || !types.includes('http://schema.org/Dataset')) return false;
    const other = crate.entity(iri);
    return other !== undefined && describesCrate(other);
  });
}
