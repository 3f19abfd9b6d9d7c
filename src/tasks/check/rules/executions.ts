import { WFRUN } from '../../../base/rdf/vocabulary.js';
import { hasFailed } from '../crate/action-status.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { referrersOf } from '../crate/referrers.js';
import { isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const PROVENANCE = 'Provenance Run Crate';
const SOURCE = `${PROVENANCE}, Requirements`;
const CONTROLS = typeSet('ControlAction');

/** What has failed may not have started what it stands for. */
const hasRun = (action: CheckedEntity) => !hasFailed(action);

/** Executions of steps and of the engine in a Provenance Run Crate, and the resources that they used. */
export const EXECUTION_RULES: readonly Rule[] = inProfile('Provenance Run Crate', [
  refersTo({
    id: 'control-step',
    severity: 'error',
    on: { type: 'ControlAction' },
    sentence: 'A `ControlAction` must name its step by `instrument`.',
    source: SOURCE,
    property: 'instrument',
    types: typeSet('HowToStep'),
    noun: 'a HowToStep',
    required: true,
  }),
  refersTo({
    id: 'control-run',
    severity: 'error',
    on: { type: 'ControlAction' },
    sentence: 'A `ControlAction` that has not failed must name the run of the tool by `object`.',
    source: SOURCE,
    property: 'object',
    types: RUNS,
    noun: 'an action',
    required: true,
    when: hasRun,
  }),
  refersTo({
    id: 'organize-engine',
    severity: 'error',
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` must name the workflow engine by `instrument`.',
    source: SOURCE,
    property: 'instrument',
    types: TOOLS,
    noun: 'an application',
    required: true,
  }),
  refersTo({
    id: 'organize-run',
    severity: 'error',
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` that has not failed must name the run of the workflow by `result`.',
    source: SOURCE,
    property: 'result',
    types: RUNS,
    noun: 'an action',
    required: true,
    when: hasRun,
  }),
  {
    id: 'organize-controls',
    severity: 'error',
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` for a workflow with steps must name their executions by `object`.',
    source: SOURCE,
    check: (action, crate) => {
      const workflows = crate.targets(action, 'result').flatMap((run) => crate.targets(run, 'instrument'));
      // A run of a single tool has no steps, and next to steps there may be files that configure the engine.
      if (hasFailed(action) || !workflows.some((workflow) => workflow.has('step'))) return undefined;
      const named = action.references('object').some(({ iri }) => isAmong(crate.index.typesOf(iri), CONTROLS));
      return named ? undefined : action.fault('names no ControlAction by object: add those of the steps', 'object');
    },
  },
  refersTo({
    id: 'usage-type',
    severity: 'error',
    on: 'contextual',
    sentence: 'The `resourceUsage` of a run must be a `PropertyValue`.',
    source: SOURCE,
    property: `${WFRUN}resourceUsage`,
    types: typeSet('PropertyValue'),
    noun: 'a PropertyValue',
    when: (entity) => isAmong(entity.types, RUNS),
  }),
  hasProperty({
    id: 'usage-property',
    severity: 'error',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` for `resourceUsage` must have a `propertyID`.',
    source: SOURCE,
    property: 'propertyID',
    when: isUsage,
  }),
  hasProperty({
    id: 'usage-unit',
    severity: 'warning',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` for `resourceUsage` should have a `unitCode`.',
    source: SOURCE,
    property: 'unitCode',
    when: isUsage,
  }),
  {
    id: 'usage-property-address',
    severity: 'warning',
    on: { type: 'PropertyValue' },
    sentence: 'The `propertyID` of a `PropertyValue` for `resourceUsage` should be an address.',
    source: `${PROVENANCE}, Representing resource usage`,
    check: (value, crate) =>
      isUsage(value, crate) && value.texts('propertyID').some((text) => !/^https?:\/\/\S+$/.test(text.trim()))
        ? value.fault('has a propertyID that is no address', 'propertyID')
        : undefined,
  },
]);

function isUsage(entity: CheckedEntity, crate: CheckedCrate): boolean {
  return referrersOf(crate, entity.iri, `${WFRUN}resourceUsage`).length > 0;
}
