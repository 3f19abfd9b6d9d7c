import type { CheckedCrate } from '../crate/checked-crate.js';
import type { CheckedEntity } from '../crate/checked-entity.js';
import { follows } from '../crate/profiles.js';
import { isReferredToFrom } from '../crate/referrers.js';
import { isAmong, typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isSoftware } from './ids.js';

const SCRIPTS = 'RO-Crate 1.1 to 1.3, Workflows and Scripts';
const SOFTWARE_SOURCE = 'RO-Crate 1.2 and 1.3, Workflows and Scripts';
const LANGUAGES = typeSet('ComputerLanguage', 'SoftwareApplication');
const DATASETS = typeSet('Dataset');
const CODE = typeSet('SoftwareSourceCode', 'ComputationalWorkflow');
const BIOSCHEMAS = /^https?:\/\/bioschemas\.org\/profiles\/ComputationalWorkflow\//;

/** What RO-Crate 1.2 asks of applications and languages. Profiles of runs ask less, for crates of older versions. */
const isNewSoftware = (entity: CheckedEntity, crate: CheckedCrate) =>
  crate.since('1.2') && !entity.nested && isSoftware(entity);

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
    sentence: 'An application or programming language has a `name`.',
    source: SOFTWARE_SOURCE,
    property: 'name',
    when: isNewSoftware,
  }),
  hasProperty({
    id: 'software-url',
    severity: 'error',
    on: 'entity',
    sentence: 'An application or programming language has a `url`, unless its `@id` is one.',
    source: SOFTWARE_SOURCE,
    property: 'url',
    when: (entity, crate) => !entity.onWeb && isNewSoftware(entity, crate), // as in the example of the specification
  }),
  hasProperty({
    id: 'software-version',
    severity: 'error',
    on: 'entity',
    sentence: 'An application or programming language has a `version`.',
    source: SOFTWARE_SOURCE,
    property: ['version', 'softwareVersion'],
    when: isNewSoftware,
  }),
  hasProperty({
    id: 'script-name',
    severity: 'error',
    on: 'entity',
    sentence: 'A script or workflow has a `name`.',
    source: SCRIPTS,
    property: 'name',
    when: (entity, crate) => crate.since('1.1') && isScript(entity) && crate.roleOf(entity) !== 'contextual',
  }),
  {
    id: 'script-type',
    severity: 'error',
    on: 'entity',
    sentence: 'A script or workflow that is a part of the crate is a `File`, or a `Dataset` if it is a folder.',
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
    sentence: 'A workflow is a `File` and a `SoftwareSourceCode`.',
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
    sentence: 'A script or workflow has a `programmingLanguage`.',
    source: 'RO-Crate 1.1 to 1.3, Workflows and Scripts',
    property: 'programmingLanguage',
    when: (entity, crate) =>
      crate.since('1.1') && isScript(entity) && crate.roleOf(entity) !== 'contextual' && !isMainWorkflow(entity, crate),
  }),
  refersTo({
    id: 'script-language-type',
    severity: 'warning',
    on: 'entity',
    sentence: 'A `programmingLanguage` is an entity of type `ComputerLanguage`.',
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
    sentence: 'A workflow conforms to the Bioschemas profile `ComputationalWorkflow`, from version 1.0 on.',
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
];
