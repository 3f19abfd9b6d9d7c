import { inTestedCrate, inWorkflowCrate, OF_WORKFLOWS } from '../helpers/run-sample.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Change, Draft } from '../helpers/sample-crate.js';

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

function addDescription({ add }: Draft): void {
  const description = { '@id': 'abstract.cwl', '@type': ['File', 'SoftwareSourceCode', 'HowTo'] };
  const own = { name: 'Steps', description: 'As CWL', encodingFormat: 'text/x-cwl', contentSize: '90' };
  add({ ...description, ...own, programmingLanguage: ref('#cwl') }, 'hasPart');
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
  {
    ...without(inWorkflowCrate, 'main-workflow-language', 'mean.cwl', 'programmingLanguage'),
    also: ['workflow-properties'],
  },
  {
    rule: 'workflow-description',
    name: 'a description in CWL that no workflow names',
    breaks: inWorkflowCrate(addDescription),
    entity: 'abstract.cwl',
    keeps: inWorkflowCrate((draft) => {
      addDescription(draft);
      draft.entity('mean.cwl')['subjectOf'] = ref('abstract.cwl');
    }),
  },
  {
    rule: 'workflow-crate-profile',
    name: 'a descriptor that does not name the profile',
    version: '1.1',
    breaks: inWorkflowCrate(),
    entity: 'ro-crate-metadata.json',
    keeps: inWorkflowCrate(({ entity }) => {
      const about = entity('ro-crate-metadata.json');
      about['conformsTo'] = [
        ref('https://w3id.org/ro/crate/1.1'),
        ref('https://w3id.org/workflowhub/workflow-ro-crate/1.0'),
      ];
    }),
  },
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
      const type = ['CreativeWork', 'Profile'];
      draft.add({ '@id': profile, '@type': type, name: 'Workflow Testing RO-Crate' }, 'conformsTo');
    },
    entity: './',
    also: ['main-workflow'],
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

const PARAMETER = 'https://bioschemas.org/profiles/FormalParameter/';
const parameter = (more: object) => ({ '@id': '#in', '@type': 'FormalParameter', additionalType: 'File', ...more });
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
    rule: 'software-url',
    name: 'version 1.1, the language of a script without an address',
    version: '1.1',
    breaks: withScript(({ entity }) => delete entity('#python')['url']),
    entity: '#python',
    keeps: withScript(),
  },
  {
    rule: 'software-complete',
    name: 'version 1.1, an application without address and version',
    version: '1.1',
    breaks: ({ add }) => add({ '@id': '#tool', '@type': 'SoftwareApplication', name: 'Tool' }),
    entity: '#tool',
    keeps: ({ add }) =>
      add({ '@id': 'https://tool.example/', '@type': 'SoftwareApplication', name: 'Tool', version: '1' }),
  },
  {
    rule: 'workflow-properties',
    name: 'a workflow that conforms to Bioschemas without a creator',
    breaks: withScript(({ entity }) => delete entity('mean.py')['creator'], {
      '@type': WORKFLOW_TYPES,
      conformsTo: BIOSCHEMAS,
      ...OF_WORKFLOWS,
    }),
    entity: 'mean.py',
    keeps: withScript(undefined, { '@type': WORKFLOW_TYPES, conformsTo: BIOSCHEMAS, ...OF_WORKFLOWS }),
  },
  {
    rule: 'workflow-minimum',
    name: 'version 1.1, a main workflow without a version',
    version: '1.1',
    breaks: inWorkflowCrate(({ entity }) => delete entity('mean.cwl')['version']),
    entity: 'mean.cwl',
    also: ['workflow-crate-profile'],
    keeps: inWorkflowCrate(),
  },
  {
    rule: 'parameter-name',
    name: 'a parameter without a name',
    breaks: ({ add }) => add(parameter({ conformsTo: ref(`${PARAMETER}1.0-RELEASE`) })),
    entity: '#in',
    also: ['entity-name', 'parameter-bioschemas'],
    keeps: ({ add }) => add(parameter({ name: 'Levels', conformsTo: ref(`${PARAMETER}1.0-RELEASE`) })),
  },
  {
    rule: 'parameter-format',
    name: 'version 1.1, a parameter of a draft without a format',
    version: '1.1',
    breaks: ({ add }) => add(parameter({ name: 'Levels', conformsTo: ref(`${PARAMETER}0.1-DRAFT`) })),
    entity: '#in',
    keeps: ({ add }) =>
      add(parameter({ name: 'Levels', encodingFormat: 'text/csv', conformsTo: ref(`${PARAMETER}0.1-DRAFT`) })),
  },
  {
    rule: 'parameter-kind',
    name: 'version 1.1, a parameter of a draft without a type',
    version: '1.1',
    breaks: ({ add }) => {
      const more = { name: 'Levels', encodingFormat: 'text/csv', conformsTo: ref(`${PARAMETER}0.1-DRAFT`) };
      delete add(parameter(more))['additionalType'];
    },
    entity: '#in',
    keeps: ({ add }) => add(parameter({ name: 'Levels', conformsTo: ref(`${PARAMETER}1.0-RELEASE`) })),
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
    breaks: withScript(undefined, {
      '@type': ['File', 'ComputationalWorkflow'],
      conformsTo: BIOSCHEMAS,
      ...OF_WORKFLOWS,
    }),
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
