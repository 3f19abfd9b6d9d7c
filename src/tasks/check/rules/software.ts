import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { follows } from '../crate/profiles.js';
import { isReferredToFrom, referrersOf } from '../crate/referrers.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { EntityRule, Rule } from '../rule.js';
import { isSoftware } from './ids.js';

const SCRIPTS = 'RO-Crate 1.1 to 1.3, Workflows and Scripts';
const SOFTWARE_SOURCE = 'RO-Crate 1.0 to 1.3, Workflows and Scripts';
const LANGUAGES = typeSet('ComputerLanguage', 'SoftwareApplication');
const DATASETS = typeSet('Dataset');
const CODE = typeSet('SoftwareSourceCode', 'ComputationalWorkflow');
const PARAMETERS = /^https?:\/\/bioschemas\.org\/profiles\/FormalParameter\//;
const PARAMETER_DRAFTS = /^https?:\/\/bioschemas\.org\/profiles\/FormalParameter\/0\./;
const OF_WORKFLOWS = [
  ...['name', 'programmingLanguage', 'creator', 'dateCreated', 'license', 'sdPublisher', 'url', 'version'],
];
/** Languages that WorkflowHub identifies for everybody, in no version. */
const OF_WORKFLOWHUB = /^https?:\/\/w3id\.org\/workflowhub\/workflow-ro-crate/;
const LENIENT = ['Workflow RO-Crate', 'Process Run Crate', 'Workflow Testing RO-Crate'] as const;
const BIOSCHEMAS = /^https?:\/\/bioschemas\.org\/profiles\/ComputationalWorkflow\//;

/** Before version 1.2, the profiles of workflows and runs ask less of software and workflows than RO-Crate does. */
const asksLess = (crate: CheckedCrate) => !crate.since('1.2') && LENIENT.some((profile) => follows(crate, profile));

/** Applications and languages; before version 1.2 only those that scripts are written in. */
const isStrict = (entity: CheckedEntity, crate: CheckedCrate) =>
  !entity.nested &&
  isSoftware(entity) &&
  (crate.since('1.2') ||
    (!asksLess(crate) &&
      !OF_WORKFLOWHUB.test(entity.iri) &&
      referrersOf(crate, entity.iri, 'programmingLanguage').length > 0));

const isMild = (entity: CheckedEntity, crate: CheckedCrate) =>
  !entity.nested && !crate.since('1.2') && isSoftware(entity) && !isStrict(entity, crate) && !isTool(entity, crate);

/** Executed tools of a run crate have rules of their own. */
const isTool = (entity: CheckedEntity, crate: CheckedCrate) =>
  follows(crate, 'Process Run Crate') && referrersOf(crate, entity.iri, 'instrument').length > 0;

/** A file with code, and what is called a workflow. */
const isScript = (entity: CheckedEntity) =>
  (entity.is('SoftwareSourceCode') && entity.is('File')) || entity.is('ComputationalWorkflow');

/** Whether an entity is the workflow that a Workflow RO-Crate is about. */
export function isMainWorkflow(entity: CheckedEntity, crate: CheckedCrate): boolean {
  return (
    follows(crate, 'Workflow RO-Crate') &&
    crate.root?.references('mainEntity').some(({ iri }) => iri === entity.iri) === true
  );
}

/** Software, scripts and workflows (RO-Crate, Workflows and Scripts). */
export const SOFTWARE_RULES: readonly Rule[] = [
  hasProperty({
    id: 'software-name',
    severity: 'error',
    on: 'entity',
    sentence: 'An application or programming language must have a `name`.',
    source: SOFTWARE_SOURCE,
    property: 'name',
    when: isStrict,
  }),
  hasProperty({
    id: 'software-url',
    severity: 'error',
    on: 'entity',
    sentence: 'An application or programming language must have a `url`, unless its `@id` is one.',
    source: SOFTWARE_SOURCE,
    property: 'url',
    when: (entity, crate) => !entity.onWeb && isStrict(entity, crate), // as in the example of the specification
  }),
  hasProperty({
    id: 'software-version',
    severity: 'error',
    on: 'entity',
    sentence: 'An application or programming language must have a `version`.',
    source: SOFTWARE_SOURCE,
    property: ['version', 'softwareVersion'],
    when: isStrict,
  }),
  {
    id: 'software-complete',
    severity: 'warning',
    on: 'entity',
    sentence: 'Before RO-Crate 1.2, each application or language should have a `name`, a `url` and a `version`.',
    source: 'RO-Crate 1.0 and 1.1, Workflows and Scripts',
    check: (entity, crate) => {
      if (!isMild(entity, crate)) return undefined;
      const missing = [
        ...(entity.has('name') ? [] : ['name']),
        ...(entity.has('url') || entity.onWeb ? [] : ['url']),
        ...(entity.has('version') || entity.has('softwareVersion') ? [] : ['version']),
      ];
      return missing.length === 0 ? undefined : entity.fault(`has no ${missing.join(' and no ')}`);
    },
  },
  hasProperty({
    id: 'script-name',
    severity: 'error',
    on: 'entity',
    sentence: 'A script or workflow must have a `name`.',
    source: SCRIPTS,
    property: 'name',
    when: (entity, crate) => crate.since('1.1') && isScript(entity) && crate.roleOf(entity) !== 'contextual',
  }),
  {
    id: 'script-type',
    severity: 'error',
    on: 'entity',
    sentence: 'A script or workflow that is a part of the crate must be a `File`, or a `Dataset` if it is a folder.',
    source: SCRIPTS,
    check: (entity, crate) => {
      const { types, iri, id = '' } = entity;
      if (!crate.since('1.1') || !isAmong(types, CODE) || entity.is('File') || entity.is('Dataset')) return undefined;
      // What a workflow has as parts are steps, and with a fragment it is a part of a file.
      return isReferredToFrom(crate, iri, 'hasPart', DATASETS) && !id.includes('#')
        ? entity.fault('is a script or workflow, but not a File', '@type')
        : undefined;
    },
  },
  {
    id: 'workflow-type',
    severity: 'error',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'A workflow must be a `File` and a `SoftwareSourceCode`.',
    source: SCRIPTS,
    check: (workflow, crate) => {
      const { id = '', iri } = workflow;
      if (!crate.since('1.1') || id.includes('#') || isMainWorkflow(workflow, crate)) return undefined;
      if (workflow.is('Dataset') || isReferredToFrom(crate, iri, 'hasPart', CODE)) return undefined; // a folder, a step
      // Another rule names a part that is no File.
      const part = isReferredToFrom(crate, iri, 'hasPart', DATASETS);
      const missing = ['File', 'SoftwareSourceCode'].filter((type) => !workflow.is(type) && !(type === 'File' && part));
      return missing.map((type) => workflow.fault(`is a workflow, but not a ${type}`, '@type'));
    },
  },
  hasProperty({
    id: 'script-language',
    severity: 'warning',
    on: 'entity',
    sentence: 'A script or workflow should have a `programmingLanguage`.',
    source: 'RO-Crate 1.1 to 1.3, Workflows and Scripts',
    property: 'programmingLanguage',
    when: (entity, crate) =>
      crate.since('1.1') && isScript(entity) && crate.roleOf(entity) !== 'contextual' && !isMainWorkflow(entity, crate),
  }),
  refersTo({
    id: 'script-language-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'A `programmingLanguage` should be an entity of type `ComputerLanguage`.',
    source: 'RO-Crate 1.1 to 1.3, Workflows and Scripts',
    property: 'programmingLanguage',
    types: LANGUAGES,
    noun: 'a ComputerLanguage',
    when: (_, crate) => crate.since('1.1'),
  }),
  {
    id: 'workflow-bioschemas',
    severity: 'warning',
    on: { type: 'ComputationalWorkflow' },
    sentence: 'A workflow should conform to the Bioschemas profile `ComputationalWorkflow`, from version 1.0 on.',
    source: 'RO-Crate 1.2 and 1.3, Workflows and Scripts; Workflow RO-Crate, Main Workflow',
    check: (workflow, crate) => {
      const profiles = workflow.references('conformsTo').filter(({ iri }) => BIOSCHEMAS.test(iri));
      const main = isMainWorkflow(workflow, crate);
      if (!(crate.since('1.2') || main) || (workflow.id ?? '').includes('#')) return undefined;
      if (profiles.length === 0)
        return workflow.fault('does not conform to Bioschemas ComputationalWorkflow', 'conformsTo');
      return main && !profiles.some(({ iri }) => /\/[1-9]/.test(iri.replace(BIOSCHEMAS, '/')))
        ? workflow.fault('conforms to a draft of Bioschemas ComputationalWorkflow', 'conformsTo')
        : undefined;
    },
  },
  workflowProperties({
    id: 'workflow-properties',
    severity: 'error',
    sentence: 'A workflow that conforms to Bioschemas must have the eight properties that its profile calls minimal.',
    source: SCRIPTS,
    when: (crate) => crate.since('1.1') && !asksLess(crate),
  }),
  workflowProperties({
    id: 'workflow-minimum',
    severity: 'warning',
    sentence: 'A workflow of a Workflow RO-Crate should have the properties that its Bioschemas profile calls minimal.',
    source: 'RO-Crate 1.1, Workflows and Scripts; Workflow RO-Crate, Main Workflow',
    when: asksLess,
  }),
  hasProperty({
    id: 'parameter-name',
    severity: 'error',
    on: { type: 'FormalParameter' },
    sentence: 'A `FormalParameter` that conforms to its Bioschemas profile must have a `name`.',
    source: SCRIPTS,
    property: 'name',
    when: (parameter, crate) => crate.since('1.1') && conformsTo(parameter, PARAMETERS),
  }),
  ...(['additionalType', 'encodingFormat'] as const).map((property) =>
    hasProperty({
      id: property === 'encodingFormat' ? 'parameter-format' : 'parameter-kind',
      severity: 'error',
      on: { type: 'FormalParameter' },
      sentence: `A \`FormalParameter\` that conforms to a draft of its Bioschemas profile must have \`${property}\`.`,
      source: 'RO-Crate 1.1, Workflows and Scripts',
      property,
      when: (parameter, crate) => crate.since('1.1') && !crate.since('1.2') && conformsTo(parameter, PARAMETER_DRAFTS),
    }),
  ),
];

/** A rule that a workflow has what the Bioschemas profile that it conforms to asks for. */
function workflowProperties({
  when,
  ...rule
}: Omit<EntityRule, 'on' | 'check'> & { readonly when: (crate: CheckedCrate) => boolean }): EntityRule {
  return {
    ...rule,
    on: { type: 'ComputationalWorkflow' },
    check: (workflow, crate) => {
      if (!when(crate) || !conformsTo(workflow, BIOSCHEMAS)) return undefined;
      const missing = OF_WORKFLOWS.filter((name) => !workflow.has(name));
      return missing.length === 0
        ? undefined
        : workflow.fault(`conforms to Bioschemas ComputationalWorkflow, but has no ${missing.join(', ')}`);
    },
  };
}

function conformsTo(entity: CheckedEntity, profile: RegExp): boolean {
  return entity.references('conformsTo').some(({ iri }) => profile.test(iri));
}
