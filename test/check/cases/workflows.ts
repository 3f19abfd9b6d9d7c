import { inTestedCrate, inWorkflowCrate } from '../helpers/run-sample.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Change } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });

function without(crate: (change?: Change) => Change, rule: string, entity: string, property: string): RuleCase {
  return {
    rule,
    name: `${entity} without ${property}`,
    breaks: crate((draft) => delete draft.entity(entity)[property]),
    entity,
    keeps: crate(),
  };
}

export const WORKFLOW_CRATE_CASES: readonly RuleCase[] = [
  without(inWorkflowCrate, 'main-workflow', './', 'mainEntity'),
  {
    rule: 'main-workflow-type',
    name: 'a main workflow that is only a file',
    breaks: inWorkflowCrate((draft) => (draft.entity('mean.cwl')['@type'] = 'File')),
    entity: 'mean.cwl',
    keeps: inWorkflowCrate(),
  },
  without(inWorkflowCrate, 'main-workflow-language', 'mean.cwl', 'programmingLanguage'),
  without(inWorkflowCrate, 'readme-about', 'README.md', 'about'),
  {
    rule: 'readme-format',
    name: 'a README as plain text',
    breaks: inWorkflowCrate((draft) => (draft.entity('README.md')['encodingFormat'] = 'text/plain')),
    entity: 'README.md',
    keeps: inWorkflowCrate((draft) => (draft.entity('README.md')['encodingFormat'] = 'text/markdown; charset=utf-8')),
  },
];

export const WORKFLOW_TEST_CASES: readonly RuleCase[] = [
  {
    rule: 'tests-mentioned',
    name: 'a profile for tests, and no test suite',
    breaks: (draft) => {
      const profile = 'https://w3id.org/ro/wftest/0.1';
      draft.add({ '@id': profile, '@type': 'CreativeWork', name: 'Workflow Testing RO-Crate' }, 'conformsTo');
    },
    entity: './',
    keeps: inTestedCrate(),
  },
  {
    rule: 'suite-mentioned',
    name: 'a second test suite that the root does not mention',
    breaks: inTestedCrate(({ add }) => {
      const suite = {
        '@type': 'TestSuite',
        name: 'More tests',
        mainEntity: ref('mean.cwl'),
        instance: ref('#instance'),
      };
      add({ '@id': '#other', ...suite }, 'about');
    }),
    entity: '#other',
    keeps: inTestedCrate(),
  },
  {
    rule: 'suite-tests',
    name: 'a suite without tests',
    breaks: inTestedCrate(({ add }) =>
      add({ '@id': '#other', '@type': 'TestSuite', name: 'No tests', mainEntity: ref('mean.cwl') }),
    ),
    entity: '#other',
    keeps: inTestedCrate(({ entity }) => delete entity('#suite')['definition']),
  },
  without(inTestedCrate, 'suite-workflow', '#suite', 'mainEntity'),
  without(inTestedCrate, 'instance-service', '#instance', 'runsOn'),
  without(inTestedCrate, 'instance-url', '#instance', 'url'),
  without(inTestedCrate, 'instance-resource', '#instance', 'resource'),
  {
    rule: 'definition-file',
    name: 'a definition that is no file',
    breaks: inTestedCrate((draft) => (draft.entity('tests.yml')['@type'] = 'TestDefinition')),
    entity: 'tests.yml',
    keeps: inTestedCrate(),
  },
  without(inTestedCrate, 'definition-engine', 'tests.yml', 'conformsTo'),
  without(inTestedCrate, 'definition-version', 'tests.yml', 'engineVersion'),
];

const script = (extra: object) => ({
  '@id': 'mean.py',
  '@type': ['File', 'SoftwareSourceCode'],
  name: 'Means',
  description: 'Means of each day',
  encodingFormat: 'text/x-python',
  contentSize: '100',
  programmingLanguage: ref('#python'),
  ...extra,
});
const python = { '@id': '#python', '@type': 'ComputerLanguage', name: 'Python', url: 'https://python.example/' };

/** A sample with a script. */
const withScript =
  (change: Change = () => undefined, extra: object = {}): Change =>
  (draft) => {
    draft.add({ ...python, version: '3.12' });
    draft.add(script(extra), 'hasPart');
    change(draft);
  };

const WORKFLOW_TYPES = ['File', 'SoftwareSourceCode', 'ComputationalWorkflow'];
const BIOSCHEMAS = ref('https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE');

export const SOFTWARE_CASES: readonly RuleCase[] = [
  {
    rule: 'software-name',
    name: 'an application without a name',
    breaks: ({ add }) =>
      add({ '@id': '#tool', '@type': 'SoftwareApplication', version: '1', url: 'https://tool.example/' }),
    entity: '#tool',
    keeps: ({ add }) =>
      add({ '@id': '#tool', '@type': 'SoftwareApplication', name: 'Tool', version: '1', url: 'https://tool.example/' }),
  },
  {
    rule: 'software-url',
    name: 'an application without an address',
    breaks: ({ add }) => add({ '@id': '#tool', '@type': 'SoftwareApplication', name: 'Tool', version: '1' }),
    entity: '#tool',
    keeps: ({ add }) =>
      add({ '@id': '#tool', '@type': 'SoftwareApplication', name: 'Tool', version: '1', url: 'https://tool.example/' }),
  },
  {
    rule: 'software-version',
    name: 'a language without a version',
    breaks: ({ add }) => add({ ...python }),
    entity: '#python',
    keeps: ({ add }) => add({ ...python, softwareVersion: '3.12' }),
  },
  {
    rule: 'script-name',
    name: 'a script without a name',
    breaks: withScript(({ entity }) => delete entity('mean.py')['name']),
    entity: 'mean.py',
    keeps: withScript(),
  },
  {
    rule: 'script-type',
    name: 'a script that is no file',
    breaks: withScript(undefined, { '@type': 'SoftwareSourceCode' }),
    entity: 'mean.py',
    keeps: withScript(undefined, { '@id': 'scripts/', '@type': ['Dataset', 'SoftwareSourceCode'] }),
  },
  {
    rule: 'workflow-type',
    name: 'a workflow that is no source code',
    breaks: withScript(undefined, { '@type': ['File', 'ComputationalWorkflow'], conformsTo: BIOSCHEMAS }),
    entity: 'mean.py',
    keeps: withScript(undefined, { '@type': WORKFLOW_TYPES, conformsTo: BIOSCHEMAS }),
  },
  {
    rule: 'script-language',
    name: 'a script without a language',
    breaks: withScript(({ entity }) => delete entity('mean.py')['programmingLanguage']),
    entity: 'mean.py',
    keeps: withScript(),
  },
  {
    rule: 'script-language-type',
    name: 'a language as text',
    breaks: withScript(({ entity }) => (entity('mean.py')['programmingLanguage'] = 'Python 3')),
    entity: 'mean.py',
    keeps: withScript(),
  },
  {
    rule: 'workflow-bioschemas',
    name: 'a workflow that conforms to a draft',
    breaks: inWorkflowCrate(
      ({ entity }) =>
        (entity('mean.cwl')['conformsTo'] = ref('https://bioschemas.org/profiles/ComputationalWorkflow/0.5-DRAFT')),
    ),
    entity: 'mean.cwl',
    keeps: inWorkflowCrate(),
  },
  {
    rule: 'workflow-bioschemas',
    name: 'a workflow that conforms to nothing',
    breaks: withScript(undefined, { '@type': WORKFLOW_TYPES }),
    entity: 'mean.py',
    keeps: withScript(),
  },
];
