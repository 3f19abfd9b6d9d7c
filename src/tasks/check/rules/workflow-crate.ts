import type { CheckedEntity } from '../crate/checked-entity.js';
import { follows } from '../crate/profiles.js';
import { referrersOf } from '../crate/referrers.js';
import { typeSet } from '../crate/type-sets.js';
import { inProfile } from '../in-profile.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isMainWorkflow } from './software.js';

const PROFILE = 'Workflow RO-Crate 1.0';
const WORKFLOW_CRATE = /^https?:\/\/w3id\.org\/workflowhub\/workflow-ro-crate\//;
const README = /^(?:\.\/)?README\.md$/i;

/** The profile Workflow RO-Crate, where root or descriptor name it. */
export const WORKFLOW_CRATE_RULES: readonly Rule[] = inProfile('Workflow RO-Crate', [
  hasProperty({
    id: 'main-workflow',
    severity: 'error',
    on: 'root',
    sentence: 'The root of a Workflow RO-Crate must name the workflow by `mainEntity`.',
    source: `${PROFILE}, Main Workflow`,
    property: 'mainEntity',
  }),
  {
    id: 'main-workflow-type',
    severity: 'error',
    on: 'entity',
    sentence: 'The main workflow must be a `File`, a `SoftwareSourceCode` and a `ComputationalWorkflow`.',
    source: `${PROFILE}, Main Workflow`,
    check: (entity, crate) => {
      if (!isMainWorkflow(entity, crate)) return undefined;
      const missing = ['File', 'SoftwareSourceCode', 'ComputationalWorkflow'].filter((type) => !entity.is(type));
      return missing.length === 0
        ? undefined
        : entity.fault(`is the main workflow, but not a ${missing.join(', ')}`, '@type');
    },
  },
  hasProperty({
    id: 'main-workflow-language',
    severity: 'error',
    on: 'entity',
    sentence: 'The main workflow must have a `programmingLanguage`.',
    source: `${PROFILE}, Main Workflow`,
    property: 'programmingLanguage',
    when: isMainWorkflow,
  }),
  {
    id: 'workflow-description',
    severity: 'error',
    on: { type: 'HowTo' },
    sentence: 'The main workflow must name its description in CWL by `subjectOf`.',
    source: `${PROFILE}, Main Workflow CWL Description`,
    check: (entity, crate) => {
      const isDescription = ['File', 'SoftwareSourceCode'].every((type) => entity.is(type)) && isInCwl(entity);
      if (!isDescription || entity.is('ComputationalWorkflow')) return undefined;
      return referrersOf(crate, entity.iri, 'subjectOf').length > 0
        ? undefined
        : entity.fault('describes a workflow in CWL, but no workflow names it by subjectOf');
    },
  },
  {
    id: 'workflow-crate-profile',
    severity: 'warning',
    on: 'descriptor',
    sentence: 'The descriptor of a Workflow RO-Crate should conform to RO-Crate and to the profile.',
    source: `${PROFILE}, Metadata File Descriptor`,
    check: (descriptor, crate) => {
      // Since RO-Crate 1.2 the root names profiles, as crates of runs always do.
      if (crate.since('1.2') || follows(crate, 'Process Run Crate')) return undefined;
      return descriptor.references('conformsTo').some(({ iri }) => WORKFLOW_CRATE.test(iri))
        ? undefined
        : descriptor.fault('does not conform to Workflow RO-Crate, as the root does', 'conformsTo');
    },
  },
  refersTo({
    id: 'readme-about',
    severity: 'warning',
    on: 'file',
    sentence: 'The README of a Workflow RO-Crate should be `about` the crate.',
    source: `${PROFILE}, README`,
    property: 'about',
    types: typeSet('Dataset'),
    noun: 'the root',
    required: true,
    when: isReadme,
  }),
  {
    id: 'readme-format',
    severity: 'warning',
    on: 'file',
    sentence: 'The README of a Workflow RO-Crate should have the `encodingFormat` `text/markdown`.',
    source: `${PROFILE}, README`,
    check: (file) => {
      if (!isReadme(file) || !file.has('encodingFormat')) return undefined;
      return file.texts('encodingFormat').some((text) => text.startsWith('text/markdown'))
        ? undefined
        : file.fault('is Markdown, but its encodingFormat is not text/markdown', 'encodingFormat');
    },
  },
]);

function isReadme(file: CheckedEntity): boolean {
  return README.test(file.id ?? '');
}

function isInCwl(entity: CheckedEntity): boolean {
  return (
    entity.references('programmingLanguage').some(({ iri }) => iri.endsWith('#cwl')) || /\.cwl$/i.test(entity.id ?? '')
  );
}
