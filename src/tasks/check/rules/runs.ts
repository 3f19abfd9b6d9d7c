import { WFRUN } from '../../../base/rdf/vocabulary.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { hasFailed } from '../crate/action-status.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { AGENTS, isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const PROCESS = 'Process Run Crate';
const EXECUTIONS = new Set([...RUNS, ...typeSet('ControlAction', 'OrganizeAction')]);
const IMAGES = typeSet(`${WFRUN}ContainerImage`, 'ContainerImage');

/** Whether an entity is an action of a run, and not a note about how the crate was made. */
const isRun = (entity: CheckedEntity) => isAmong(entity.types, RUNS) && !entity.nested;

/** Whether an action says how the crate itself was described: people do that, with or without a tool. */
function isOfMetadata(action: CheckedEntity, crate: CheckedCrate): boolean {
  const iris = (['object', 'result'] as const).flatMap((name) => action.references(name).map(({ iri }) => iri));
  return iris.some((iri) => iri === crate.descriptorIri || iri === crate.rootIri);
}

/** The executed tools of a run crate. Since version 1.2 rules of RO-Crate ask for more. */
const isTool = (entity: CheckedEntity, crate: CheckedCrate) =>
  !crate.since('1.2') && entity.is('SoftwareApplication') && referrersOf(crate, entity.iri, 'instrument').length > 0;

/**
 * The profile Process Run Crate, on which the others of Workflow Run RO-Crate build, where the root names one of them.
 */
export const RUN_RULES: readonly Rule[] = inProfile('Process Run Crate', [
  {
    id: 'run-instrument',
    severity: 'error',
    on: 'contextual',
    sentence: 'An action of a run must name the executed tool by `instrument`.',
    source: `${PROCESS}, Requirements`,
    check: (action, crate) => {
      if (!isRun(action) || action.references('instrument').length > 0) return undefined;
      if (isOfMetadata(action, crate)) return undefined;
      return action.has('instrument')
        ? action.fault('has an instrument that is text: refer to the entity of the executed tool', 'instrument')
        : action.fault('has no instrument: refer to the entity of the executed tool');
    },
  },
  refersTo({
    id: 'run-instrument-type',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `instrument` of a run should be an application, a script or a workflow.',
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
    sentence: 'The root should name each action of a run by `mentions`, if no other action does.',
    source: `${PROCESS}, Requirements`,
    check: (action, crate) => {
      if (!isRun(action)) return undefined;
      const from = (['mentions', 'object', 'result'] as const).flatMap((name) => referrersOf(crate, action.iri, name));
      return from.length > 0 ? undefined : action.fault('is a run that the root does not mention');
    },
  },
  hasProperty({
    id: 'run-description',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action of a run should have a `description`, such as its command line.',
    source: `${PROCESS}, Requirements`,
    property: 'description',
    when: isRun,
  }),
  hasProperty({
    id: 'run-end',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action of a run should have an `endTime`.',
    source: `${PROCESS}, Requirements`,
    property: 'endTime',
    when: isRun,
  }),
  hasProperty({
    id: 'run-has-agent',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action of a run should have an `agent`: who ran the tool.',
    source: `${PROCESS}, Requirements`,
    property: 'agent',
    when: (action, crate) => isRun(action) && !isOfMetadata(action, crate),
  }),
  refersTo({
    id: 'run-agent',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `agent` of a run should be a `Person` or an `Organization`.',
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
    sentence: 'A `CreateAction` or `UpdateAction` of a run that has not failed should have a `result`.',
    source: `${PROCESS}, Requirements`,
    property: 'result',
    when: (action) => isRun(action) && !action.is('ActivateAction') && !hasFailed(action),
  }),
  {
    id: 'run-error',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action whose `actionStatus` is not `FailedActionStatus` should not have an `error`.',
    source: `${PROCESS}, Requirements; Provenance Run Crate, Requirements`,
    check: (action) =>
      isAmong(action.types, EXECUTIONS) && action.has('error') && !hasFailed(action)
        ? action.fault('has an error, but its actionStatus is not FailedActionStatus', 'error')
        : undefined,
  },
  hasProperty({
    id: 'tool-version',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An executed application should have a `version` or `softwareVersion`.',
    source: `${PROCESS}, Requirements`,
    property: ['version', 'softwareVersion'],
    when: isTool,
  }),
  hasProperty({
    id: 'tool-url',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An executed application should have a `url`, unless it is a part of a workflow.',
    source: `${PROCESS}, Requirements`,
    property: 'url',
    when: (entity, crate) => isTool(entity, crate) && !isReferredToFrom(crate, entity.iri, 'hasPart', TOOLS),
  }),
  {
    id: 'tool-one-version',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An application should not have both a `version` and a `softwareVersion`.',
    source: `${PROCESS}, Requirements`,
    check: (entity) =>
      entity.is('SoftwareApplication') && entity.has('version') && entity.has('softwareVersion')
        ? entity.fault('has both version and softwareVersion', 'softwareVersion')
        : undefined,
  },
  ...['additionalType', 'registry'].map((name) =>
    hasProperty({
      id: `container-${name === 'additionalType' ? 'type' : name}`,
      severity: 'warning',
      on: { type: `${WFRUN}ContainerImage` },
      sentence: `A container image should have ${name === 'additionalType' ? 'an' : 'a'} \`${name}\`.`,
      source: `${PROCESS}, Container Images`,
      property: name === 'registry' ? `${WFRUN}registry` : name,
    }),
  ),
  refersTo({
    id: 'run-container',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `containerImage` of a run should be a `ContainerImage` or an address.',
    source: `${PROCESS}, Container Images`,
    property: `${WFRUN}containerImage`,
    types: IMAGES,
    noun: 'a ContainerImage',
    when: isRun,
  }),
]);
