import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { follows, type ProfileName } from '../crate/profiles.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { AGENTS, isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const PROCESS = 'Process Run Crate';
const WFRUN = 'https://w3id.org/ro/terms/workflow-run#';
const RUN_PROFILE = /^https?:\/\/w3id\.org\/ro\/wfrun\/(process|workflow|provenance)\//;
const PROFILE_TYPES = typeSet('CreativeWork', 'http://www.w3.org/ns/dx/prof/Profile');
const IMAGES = typeSet(`${WFRUN}ContainerImage`, 'ContainerImage');

const inProfile = (profile: ProfileName) => (_: CheckedEntity, crate: CheckedCrate) => follows(crate, profile);
const isProcess = inProfile('Process Run Crate');

/** Whether an entity is an action of a run, and not a note about how the crate was made. */
const isRun = (entity: CheckedEntity, crate: CheckedCrate) =>
  isAmong(entity.types, RUNS) && !entity.nested && follows(crate, 'Process Run Crate');

/** The executed tools of a run crate. Since version 1.2 rules of RO-Crate ask for more. */
const isTool = (entity: CheckedEntity, crate: CheckedCrate) =>
  isProcess(entity, crate) &&
  !crate.since('1.2') &&
  entity.is('SoftwareApplication') &&
  referrersOf(crate, entity.iri, 'instrument').length > 0;

/** The profile Process Run Crate, on which the others of Workflow Run RO-Crate build, where the root names one of them. */
export const RUN_RULES: readonly Rule[] = [
  {
    id: 'run-profile',
    severity: 'warning',
    on: 'root',
    sentence: 'The crate describes the run profiles that its root conforms to, as `CreativeWork`.',
    source: `${PROCESS}, Requirements`,
    check: (root, { index }) =>
      root
        .references('conformsTo')
        .filter(({ iri }) => RUN_PROFILE.test(iri) && !isAmong(index.typesOf(iri), PROFILE_TYPES))
        .map(({ id, pointer }) => root.faultAt(`conforms to ${id}, which is not described as a CreativeWork`, pointer)),
  },
  hasProperty({
    id: 'run-instrument',
    severity: 'warning', // people act too, e.g. who writes the metadata
    on: 'contextual',
    sentence: 'An action of a run names the executed tool by `instrument`.',
    source: `${PROCESS}, Requirements`,
    property: 'instrument',
    when: isRun,
  }),
  refersTo({
    id: 'run-instrument-type',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `instrument` of a run is an application, a script or a workflow.',
    source: `${PROCESS}, Requirements`,
    property: 'instrument',
    types: TOOLS,
    noun: 'an application, script or workflow',
    when: isRun,
  }),
  {
    id: 'run-mentioned',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The root names each action of a run by `mentions`, or another action does.',
    source: `${PROCESS}, Requirements`,
    check: (action, crate) => {
      if (!isRun(action, crate)) return undefined;
      const from = (['mentions', 'object', 'result'] as const).flatMap((name) => referrersOf(crate, action.iri, name));
      return from.length > 0 ? undefined : action.fault('is a run that the root does not mention');
    },
  },
  hasProperty({
    id: 'run-end',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action of a run has an `endTime`.',
    source: `${PROCESS}, Requirements`,
    property: 'endTime',
    when: isRun,
  }),
  refersTo({
    id: 'run-agent',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `agent` of a run is a `Person` or an `Organization`.',
    source: `${PROCESS}, Requirements`,
    property: 'agent',
    types: AGENTS,
    noun: 'a Person or Organization',
    when: isRun,
  }),
  hasProperty({
    id: 'run-result',
    severity: 'warning',
    on: 'contextual',
    sentence: 'A `CreateAction` or `UpdateAction` of a run that has not failed has a `result`.',
    source: `${PROCESS}, Requirements`,
    property: 'result',
    when: (action, crate) => isRun(action, crate) && !action.is('ActivateAction') && !hasFailed(action),
  }),
  {
    id: 'run-error',
    severity: 'warning',
    on: 'contextual',
    sentence: 'Only an action whose `actionStatus` is `FailedActionStatus` has an `error`.',
    source: `${PROCESS}, Requirements`,
    check: (action, crate) =>
      isRun(action, crate) && action.has('error') && !hasFailed(action)
        ? action.fault('has an error, but its actionStatus is not FailedActionStatus', 'error')
        : undefined,
  },
  hasProperty({
    id: 'tool-version',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An executed application has a `version` or `softwareVersion`.',
    source: `${PROCESS}, Requirements`,
    property: ['version', 'softwareVersion'],
    when: isTool,
  }),
  hasProperty({
    id: 'tool-url',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An executed application has a `url`, unless it is a part of a workflow.',
    source: `${PROCESS}, Requirements`,
    property: 'url',
    when: (entity, crate) => isTool(entity, crate) && !isReferredToFrom(crate, entity.iri, 'hasPart', TOOLS),
  }),
  {
    id: 'tool-one-version',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An application has a `version` or a `softwareVersion`, and not both.',
    source: `${PROCESS}, Requirements`,
    check: (entity, crate) =>
      isProcess(entity, crate) &&
      entity.is('SoftwareApplication') &&
      entity.has('version') &&
      entity.has('softwareVersion')
        ? entity.fault('has both version and softwareVersion', 'softwareVersion')
        : undefined,
  },
  ...['additionalType', 'registry'].map((name) =>
    hasProperty({
      id: `container-${name === 'additionalType' ? 'type' : name}`,
      severity: 'warning',
      on: { type: `${WFRUN}ContainerImage` },
      sentence: `A container image has ${name === 'additionalType' ? 'an' : 'a'} \`${name}\`.`,
      source: `${PROCESS}, Container Images`,
      property: name === 'registry' ? `${WFRUN}registry` : name,
      when: isProcess,
    }),
  ),
  refersTo({
    id: 'run-container',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `containerImage` of a run is a `ContainerImage` or an address.',
    source: `${PROCESS}, Container Images`,
    property: `${WFRUN}containerImage`,
    types: IMAGES,
    noun: 'a ContainerImage',
    when: isRun,
  }),
];

function statusOf(action: CheckedEntity): string[] {
  return [...action.texts('actionStatus'), ...action.references('actionStatus').map(({ id }) => id)];
}

function hasFailed(action: CheckedEntity): boolean {
  return statusOf(action).some((status) => status.endsWith('FailedActionStatus'));
}
