import { isOrcid } from '../../../crate/orcid.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { referrersOf } from '../crate/referrers.js';
import { AGENTS, ORGANIZATIONS, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const CONTEXTUAL = 'RO-Crate 1.1 to 1.3, Contextual Entities';
const GRANTS = ['Grant', 'MonetaryGrant', 'Project', 'ResearchProject'].map((name) => `http://schema.org/${name}`);

/** People, organizations and who pays (RO-Crate, Contextual Entities). */
export const PEOPLE_RULES: readonly Rule[] = [
  {
    id: 'person-orcid',
    severity: 'note', // not everybody has one
    on: { type: 'Person' },
    sentence: 'The `@id` of a person who is identified on the web is an ORCID.',
    source: CONTEXTUAL,
    check: (person: CheckedEntity) =>
      !person.onWeb || isOrcidAddress(person.id ?? '') ? undefined : person.fault('has no valid ORCID as `@id`', '@id'),
  },
  hasProperty({
    id: 'author-affiliation',
    severity: 'warning',
    on: { type: 'Person' },
    sentence: 'A person who is an author should have an `affiliation`.',
    source: CONTEXTUAL,
    property: 'affiliation',
    when: (person, crate) =>
      crate.since('1.1') && !person.nested && referrersOf(crate, person.iri, 'author').length > 0,
  }),
  refersTo({
    id: 'affiliation-type',
    severity: 'warning',
    on: { type: 'Person' },
    sentence: 'The `affiliation` of a person should be an `Organization`.',
    source: CONTEXTUAL,
    property: 'affiliation',
    types: ORGANIZATIONS,
    noun: 'an Organization',
  }),
  {
    id: 'affiliation-described',
    severity: 'warning',
    on: { type: 'Person' },
    sentence: 'The crate should describe the organizations that people are affiliated with.',
    source: CONTEXTUAL,
    check: (person, { index }) =>
      person
        .references('affiliation')
        .filter(({ id, iri }) => /^https?:/i.test(id) && !index.isDescribed(iri))
        .map(({ id, pointer }) => person.faultAt(`has the affiliation ${id}, which is not described`, pointer)),
  },
  {
    id: 'author-entity',
    severity: 'error',
    on: 'entity',
    sentence: 'The `author` of an entity must refer to an entity, and not be text.',
    source: 'RO-Crate 1.2 and 1.3, Metadata of the RO-Crate',
    check: (entity, crate) =>
      crate.since('1.2') && entity.texts('author').length > 0
        ? entity.fault('has an author that is only text: refer to a Person or Organization', 'author')
        : undefined,
  },
  refersTo({
    id: 'author-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'Authors should be entities of type `Person` or `Organization`.',
    source: CONTEXTUAL,
    property: 'author',
    types: AGENTS,
    noun: 'a Person or Organization',
    when: (entity, crate) => !crate.since('1.2') || entity.references('author').length > 0, // text is an error then
  }),
  {
    id: 'organization-ror',
    severity: 'note', // not every organization has one
    on: { type: 'Organization' },
    sentence: 'The `@id` of an organization that is identified on the web is a ROR identifier.',
    source: CONTEXTUAL,
    check: (organization: CheckedEntity) =>
      !organization.onWeb || /^https?:\/\/ror\.org\/0[0-9a-hj-km-np-tv-z]{6}\d\d\/?$/.test(organization.id ?? '')
        ? undefined
        : organization.fault('has no ROR identifier as `@id`', '@id'),
  },
  {
    id: 'contact-known',
    severity: 'warning',
    on: 'root',
    sentence: 'The root, or one of its authors, contributors and publishers, should have a `contactPoint`.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (root, crate) => {
      if (!crate.since('1.2') || root.has('contactPoint')) return undefined;
      const related = ['author', 'creator', 'contributor', 'publisher', 'maintainer'];
      const known = related.some((name) => crate.targets(root, name).some(hasContact));
      return known ? undefined : root.fault('has no author or publisher with a contactPoint');
    },
  },
  refersTo({
    id: 'contact-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'A `contactPoint` should be an entity of type `ContactPoint`.',
    source: CONTEXTUAL,
    property: 'contactPoint',
    types: typeSet('ContactPoint', 'PostalAddress'),
    noun: 'a ContactPoint',
  }),
  {
    id: 'root-funder',
    severity: 'note',
    on: 'crate',
    sentence: 'The root of a crate that describes a grant or project names the `funder`.',
    source: 'RO-Crate 1.2 and 1.3, Contextual Entities',
    check: (crate) =>
      crate.since('1.2') && crate.root !== undefined && !crate.root.has('funder') && describesGrant(crate)
        ? crate.root.fault('has no funder, but the crate describes a grant or project')
        : undefined,
  },
  refersTo({
    id: 'funder-type',
    severity: 'warning',
    on: 'root',
    sentence: 'The `funder` of the root should be an `Organization`.',
    source: 'RO-Crate 1.1 to 1.3, Contextual Entities',
    property: 'funder',
    types: ORGANIZATIONS,
    noun: 'an Organization',
  }),
  {
    id: 'project-funder',
    severity: 'note', // it may fund itself
    on: 'root',
    sentence: 'A `funder` of the root that is identified only in this crate, as a project is, names its own `funder`.',
    source: 'RO-Crate 1.1 to 1.3, Contextual Entities',
    check: (root, crate) =>
      crate
        .targets(root, 'funder')
        .filter((funder) => funder.is('Organization') && /^(?:#|_:)/.test(funder.id ?? '') && !funder.has('funder'))
        .map((funder) => funder.fault('has no funder of its own')),
  },
];

function hasContact(entity: CheckedEntity): boolean {
  return entity.has('contactPoint') || entity.has('email');
}

/** Whether an identifier is the address of an ORCID. */
function isOrcidAddress(id: string): boolean {
  return isOrcid(/^https?:\/\/(?:www\.)?orcid\.org\/([^/]*)\/?$/i.exec(id)?.[1]?.toUpperCase() ?? '');
}

function describesGrant(crate: CheckedCrate): boolean {
  for (const entity of crate.entities()) if (entity.types.some((type) => GRANTS.includes(type))) return true;
  return false;
}
