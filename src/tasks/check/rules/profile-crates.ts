import { JSONLD } from '../../../base/rdf/syntaxes.js';
import { isAbsoluteIri } from '../../../base/rdf/iri.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import { hasProperty } from '../property-rules.js';
import type { Rule } from '../rule.js';

const SOURCE = 'RO-Crate 1.2 and 1.3, RO-Crate profiles';
const PROF = 'http://www.w3.org/ns/dx/prof/';
const PROFILES = typeSet(`${PROF}Profile`);
const PAGES = typeSet('CreativeWork', 'Dataset');
const RESOURCE = `${PROF}ResourceDescriptor`;
/** RO-Crate itself is no profile: another rule is about a root that conforms to it. */
const RO_CRATE = /^https?:\/\/w3id\.org\/ro\/crate(?:\/|$)/;
const DESCRIBES = /^https?:\/\/www\.w3\.org\/ns\/dx\/prof\/role\/(?:specification|guidance)$/;
const JSON_LD_CONTEXT = /^https?:\/\/www\.w3\.org\/ns\/json-ld#[Cc]ontext$/;

const isProfileCrate = (root: CheckedEntity, crate: CheckedCrate) => crate.since('1.2') && root.is(`${PROF}Profile`);

/** The profiles that a crate conforms to, and crates that are profiles (RO-Crate, RO-Crate profiles). */
export const PROFILE_CRATE_RULES: readonly Rule[] = [
  {
    id: 'profile-described',
    severity: 'error',
    on: 'root',
    sentence: 'The crate must describe each profile that its root conforms to.',
    source: SOURCE,
    check: (root, crate) => {
      if (!crate.since('1.2')) return undefined;
      const missing = profilesOf(root).filter(({ iri }) => !crate.index.isDescribed(iri));
      const texts = root.texts('conformsTo').filter((text) => !RO_CRATE.test(text));
      return [
        ...missing.map(({ id, pointer }) =>
          root.faultAt(`conforms to ${id}, which is not described: add an entity of type Profile`, pointer),
        ),
        ...texts.map((text) =>
          root.fault(`conforms to ${text}, which is only text: refer to an entity of type Profile`, 'conformsTo'),
        ),
      ];
    },
  },
  {
    id: 'profile-type',
    severity: 'error',
    on: 'root',
    sentence: 'A profile that the root conforms to must have the type `Profile`.',
    source: SOURCE,
    check: (root, crate) =>
      describedProfiles(root, crate)
        .filter(({ iri }) => !isAmong(crate.index.typesOf(iri), PROFILES))
        .map(({ id, pointer }) =>
          root.faultAt(`conforms to ${id}, which is no Profile: add that to its types`, pointer),
        ),
  },
  {
    id: 'profile-page',
    severity: 'warning',
    on: 'root',
    sentence: 'A profile should have the type `CreativeWork` or `Dataset` too.',
    source: SOURCE,
    check: (root, crate) =>
      describedProfiles(root, crate)
        .filter(({ iri }) => isAmong(crate.index.typesOf(iri), PROFILES) && !isAmong(crate.index.typesOf(iri), PAGES))
        .map(({ id, pointer }) =>
          root.faultAt(`conforms to ${id}, which is neither a CreativeWork nor a Dataset`, pointer),
        ),
  },
  {
    id: 'profile-address',
    severity: 'warning',
    on: 'root',
    sentence: 'The `@id` of a profile should be an absolute URI.',
    source: SOURCE,
    check: (root, crate) =>
      describedProfiles(root, crate)
        .filter(({ id }) => !isAbsoluteIri(id))
        .map(({ id, pointer }) => root.faultAt(`conforms to ${id}, which is no absolute URI`, pointer)),
  },
  {
    id: 'profile-crate-type',
    severity: 'error',
    on: 'root',
    sentence: 'The root of a Profile Crate must have the type `Profile`.',
    source: `${SOURCE}, Profile Crate`,
    check: (root, crate) => {
      const said = ['isProfileOf', 'hasResource'].find((name) => root.has(PROF + name));
      return said !== undefined && crate.since('1.2') && !root.is(`${PROF}Profile`)
        ? root.fault(`has ${said}, but not the type Profile`, '@type')
        : undefined;
    },
  },
  {
    id: 'profile-crate-page',
    severity: 'error',
    on: 'root',
    sentence:
      'The root of a Profile Crate must name by `hasPart` the page that describes the profile and is `about` it.',
    source: `${SOURCE}, Profile Crate`,
    check: (root, crate) =>
      isProfileCrate(root, crate) && descriptionsOf(root, crate).length === 0
        ? root.fault('is a profile, but no part of it is about the profile', 'hasPart')
        : undefined,
  },
  {
    id: 'profile-crate-page-format',
    severity: 'warning',
    on: 'root',
    sentence: 'The page that describes a profile should have the `encodingFormat` `text/html`.',
    source: `${SOURCE}, Profile description entity`,
    check: (root, crate) => {
      const pages = isProfileCrate(root, crate) ? descriptionsOf(root, crate) : [];
      return pages.length === 0 || pages.some((page) => hasFormat(page, 'text/html'))
        ? undefined
        : pages.slice(0, 1).map((page) => page.fault('describes the profile, but not as text/html', 'encodingFormat'));
    },
  },
  {
    id: 'profile-crate-id',
    severity: 'warning',
    on: 'root',
    sentence: 'The `@id` of a Profile Crate should be an absolute URI.',
    source: `${SOURCE}, Profile Crate`,
    check: (root, crate) =>
      isProfileCrate(root, crate) && !isAbsoluteIri(root.id ?? '')
        ? root.fault('is a profile, but its @id is no absolute URI', '@id')
        : undefined,
  },
  hasProperty({
    id: 'profile-crate-base',
    severity: 'warning',
    on: 'root',
    sentence: 'A Profile Crate should name by `isProfileOf` the version of RO-Crate that it expects.',
    source: `${SOURCE}, Profile Crate`,
    property: `${PROF}isProfileOf`,
    when: isProfileCrate,
  }),
  ...(['hasRole', 'hasArtifact'] as const).map((name) =>
    hasProperty({
      id: name === 'hasRole' ? 'resource-role' : 'resource-artifact',
      severity: 'warning',
      on: { type: RESOURCE },
      sentence: `A \`ResourceDescriptor\` should have \`${name}\`.`,
      source: `${SOURCE}, Declaring the role within the crate`,
      property: PROF + name,
      when: (_, crate) => crate.since('1.2'),
    }),
  ),
  {
    id: 'profile-context-format',
    severity: 'error',
    on: 'entity',
    sentence: 'A JSON-LD context in a Profile Crate must have the `encodingFormat` `application/ld+json`.',
    source: `${SOURCE}, JSON-LD Context`,
    check: (entity, crate) =>
      isContext(entity, crate) && !hasFormat(entity, JSONLD.mediaType)
        ? entity.fault('is a JSON-LD context without the encodingFormat application/ld+json', 'encodingFormat')
        : undefined,
  },
  {
    id: 'profile-context-address',
    severity: 'error',
    on: 'entity',
    sentence: 'The `@id` of a JSON-LD context in a Profile Crate must be an absolute URI.',
    source: `${SOURCE}, JSON-LD Context`,
    check: (entity, crate) =>
      isContext(entity, crate) && !isAbsoluteIri(entity.id ?? '')
        ? entity.fault('is a JSON-LD context, but its @id is no absolute URI', '@id')
        : undefined,
  },
  {
    id: 'profile-context-https',
    severity: 'warning',
    on: 'entity',
    sentence: 'The address of a JSON-LD context in a Profile Crate should begin with `https`.',
    source: `${SOURCE}, JSON-LD Context`,
    check: (entity, crate) =>
      isContext(entity, crate) && /^http:/i.test(entity.id ?? '')
        ? entity.fault('is a JSON-LD context with http in place of https', '@id')
        : undefined,
  },
  {
    id: 'term-code',
    severity: 'warning',
    on: { type: 'DefinedTerm' },
    sentence: 'The `termCode` of a term of a profile should be a word that can be a key of a context.',
    source: `${SOURCE}, Extension terms`,
    check: (term, crate) => {
      if (crate.root === undefined || !isProfileCrate(crate.root, crate)) return undefined;
      const odd = term.texts('termCode').find((code) => !/^[^@\s:"\\][^\s:"\\]*$/u.test(code));
      return odd === undefined ? undefined : term.fault(`has the termCode ${odd}, which can be no key`, 'termCode');
    },
  },
];

function profilesOf(root: CheckedEntity) {
  return root.references('conformsTo').filter(({ iri }) => !RO_CRATE.test(iri));
}

function describedProfiles(root: CheckedEntity, crate: CheckedCrate) {
  return crate.since('1.2') ? profilesOf(root).filter(({ iri }) => crate.index.isDescribed(iri)) : [];
}

/** The parts that are about the profile, or that a descriptor calls its specification or guidance. */
function descriptionsOf(root: CheckedEntity, crate: CheckedCrate): CheckedEntity[] {
  const artifacts = crate
    .targets(root, `${PROF}hasResource`)
    .filter((one) => one.references(`${PROF}hasRole`).some(({ iri }) => DESCRIBES.test(iri)))
    .flatMap((one) => one.references(`${PROF}hasArtifact`).map(({ iri }) => iri));
  return crate
    .targets(root, 'hasPart')
    .filter(
      (part) =>
        artifacts.includes(part.iri) ||
        part.references('about').some(({ iri }) => iri === root.iri) ||
        part.texts('about').some((text) => text === root.id),
    );
}

function isContext(entity: CheckedEntity, crate: CheckedCrate): boolean {
  return (
    crate.root !== undefined &&
    isProfileCrate(crate.root, crate) &&
    entity.references('conformsTo').some(({ iri }) => JSON_LD_CONTEXT.test(iri))
  );
}

function hasFormat(entity: CheckedEntity, type: string): boolean {
  return entity.texts('encodingFormat').some((text) => text.split(';')[0]?.trim().toLowerCase() === type);
}
