import type { CheckedCrate } from '../crate/checked-crate.js';
import { follows } from '../crate/profiles.js';
import { typeSet } from '../crate/type-sets.js';
import { hasProperty, refersTo } from '../property-rules.js';
import type { Rule } from '../rule.js';
import { isMainWorkflow } from './software.js';

const PROFILE = 'Workflow RO-Crate 1.0';
const README = /^(?:\.\/)?README\.md$/i;

const isWorkflowCrate = (_: unknown, crate: CheckedCrate) => follows(crate, 'Workflow RO-Crate');

/** The profile Workflow RO-Crate, where root or descriptor name it. */
export const WORKFLOW_CRATE_RULES: readonly Rule[] = [
  hasProperty({
    id: 'main-workflow',
    severity: 'error',
    on: 'root',
    sentence: 'The root of a Workflow RO-Crate names the workflow by `mainEntity`.',
    source: `${PROFILE}, Main Workflow`,
    property: 'mainEntity',
    when: isWorkflowCrate,
  }),
  {
    id: 'main-workflow-type',
    severity: 'error',
    on: 'entity',
    sentence: 'The main workflow is a `File`, a `SoftwareSourceCode` and a `ComputationalWorkflow`.',
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
    sentence: 'The main workflow has a `programmingLanguage`.',
    source: `${PROFILE}, Main Workflow`,
    property: 'programmingLanguage',
    when: isMainWorkflow,
  }),
  refersTo({
    id: 'readme-about',
    severity: 'warning',
    on: 'file',
    sentence: 'The README of a Workflow RO-Crate is `about` the crate.',
    source: `${PROFILE}, README`,
    property: 'about',
    types: typeSet('Dataset'),
    noun: 'the root',
    required: true,
    when: (file, crate) => README.test(file.id ?? '') && isWorkflowCrate(file, crate),
  }),
  {
    id: 'readme-format',
    severity: 'warning',
    on: 'file',
    sentence: 'The README of a Workflow RO-Crate has the `encodingFormat` `text/markdown`.',
    source: `${PROFILE}, README`,
    check: (file, crate) => {
      if (!README.test(file.id ?? '') || !isWorkflowCrate(file, crate) || !file.has('encodingFormat')) return undefined;
      return file.texts('encodingFormat').some((text) => text.startsWith('text/markdown'))
        ? undefined
        : file.fault('is Markdown, but its encodingFormat is not text/markdown', 'encodingFormat');
    },
  },
];
