import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { precisionOf } from '../crate/date-precision.js';
import { follows } from '../crate/profiles.js';
import { referrersOf } from '../crate/referrers.js';
import { AGENTS, isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const SOURCE = 'RO-Crate 1.1 to 1.3, Provenance';
const STATUS = /^(?:https?:\/\/schema\.org\/)?(?:Active|Completed|Failed|Potential)ActionStatus$/;
const ACTIONS = new Set([...RUNS, ...typeSet('Action', 'ControlAction', 'OrganizeAction')]);
const EQUIPMENT = 'IndividualProduct';
/** What may make a file: equipment, software, and who uses no tool. */
const INSTRUMENTS = new Set([
  ...TOOLS,
  ...AGENTS,
  ...typeSet(EQUIPMENT, 'Product', 'ProductModel', 'ComputerLanguage', 'HowTo', 'HowToStep', 'HowToTool'),
]);

/** An action that changes the crate. Where tools run, profiles say what their actions have. */
const isCuration = (action: CheckedEntity, crate: CheckedCrate) =>
  crate.since('1.1') &&
  !follows(crate, 'Process Run Crate') &&
  (action.is('UpdateAction') || (action.is('CreateAction') && !action.has('instrument') && !action.has('result')));

const isEquipment = (entity: CheckedEntity, crate: CheckedCrate) =>
  crate.since('1.1') && referrersOf(crate, entity.iri, 'instrument').length > 0;

/** Actions, and the equipment that they use (RO-Crate, Provenance). */
export const PROVENANCE_RULES: readonly Rule[] = [
  hasProperty({
    id: 'action-object',
    severity: 'error',
    on: 'contextual',
    sentence: 'An action that changes the crate must name by `object` what it changes: the root or a part of it.',
    source: SOURCE,
    property: 'object',
    when: isCuration,
  }),
  hasProperty({
    id: 'action-end',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action that changes the crate should have an `endTime`.',
    source: SOURCE,
    property: 'endTime',
    when: isCuration,
  }),
  hasProperty({
    id: 'action-agent',
    severity: 'warning',
    on: 'contextual',
    sentence: 'An action that changes the crate should have an `agent`.',
    source: SOURCE,
    property: 'agent',
    when: isCuration,
  }),
  {
    id: 'action-status',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `actionStatus` of an action should be one of those of schema.org, such as `CompletedActionStatus`.',
    source: SOURCE,
    check: (action) => {
      if (!isAmong(action.types, ACTIONS)) return undefined;
      const odd = statusesOf(action).find((status) => !STATUS.test(status.trim()));
      return odd === undefined ? undefined : action.fault(`has the unknown actionStatus ${odd}`, 'actionStatus');
    },
  },
  {
    id: 'action-error',
    severity: 'warning',
    on: 'contextual',
    sentence: 'Only an action whose `actionStatus` is `FailedActionStatus` should have an `error`.',
    source: SOURCE,
    check: (action, crate) =>
      isAmong(action.types, ACTIONS) &&
      !follows(crate, 'Process Run Crate') && // its own rule
      action.has('error') &&
      !statusesOf(action).some((status) => status.trim().endsWith('FailedActionStatus'))
        ? action.fault('has an error, but its actionStatus is not FailedActionStatus', 'error')
        : undefined,
  },
  {
    id: 'action-time',
    severity: 'error',
    on: 'contextual',
    sentence: 'The `startTime` and `endTime` of an action must be dates of ISO 8601.',
    source: SOURCE,
    check: (action) =>
      timesOf(action)
        .filter(({ text }) => precisionOf(text) === undefined)
        .map(({ name, noun }) => action.fault(`has ${noun} that is not a date of ISO 8601, such as 2026-03-01`, name)),
  },
  {
    id: 'action-day',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `startTime` and `endTime` of an action should name the day.',
    source: SOURCE,
    check: (action) =>
      timesOf(action)
        .filter(({ text }) => precisionOf(text) === 'less')
        .map(({ name, noun }) => action.fault(`has ${noun} without a day`, name)),
  },
  refersTo({
    id: 'action-instrument',
    severity: 'warning',
    on: 'contextual',
    sentence: 'The `instrument` of an action should be an `IndividualProduct`, an application, a script or a workflow.',
    source: SOURCE,
    property: 'instrument',
    types: INSTRUMENTS,
    noun: 'an IndividualProduct or software',
    text: true,
    when: (action, crate) => crate.since('1.1') && isAmong(action.types, RUNS) && !follows(crate, 'Process Run Crate'),
  }),
  ...(['serialNumber', 'manufacturer'] as const).map((property) =>
    hasProperty({
      id: property === 'manufacturer' ? 'equipment-manufacturer' : 'equipment-number',
      severity: 'warning',
      on: { type: EQUIPMENT },
      sentence: `Equipment that made a file should have a \`${property}\`.`,
      source: SOURCE,
      property,
      when: isEquipment,
    }),
  ),
  {
    id: 'equipment-address',
    severity: 'warning',
    on: { type: EQUIPMENT },
    sentence: 'The `@id` of equipment that made a file should be the address of its description.',
    source: SOURCE,
    check: (entity, crate) =>
      isEquipment(entity, crate) && !entity.onWeb
        ? entity.fault('is equipment, but its `@id` is no address of a page about it', '@id')
        : undefined,
  },
];

function statusesOf(action: CheckedEntity): string[] {
  return [...action.texts('actionStatus'), ...action.references('actionStatus').map(({ id }) => id)];
}

function timesOf(action: CheckedEntity) {
  if (!isAmong(action.types, ACTIONS)) return [];
  return (['startTime', 'endTime'] as const).flatMap((name) =>
    action.texts(name).map((text) => ({ name, text, noun: name === 'endTime' ? 'an endTime' : 'a startTime' })),
  );
}
