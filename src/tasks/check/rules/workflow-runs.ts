import type { CheckedEntity } from '../crate/checked-entity.js';
import { workflowProperty } from '../crate/meanings.js';
import { isReferredToFrom } from '../crate/referrers.js';
import { RUNS, typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';

const WORKFLOW_RUN = 'Workflow Run Crate';
const PROVENANCE = 'Provenance Run Crate';
const PARAMETERS = typeSet('FormalParameter');

/** The profile Workflow Run Crate, where root or descriptor name it or Provenance Run Crate. */
export const WORKFLOW_RUN_RULES: readonly Rule[] = [
  ...inProfile('Workflow Run Crate', [
    {
      id: 'workflow-run',
      severity: 'error',
      on: 'root',
      sentence: 'A Workflow Run Crate must describe a run of its `mainEntity`: an action that has it as `instrument`.',
      source: `${WORKFLOW_RUN}, Requirements`,
      check: (root, crate) => {
        const workflows = root.references('mainEntity');
        if (workflows.length === 0) return undefined;
        const run = workflows.some(({ iri }) => isReferredToFrom(crate, iri, 'instrument', RUNS));
        return run ? undefined : root.fault('has a mainEntity that is the instrument of no action', 'mainEntity');
      },
    },
    ...(['input', 'output'] as const).map((name) =>
      refersTo({
        id: `workflow-${name}`,
        severity: 'error',
        on: 'entity',
        sentence: `Each \`${name}\` of a workflow or tool must be a \`FormalParameter\`.`,
        source: `${WORKFLOW_RUN}, Requirements; ${PROVENANCE}, Requirements`,
        property: workflowProperty(name),
        types: PARAMETERS,
        noun: 'a FormalParameter',
      }),
    ),
    hasProperty({
      id: 'parameter-type',
      severity: 'error',
      on: { type: 'FormalParameter' },
      sentence: 'A `FormalParameter` must have an `additionalType`.',
      source: `${WORKFLOW_RUN}, Requirements`,
      property: 'additionalType',
    }),
    hasProperty({
      id: 'parameter-slot',
      severity: 'warning',
      on: { type: 'FormalParameter' },
      sentence: 'A `FormalParameter` should have the `name` of the slot of the workflow.',
      source: `${WORKFLOW_RUN}, Requirements`,
      property: 'name',
      // By its own profile it must.
      when: (parameter) => !conformsToBioschemas(parameter),
    }),
    {
      id: 'parameter-example',
      severity: 'warning',
      on: { type: 'FormalParameter' },
      sentence: 'The `workExample` of a `FormalParameter` should refer back to it by `exampleOfWork`.',
      source: `${WORKFLOW_RUN}, Requirements`,
      check: (parameter, crate) =>
        parameter.references('workExample').flatMap(({ id, iri, pointer }) => {
          const example = crate.entity(iri);
          return example === undefined || example.references('exampleOfWork').some((one) => one.iri === parameter.iri)
            ? []
            : [
                parameter.faultAt(
                  `has the workExample ${id}, which has no exampleOfWork that is the parameter`,
                  pointer,
                ),
              ];
        }),
    },
  ]),
  {
    id: 'parameter-bioschemas',
    severity: 'warning',
    on: { type: 'FormalParameter' },
    sentence:
      'A `FormalParameter` that conforms to the profile of Bioschemas should have `additionalType`, `description` and `encodingFormat`.',
    source: 'Bioschemas FormalParameter 1.0',
    check: (parameter: CheckedEntity) => {
      if (!conformsToBioschemas(parameter)) return undefined;
      const missing = ['additionalType', 'description', 'encodingFormat'].filter((name) => !parameter.has(name));
      return missing.length > 0 ? parameter.fault(`has no ${missing.join(' and no ')}`) : undefined;
    },
  },
];

function conformsToBioschemas(parameter: CheckedEntity): boolean {
  return parameter
    .references('conformsTo')
    .some(({ iri }) => /^https?:\/\/bioschemas\.org\/profiles\/FormalParameter\/[1-9]/.test(iri));
}
