import { WFRUN } from '../../../base/rdf/vocabulary.js';
import { hasFailed } from '../crate/action-status.js';
import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { workflowProperty } from '../crate/meanings.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { isAmong, RUNS, TOOLS, typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const PROVENANCE = 'Provenance Run Crate';
const SOURCE = `${PROVENANCE}, Requirements`;
const WORKFLOWS = typeSet('ComputationalWorkflow');
const CONNECTIONS = typeSet(`${WFRUN}ParameterConnection`);
const PARAMETERS = typeSet('FormalParameter');

/** Workflows and their steps in a Provenance Run Crate. */
export const PROVENANCE_RUN_RULES: readonly Rule[] = inProfile('Provenance Run Crate', [
  {
    id: 'steps-how-to',
    severity: 'error',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'A workflow with steps must be a `HowTo` too.',
    source: SOURCE,
    check: (workflow) =>
      workflow.references('step').length > 0 && !workflow.is('HowTo')
        ? workflow.fault('has steps, but is not a HowTo: add it to the types', '@type')
        : undefined,
  },
  {
    id: 'workflow-tools',
    severity: 'error',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'A workflow with steps must name the tools of its steps by `hasPart`.',
    source: SOURCE,
    check: (workflow, crate) => {
      const steps = crate.targets(workflow, 'step'); // a run of a single tool has none
      if (steps.length > 0 && !workflow.has('hasPart'))
        return workflow.fault('has steps, but names no tools by hasPart');
      const parts = new Set(workflow.references('hasPart').map(({ iri }) => iri));
      const tools = new Map(steps.flatMap((step) => step.references('workExample').map(({ id, iri }) => [iri, id])));
      return [...tools]
        .filter(([iri]) => !parts.has(iri))
        .map(([, id]) => workflow.fault(`does not name ${id}, the tool of a step, by hasPart`, 'hasPart'));
    },
  },
  {
    id: 'tool-runs',
    severity: 'error',
    on: 'root',
    sentence: 'A Provenance Run Crate must describe runs of the tools of its workflow.',
    source: SOURCE,
    check: (root, crate) =>
      crate
        .targets(root, 'mainEntity')
        .filter((workflow) => hasSteps(workflow) && !hasToolRun(workflow, crate) && !hasFailedRun(workflow, crate))
        .map((workflow) => workflow.fault('has tools by hasPart, but none is the instrument of an action')),
  },
  {
    id: 'subworkflow-type',
    severity: 'error',
    on: { type: 'ComputationalWorkflow' },
    sentence:
      'A workflow that is the tool of a step must be a `SoftwareSourceCode`, and no `File` if it is a part of one.',
    source: SOURCE,
    check: (workflow, crate) => {
      const { id = '', iri } = workflow;
      if (!isReferredToFrom(crate, iri, 'hasPart', WORKFLOWS)) return undefined;
      if (!workflow.is('SoftwareSourceCode'))
        return workflow.fault('is a workflow, but not a SoftwareSourceCode', '@type');
      return id.includes('#') && workflow.is('File')
        ? workflow.fault('is a part of a file, but has the type File: remove it', '@type')
        : undefined;
    },
  },
  {
    id: 'step-workflow',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'A workflow must name each `HowToStep` by `step`.',
    source: SOURCE,
    check: (step, crate) =>
      isReferredToFrom(crate, step.iri, 'step', WORKFLOWS)
        ? undefined
        : step.fault('is the step of no workflow: name it by step of its ComputationalWorkflow'),
  },
  refersTo({
    id: 'step-tool',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'A `HowToStep` must name its tool by `workExample`.',
    source: SOURCE,
    property: 'workExample',
    types: TOOLS,
    noun: 'an application, script or workflow',
    required: true,
  }),
  {
    id: 'step-position',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'The `position` of a step must be an integer, or text with an integer.',
    source: SOURCE,
    check: (step) =>
      step.values('position').some((value) => typeof value !== 'object' && !/^\d+$/.test(String(value)))
        ? step.fault('has a position that is not an integer', 'position')
        : undefined,
  },
  {
    id: 'step-order',
    severity: 'error',
    on: { type: 'HowToStep' },
    sentence: 'The `position` of a step must be greater than that of a step whose output it needs.',
    source: SOURCE,
    check: (step, crate) => {
      const position = positionOf(step);
      if (position === undefined) return undefined;
      return stepsBefore(step, crate)
        .filter((other) => (positionOf(other) ?? -1) >= position)
        .map((other) =>
          step.fault(`needs the output of ${other.id ?? 'a step'}, whose position is not less`, 'position'),
        );
    },
  },
  {
    id: 'step-recorded',
    severity: 'warning',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'The executions of the steps of a workflow should be recorded, each by a `ControlAction`.',
    source: `${PROVENANCE}, Overview`,
    check: (workflow, crate) => {
      const steps = workflow.references('step');
      if (steps.length === 0) return undefined;
      const recorded = steps.some(({ iri }) => isReferredToFrom(crate, iri, 'instrument', typeSet('ControlAction')));
      return recorded ? undefined : workflow.fault('has steps, but none is the instrument of a ControlAction', 'step');
    },
  },
  refersTo({
    id: 'step-connection',
    severity: 'error',
    on: 'entity',
    sentence: 'Each `connection` of a workflow or step must be a `ParameterConnection`.',
    source: `${PROVENANCE}, Representing parameter connections`,
    property: `${WFRUN}connection`,
    types: CONNECTIONS,
    noun: 'a ParameterConnection',
  }),
  ...['source', 'target'].map((end) =>
    refersTo({
      id: `connection-${end}`,
      severity: 'error',
      on: { type: `${WFRUN}ParameterConnection` },
      sentence: `A \`ParameterConnection\` must have a \`${end}Parameter\` that is a \`FormalParameter\`.`,
      source: `${PROVENANCE}, Representing parameter connections`,
      property: `${WFRUN}${end}Parameter`,
      types: PARAMETERS,
      noun: 'a FormalParameter',
      required: true,
    }),
  ),
  {
    id: 'connection-place',
    severity: 'warning',
    on: { type: `${WFRUN}ParameterConnection` },
    sentence: 'The workflow should name a connection to its output by `connection`, the receiving step any other.',
    source: `${PROVENANCE}, Representing parameter connections`,
    check: (connection, crate) => {
      const from = referrersOf(crate, connection.iri, `${WFRUN}connection`);
      if (from.length === 0) return connection.fault('is the connection of no workflow and no step');
      const toOutput = connection
        .references(`${WFRUN}targetParameter`)
        .some(({ iri }) => crate.root !== undefined && outputsOf(crate.targets(crate.root, 'mainEntity')).has(iri));
      return toOutput && !from.some(({ types }) => isAmong(types, WORKFLOWS))
        ? connection.fault('leads to an output of the workflow, which does not name it by connection')
        : undefined;
    },
  },
]);

/** The steps of the same workflow whose output a step needs, as its connections say. */
function stepsBefore(step: CheckedEntity, crate: CheckedCrate): CheckedEntity[] {
  const sources = crate
    .targets(step, `${WFRUN}connection`)
    .flatMap((connection) => connection.references(`${WFRUN}sourceParameter`));
  if (sources.length === 0) return [];
  const workflows = referrersOf(crate, step.iri, 'step').flatMap(({ iri }) => crate.entity(iri) ?? []);
  const outputs = workflows
    .flatMap((workflow) => crate.targets(workflow, 'step'))
    .map((other) => ({ other, iris: outputsOf(crate.targets(other, 'workExample')) }));
  return sources.flatMap(({ iri }) => {
    const makers = outputs.filter(({ iris }) => iris.has(iri)).map(({ other }) => other);
    return makers.length === 1 ? makers.filter((other) => other.iri !== step.iri) : []; // a tool of two steps: which?
  });
}

function outputsOf(tools: readonly CheckedEntity[]): ReadonlySet<string> {
  const outputs = workflowProperty('output');
  return new Set(tools.flatMap((tool) => outputs.flatMap((name) => tool.references(name).map(({ iri }) => iri))));
}

function positionOf(step: CheckedEntity): number | undefined {
  const [text] = step.values('position').map(String);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function hasSteps(workflow: CheckedEntity): boolean {
  return workflow.has('step') && workflow.has('hasPart');
}

function hasToolRun(workflow: CheckedEntity, crate: CheckedCrate): boolean {
  return workflow.references('hasPart').some(({ iri }) => isReferredToFrom(crate, iri, 'instrument', RUNS));
}

function hasFailedRun(workflow: CheckedEntity, crate: CheckedCrate): boolean {
  return referrersOf(crate, workflow.iri, 'instrument').some(({ iri }) => {
    const run = crate.entity(iri);
    return run !== undefined && hasFailed(run);
  });
}
