import type { CheckedEntity, Fault } from '../crate/checked-entity.js';
import { follows } from '../crate/profiles.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import type { Rule } from '../rule.js';

const PROFILES = 'Process, Workflow and Provenance Run Crate, Requirements';
const RUN_PROFILE = /^https?:\/\/w3id\.org\/ro\/wfrun\/(?:process|workflow|provenance)(?:\/|$)/;
const VERSIONED = /\/\d+(?:\.\d+)*[^/]*\/?$/;
/** `CreativeWork`, and what stands for profiles: schema.org derives these types from it, or RO-Crate 1.2 adds them. */
const PROFILE_TYPES = typeSet(
  ...['CreativeWork', 'http://www.w3.org/ns/dx/prof/Profile', 'Dataset', 'WebPage', 'Article', 'TechArticle'],
  ...['DigitalDocument', 'File'],
);
/** The profiles that each run profile builds on. */
const BASES = [
  ['Provenance Run Crate', 'Workflow Run Crate', 'https://w3id.org/ro/wfrun/workflow/'],
  ['Workflow Run Crate', 'Process Run Crate', 'https://w3id.org/ro/wfrun/process/'],
  ['Workflow Run Crate', 'Workflow RO-Crate', 'https://w3id.org/workflowhub/workflow-ro-crate/'],
] as const;

/** How a crate of runs names its profiles. */
export const RUN_PROFILE_RULES: readonly Rule[] = [
  {
    id: 'run-profile',
    severity: 'error',
    on: 'root',
    sentence: 'The root must name the run profiles of the crate by `conformsTo`, each a described `CreativeWork`.',
    source: PROFILES,
    check: (root, crate) => {
      const named = root.references('conformsTo').filter(({ iri }) => RUN_PROFILE.test(iri));
      const missing = profilesOf(crate.descriptor).filter((iri) => !named.some((one) => one.iri === iri));
      return [
        ...named
          .filter(({ iri }) => !isAmong(crate.index.typesOf(iri), PROFILE_TYPES))
          .map(({ id, pointer }) =>
            root.faultAt(`conforms to ${id}: describe it as a CreativeWork with name and version`, pointer),
          ),
        ...root
          .texts('conformsTo')
          .filter((text) => RUN_PROFILE.test(text) && !named.some(({ id }) => id === text))
          .map((text) => root.fault(`conforms to ${text} as text: refer to it by {"@id": …}`, 'conformsTo')),
        ...missing.map((iri) => root.fault(`does not conform to ${iri}, as the descriptor does`, 'conformsTo')),
      ];
    },
  },
  {
    id: 'run-profile-version',
    severity: 'error',
    on: 'root',
    sentence: 'The address of a run profile must have its version, as in `https://w3id.org/ro/wfrun/process/0.5`.',
    source: PROFILES,
    check: (root): Fault[] =>
      root
        .references('conformsTo')
        .filter(({ iri }) => RUN_PROFILE.test(iri) && !VERSIONED.test(iri))
        .map(({ id, pointer }) => root.faultAt(`conforms to ${id}, an address without a version`, pointer)),
  },
  {
    id: 'run-profile-bases',
    severity: 'warning',
    on: 'root',
    sentence: 'The root should also conform to the profiles that its run profile builds on.',
    source: 'Workflow Run Crate and Provenance Run Crate, Requirements',
    check: (root, crate) => {
      const all = [...root.references('conformsTo').map(({ iri }) => iri), ...root.texts('conformsTo')];
      const missing = BASES.filter(
        ([profile, , address]) =>
          follows(crate, profile) && !all.some((iri) => iri.replace(/^http:/, 'https:').startsWith(address)),
      );
      return missing.map(([profile, base, address]) =>
        root.fault(`follows ${profile}, but does not conform to ${base} (${address}…) too`, 'conformsTo'),
      );
    },
  },
];

function profilesOf(entity: CheckedEntity | undefined): string[] {
  return (entity?.references('conformsTo') ?? []).map(({ iri }) => iri).filter((iri) => RUN_PROFILE.test(iri));
}
