import type { JsonObject } from '../../../../src/crate/json/value.js';
import type { Change, Draft } from './sample-crate.js';

const WFRUN = 'https://w3id.org/ro/terms/workflow-run#';
const TEST = 'https://w3id.org/ro/terms/test#';
const RUN_TERMS = [
  ...['ContainerImage', 'DockerImage', 'ParameterConnection', 'connection', 'containerImage', 'registry'],
  ...['resourceUsage', 'sourceParameter', 'targetParameter'],
];
const TEST_TERMS = [
  ...['TestSuite', 'TestInstance', 'TestService', 'TestDefinition', 'instance', 'definition', 'runsOn', 'resource'],
  'engineVersion',
];

const RUN_BASES = [
  'https://w3id.org/ro/wfrun/process/0.5',
  'https://w3id.org/ro/wfrun/workflow/0.5',
  'https://w3id.org/workflowhub/workflow-ro-crate/1.0',
];

const ref = (id: string) => ({ '@id': id });
const terms = (namespace: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, namespace + name]));

/** What the Bioschemas profile asks of a workflow, besides name and language. */
export const OF_WORKFLOWS = {
  creator: ref('https://orcid.org/0000-0002-1825-0097'),
  dateCreated: '2026-02-01',
  license: ref('https://creativecommons.org/licenses/by/4.0/'),
  sdPublisher: ref('https://ror.org/04m01e293'),
  url: 'https://coast.example/mean',
  version: '1.0',
};

/** Adds terms to the context, and makes the root conform to a profile that the crate describes. */
function profiled(draft: Draft, profile: string, own: JsonObject): void {
  draft.context = [draft.context ?? null, own];
  addProfile(draft, profile);
}

function addProfile(draft: Draft, profile: string): void {
  // Older contexts lack the type Profile.
  const type = JSON.stringify(draft.context).includes('/1.1/') ? 'CreativeWork' : ['CreativeWork', 'Profile'];
  draft.add({ '@id': profile, '@type': type, name: 'A profile', description: 'What it asks' }, 'conformsTo');
}

function addWorkflow(draft: Draft): JsonObject {
  draft.add({
    '@id': '#cwl',
    '@type': 'ComputerLanguage',
    name: 'Common Workflow Language',
    url: 'https://www.commonwl.org/',
    version: '1.2',
  });
  const workflow = {
    '@id': 'mean.cwl',
    '@type': ['File', 'SoftwareSourceCode', 'ComputationalWorkflow', 'HowTo'],
    name: 'Mean levels',
    description: 'The mean water level of each day',
    encodingFormat: 'text/x-cwl',
    contentSize: '800',
    programmingLanguage: ref('#cwl'),
    conformsTo: ref('https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE'),
    ...OF_WORKFLOWS,
  };
  draft.add(workflow, 'hasPart');
  draft.entity('./')['mainEntity'] = ref('mean.cwl');
  return draft.entity('mean.cwl');
}

/** Makes the sample a Workflow RO-Crate with a workflow and a README. */
export function inWorkflowCrate(change: Change = () => undefined): Change {
  return (draft) => {
    profiled(draft, 'https://w3id.org/workflowhub/workflow-ro-crate/1.0', {});
    addWorkflow(draft);
    const readme = { '@type': 'File', name: 'Read me', description: 'How to run', contentSize: '90', about: ref('./') };
    draft.add({ '@id': 'README.md', encodingFormat: 'text/markdown', ...readme }, 'hasPart');
    change(draft);
  };
}

/** Makes the sample a Workflow Testing RO-Crate. */
export function inTestedCrate(change: Change = () => undefined): Change {
  return (draft) => {
    profiled(draft, 'https://w3id.org/ro/wftest/0.1', terms(TEST, TEST_TERMS));
    addWorkflow(draft);
    const tool = { '@type': 'SoftwareApplication', url: 'https://planemo.example/', version: '0.75' };
    draft.add({ '@id': '#planemo', name: 'Planemo', ...tool });
    draft.add({
      '@id': '#suite',
      '@type': 'TestSuite',
      name: 'Tests',
      mainEntity: ref('mean.cwl'),
      instance: ref('#instance'),
      definition: ref('tests.yml'),
    });
    draft.add({ '@id': '#service', '@type': 'TestService', name: 'Jenkins', url: 'https://jenkins.example/' });
    draft.add({
      '@id': '#instance',
      '@type': 'TestInstance',
      name: 'Each night',
      runsOn: ref('#service'),
      url: 'https://jenkins.example/',
      resource: 'job/mean',
    });
    draft.add(
      {
        '@id': 'tests.yml',
        '@type': ['File', 'TestDefinition'],
        name: 'Expected means',
        description: 'For the days of a week',
        encodingFormat: 'application/yaml',
        contentSize: '300',
        conformsTo: ref('#planemo'),
        engineVersion: '>=0.70',
      },
      'hasPart',
    );
    change(draft);
  };
}

/** Makes the sample a crate of a run of a workflow, by the most demanding of the run profiles. */
export function inRunCrate(change: Change = () => undefined, profile = 'provenance'): Change {
  return (draft) => {
    profiled(draft, `https://w3id.org/ro/wfrun/${profile}/0.5`, terms(WFRUN, RUN_TERMS));
    if (profile === 'provenance') for (const base of RUN_BASES) addProfile(draft, base);
    Object.assign(addWorkflow(draft), {
      input: ref('#levels'),
      step: ref('#step'),
      hasPart: ref('#tool'),
      connection: ref('#connection'),
    });
    for (const id of ['#levels', '#table'])
      draft.add({ '@id': id, '@type': 'FormalParameter', name: id.slice(1), additionalType: 'File' });
    draft.add({
      '@id': '#connection',
      '@type': 'ParameterConnection',
      name: 'Levels to table',
      sourceParameter: ref('#levels'),
      targetParameter: ref('#table'),
    });
    draft.add({ '@id': '#step', '@type': 'HowToStep', name: 'Means', workExample: ref('#tool'), position: '1' });
    const software = { '@type': 'SoftwareApplication', url: 'https://tools.example/', version: '3.1' };
    draft.add({ '@id': '#tool', name: 'means', input: ref('#table'), ...software });
    draft.add({ '@id': '#engine', name: 'cwltool', ...software });
    const run = {
      '@type': 'CreateAction',
      description: 'With the default settings',
      endTime: '2026-02-01T10:00:00Z',
      agent: ref('https://orcid.org/0000-0002-1825-0097'),
      actionStatus: ref('http://schema.org/CompletedActionStatus'),
      result: ref('levels.csv'),
    };
    draft.add({ '@id': '#run', name: 'Run', instrument: ref('mean.cwl'), ...run });
    draft.add({
      '@id': '#tool-run',
      name: 'Run of means',
      instrument: ref('#tool'),
      resourceUsage: ref('#time'),
      containerImage: ref('#image'),
      ...run,
    });
    const usage = { propertyID: 'https://terms.example/time', unitCode: 'https://qudt.org/vocab/unit/SEC' };
    draft.add({ '@id': '#time', '@type': 'PropertyValue', name: 'Time', value: '12', ...usage });
    const docker = ref(`${WFRUN}DockerImage`);
    const image = { '@type': 'ContainerImage', additionalType: docker, registry: 'docker.io', name: 'means' };
    draft.add({ '@id': '#image', ...image });
    draft.add({ '@id': '#control', '@type': 'ControlAction', instrument: ref('#step'), object: ref('#tool-run') });
    Object.assign(draft.entity('#control'), { name: 'Control' });
    draft.add({
      '@id': '#organize',
      '@type': 'OrganizeAction',
      name: 'Orchestration',
      instrument: ref('#engine'),
      object: ref('#control'),
      result: ref('#run'),
    });
    change(draft);
  };
}
