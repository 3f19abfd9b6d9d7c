import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { follows } from '../crate/profiles.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const WORKFLOW_RUN = 'Workflow Run Crate';
const PROVENANCE = 'Provenance Run Crate';
const WFRUN = 'https://w3id.org/ro/terms/workflow-run#';
const WORKFLOWS = typeSet('ComputationalWorkflow');
const PARAMETERS = typeSet('FormalParameter');
const CONNECTIONS = typeSet(`${WFRUN}ParameterConnection`);

const isWorkflowRun = (_: CheckedEntity, crate: CheckedCrate) => follows(crate, 'Workflow Run Crate');
const isProvenance = (_: CheckedEntity, crate: CheckedCrate) => follows(crate, 'Provenance Run Crate');

/** The profiles Workflow Run Crate and Provenance Run Crate, where the root names them. */
export const WORKFLOW_RUN_RULES: readonly Rule[] = [
  {
    id: 'workflow-run',
    severity: 'error',
    on: 'root',
    sentence: 'A Workflow Run Crate describes a run of its `mainEntity`.',
    source: `${WORKFLOW_RUN}, Requirements`,
    check: (root, crate) => {
      const workflows = root.references('mainEntity');
      if (!isWorkflowRun(root, crate) || workflows.length === 0) return undefined;
      const run = workflows.some(({ iri }) => isReferredToFrom(crate, iri, 'instrument', RUNS));
      return run ? undefined : root.fault('has a mainEntity that is the instrument of no action', 'mainEntity');
    },
  },
  hasProperty({
    id: 'workflow-run-main',
    severity: 'error',
    on: 'root',
    sentence: 'The root of a Workflow Run Crate names the workflow by `mainEntity`.',
    source: `${WORKFLOW_RUN}, Requirements`,
    property: 'mainEntity',
    // A Workflow RO-Crate needs it by another rule.
    when: (root, crate) => isWorkflowRun(root, crate) && !follows(crate, 'Workflow RO-Crate'),
  }),
  ...['input', 'output'].map((name) =>
    refersTo({
      id: `workflow-${name}`,
      severity: 'error',
      on: 'entity',
      sentence: `Each \`${name}\` of a workflow or tool is a \`FormalParameter\`.`,
      source: `${WORKFLOW_RUN}, Requirements; ${PROVENANCE}, Requirements`,
      property: [
        `https://bioschemas.org/properties/${name}`,
        `https://bioschemas.org/terms/${name}`,
        `https://bioschemas.org/ComputationalWorkflow#${name}`,
      ],
      types: PARAMETERS,
      noun: 'a FormalParameter',
      when: isWorkflowRun,
    }),
  ),
  hasProperty({
    id: 'parameter-type',
    severity: 'error',
    on: { type: 'FormalParameter' },
    sentence: 'A `FormalParameter` has an `additionalType`.',
    source: `${WORKFLOW_RUN}, Requirements`,
    property: 'additionalType',
    when: isWorkflowRun,
  }),
  {
    id: 'steps-how-to',
    severity: 'error',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'A workflow with steps is a `HowTo` too.',
    source: `${PROVENANCE}, Requirements`,
    check: (workflow, crate) =>
      isProvenance(workflow, crate) && workflow.references('step').length > 0 && !workflow.is('HowTo')
        ? workflow.fault('has steps, but is not a HowTo', '@type')
        : undefined,
  },
  {
    id: 'workflow-tools',
    severity: 'warning', // a run of a single tool has none
    on: 'root',
    sentence: 'The workflow of a Provenance Run Crate names its tools by `hasPart`.',
    source: `${PROVENANCE}, Requirements`,
    check: (root, crate) =>
      isProvenance(root, crate)
        ? crate
            .targets(root, 'mainEntity')
            .filter((workflow) => workflow.is('ComputationalWorkflow') && !workflow.has('hasPart'))
            .map((workflow) => workflow.fault('names no tools by hasPart'))
        : undefined,
  },
  {
    id: 'step-workflow',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'A workflow names each `HowToStep` by `step`.',
    source: `${PROVENANCE}, Requirements`,
    check: (step, crate) =>
      isProvenance(step, crate) && !isReferredToFrom(crate, step.iri, 'step', WORKFLOWS)
        ? step.fault('is the step of no workflow')
        : undefined,
  },
  refersTo({
    id: 'step-tool',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'A `HowToStep` names its tool by `workExample`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'workExample',
    types: TOOLS,
    noun: 'an application, script or workflow',
    required: true,
    when: isProvenance,
  }),
  {
    id: 'step-position',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'The `position` of a step is an integer, or text with an integer.',
    source: `${PROVENANCE}, Requirements`,
    check: (step, crate) =>
      isProvenance(step, crate) &&
      step.values('position').some((value) => typeof value !== 'object' && !/^\d+$/.test(String(value)))
        ? step.fault('has a position that is not an integer', 'position')
        : undefined,
  },
  refersTo({
    id: 'step-connection',
    severity: 'error',
    on: 'entity',
    sentence: 'Each `connection` of a workflow or step is a `ParameterConnection`.',
    source: `${PROVENANCE}, Requirements`,
    property: `${WFRUN}connection`,
    types: CONNECTIONS,
    noun: 'a ParameterConnection',
    when: isProvenance,
  }),
  ...['source', 'target'].map((end) =>
    refersTo({
      id: `connection-${end}`,
      severity: 'error',
      on: { type: `${WFRUN}ParameterConnection` },
      sentence: `A \`ParameterConnection\` has a \`${end}Parameter\` that is a \`FormalParameter\`.`,
      source: `${PROVENANCE}, Requirements`,
      property: `${WFRUN}${end}Parameter`,
      types: PARAMETERS,
      noun: 'a FormalParameter',
      required: true,
      when: isProvenance,
    }),
  ),
  refersTo({
    id: 'control-step',
    severity: 'error',
    on: { type: 'ControlAction' },
    sentence: 'A `ControlAction` names its step by `instrument`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'instrument',
    types: typeSet('HowToStep'),
    noun: 'a HowToStep',
    required: true,
    when: isProvenance,
  }),
  refersTo({
    id: 'control-run',
    severity: 'error',
    on: { type: 'ControlAction' },
    sentence: 'A `ControlAction` names the run of the tool by `object`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'object',
    types: RUNS,
    noun: 'an action',
    required: true,
    when: isProvenance,
  }),
  refersTo({
    id: 'organize-engine',
    severity: 'error',
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` names the workflow engine by `instrument`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'instrument',
    types: TOOLS,
    noun: 'an application',
    required: true,
    when: isProvenance,
  }),
  refersTo({
    id: 'organize-run',
    severity: 'error',
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` names the run of the workflow by `result`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'result',
    types: RUNS,
    noun: 'an action',
    required: true,
    when: isProvenance,
  }),
  refersTo({
    id: 'organize-controls',
    severity: 'warning', // a run of a single tool has none
    on: { type: 'OrganizeAction' },
    sentence: 'An `OrganizeAction` names the executions of steps by `object`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'object',
    types: typeSet('ControlAction'),
    noun: 'a ControlAction',
    required: true,
    when: isProvenance,
  }),
  refersTo({
    id: 'usage-type',
    severity: 'error',
    on: 'contextual',
    sentence: 'The `resourceUsage` of a run is a `PropertyValue`.',
    source: `${PROVENANCE}, Requirements`,
    property: `${WFRUN}resourceUsage`,
    types: typeSet('PropertyValue'),
    noun: 'a PropertyValue',
    when: (entity, crate) => isAmong(entity.types, RUNS) && isProvenance(entity, crate),
  }),
  hasProperty({
    id: 'usage-property',
    severity: 'error',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` for `resourceUsage` has a `propertyID`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'propertyID',
    when: isUsage,
  }),
  hasProperty({
    id: 'usage-unit',
    severity: 'warning',
    on: { type: 'PropertyValue' },
    sentence: 'A `PropertyValue` for `resourceUsage` has a `unitCode`.',
    source: `${PROVENANCE}, Requirements`,
    property: 'unitCode',
    when: isUsage,
  }),
];

function isUsage(entity: CheckedEntity, crate: CheckedCrate): boolean {
  return isProvenance(entity, crate) && referrersOf(crate, entity.iri, `${WFRUN}resourceUsage`).length > 0;
}
