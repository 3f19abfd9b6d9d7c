import type { JsonObject } from '../../../../src/crate/json/value.js';
import { inRunCrate } from '../helpers/run-sample.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Change, Draft } from '../helpers/sample-crate.js';

const ref = (id: string) => ({ '@id': id });

/** A crate of a run without a property that a rule asks for. */
function without(rule: string, entity: string, property: string, also: readonly string[] = []): RuleCase {
  return {
    rule,
    name: `${entity} without ${property}`,
    breaks: inRunCrate((draft) => delete draft.entity(entity)[property]),
    entity,
    also,
    keeps: inRunCrate(),
  };
}

/** A crate of a run with a property that refers to something else. */
function referring(rule: string, entity: string, property: string, also: readonly string[] = []): RuleCase {
  return {
    rule,
    name: `${entity} with a wrong ${property}`,
    breaks: inRunCrate((draft) => (draft.entity(entity)[property] = ref('photos/'))),
    entity,
    also,
    keeps: inRunCrate((draft) => (draft.entity(entity)[property] = draft.entity(entity)[property] ?? null)),
  };
}

const FORMAL_PARAMETER = 'https://bioschemas.org/profiles/FormalParameter/1.0-RELEASE';
const BY_BIOSCHEMAS = { conformsTo: ref(FORMAL_PARAMETER), description: 'Levels', encodingFormat: 'text/csv' };

/** A run of one tool: no steps, and nothing that orchestrates them. */
const inSingleToolRun = inRunCrate((draft) => {
  const workflow = draft.entity('mean.cwl');
  for (const name of ['step', 'hasPart', 'connection']) delete workflow[name];
  for (const id of ['#step', '#control', '#tool-run', '#tool', '#connection', '#time', '#image'])
    draft.graph.splice(draft.graph.indexOf(draft.entity(id)), 1);
  delete draft.entity('#organize')['object'];
});

/** A tool that is a workflow in the file of the main one. */
function withSubworkflow(types: readonly string[]): Change {
  return (draft) => {
    const workflow = draft.entity('mean.cwl');
    workflow['hasPart'] = [ref('#tool'), ref('mean.cwl#daily')];
    const profile = ref('https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE');
    const own = { '@id': 'mean.cwl#daily', name: 'Daily', description: 'One day', conformsTo: profile };
    draft.graph.push({ ...own, '@type': [...types], programmingLanguage: ref('#cwl') });
  };
}

/** A step that needs the output of the first one. */
function withSecondStep(position: string): Change {
  return (draft) => {
    draft.entity('#tool')['output'] = ref('#levels');
    draft.entity('mean.cwl')['step'] = [ref('#step'), ref('#second')];
    draft.entity('mean.cwl')['hasPart'] = [ref('#tool'), ref('#engine')];
    draft.add({
      '@id': '#second',
      '@type': 'HowToStep',
      name: 'Plot',
      workExample: ref('#engine'),
      connection: ref('#connection'),
      position,
    });
  };
}

function withoutControls(draft: Draft): void {
  draft.graph.splice(draft.graph.indexOf(draft.entity('#control')), 1);
  const mentions = draft.entity('./')['mentions'] as { '@id': string }[];
  draft.entity('./')['mentions'] = mentions.filter((one) => one['@id'] !== '#control');
  delete draft.entity('#organize')['object'];
}

export const WORKFLOW_RUN_CASES: readonly RuleCase[] = [
  {
    rule: 'workflow-run',
    name: 'a run of another workflow',
    breaks: inRunCrate((draft) => (draft.entity('#run')['instrument'] = ref('#engine'))),
    entity: './',
    keeps: inRunCrate(),
  },
  referring('workflow-input', 'mean.cwl', 'input'),
  {
    rule: 'workflow-output',
    name: 'an output that is a file',
    breaks: inRunCrate((draft) => (draft.entity('mean.cwl')['output'] = ref('levels.csv'))),
    entity: 'mean.cwl',
    keeps: inRunCrate((draft) => (draft.entity('mean.cwl')['output'] = ref('#table'))),
  },
  without('parameter-type', '#levels', 'additionalType'),
  {
    rule: 'steps-how-to',
    name: 'a workflow with steps that is no HowTo',
    breaks: inRunCrate(
      ({ entity }) => (entity('mean.cwl')['@type'] = ['File', 'SoftwareSourceCode', 'ComputationalWorkflow']),
    ),
    entity: 'mean.cwl',
    keeps: inRunCrate(),
  },
  without('workflow-tools', 'mean.cwl', 'hasPart'),
  {
    rule: 'workflow-tools',
    name: 'a step whose tool the workflow does not name',
    breaks: inRunCrate((draft) => (draft.entity('#step')['workExample'] = ref('#engine'))),
    entity: 'mean.cwl',
    keeps: inSingleToolRun, // it has no steps
  },
  {
    rule: 'tool-runs',
    name: 'a run of the workflow, and none of its tool',
    breaks: inRunCrate((draft) => (draft.entity('#tool-run')['instrument'] = ref('#engine'))),
    entity: 'mean.cwl',
    keeps: inRunCrate((draft) => {
      draft.entity('#tool-run')['instrument'] = ref('#engine');
      draft.entity('#run')['actionStatus'] = ref('http://schema.org/FailedActionStatus');
    }),
  },
  {
    rule: 'subworkflow-type',
    name: 'a workflow inside of a file that is a File',
    breaks: inRunCrate(withSubworkflow(['File', 'SoftwareSourceCode', 'ComputationalWorkflow'])),
    entity: 'mean.cwl#daily',
    also: ['file-format', 'file-size', 'workflow-properties'],
    keeps: inRunCrate(withSubworkflow(['SoftwareSourceCode', 'ComputationalWorkflow'])),
  },
  {
    rule: 'subworkflow-type',
    name: 'a workflow inside of a file that is no source code',
    breaks: inRunCrate(withSubworkflow(['ComputationalWorkflow'])),
    entity: 'mean.cwl#daily',
    also: ['workflow-properties'],
    keeps: inRunCrate(withSubworkflow(['SoftwareSourceCode', 'ComputationalWorkflow'])),
  },
  {
    rule: 'step-order',
    name: 'a step with the position of the one whose output it needs',
    breaks: inRunCrate(withSecondStep('1')),
    entity: '#second',
    keeps: inRunCrate(withSecondStep('2')),
  },
  {
    rule: 'step-recorded',
    name: 'steps without an execution',
    breaks: inRunCrate(withoutControls),
    entity: 'mean.cwl',
    also: ['organize-controls'],
    keeps: inRunCrate(),
  },
  {
    rule: 'step-workflow',
    name: 'a step of no workflow',
    breaks: inRunCrate((draft) => delete draft.entity('mean.cwl')['step']),
    entity: '#step',
    keeps: inRunCrate(),
  },
  without('step-tool', '#step', 'workExample'),
  {
    rule: 'step-position',
    name: 'a position in words',
    breaks: inRunCrate((draft) => (draft.entity('#step')['position'] = 'first')),
    entity: '#step',
    keeps: inRunCrate((draft) => (draft.entity('#step')['position'] = 1)),
  },
  referring('step-connection', 'mean.cwl', 'connection', ['connection-place']),
  without('connection-source', '#connection', 'sourceParameter'),
  referring('connection-target', '#connection', 'targetParameter'),
  referring('control-step', '#control', 'instrument', ['step-recorded']),
  {
    ...without('control-run', '#control', 'object'),
    keeps: inRunCrate((draft) => {
      const { object: _, ...control } = draft.entity('#control');
      draft.graph[draft.graph.indexOf(draft.entity('#control'))] = { ...control, actionStatus: 'FailedActionStatus' };
    }),
  },
  without('organize-engine', '#organize', 'instrument'),
  without('organize-run', '#organize', 'result'),
  {
    rule: 'connection-place',
    name: 'a connection of nothing',
    breaks: inRunCrate((draft) => delete draft.entity('mean.cwl')['connection']),
    entity: '#connection',
    keeps: inRunCrate(),
  },
  {
    rule: 'connection-place',
    name: 'a connection to an output of the workflow, at a step',
    breaks: inRunCrate((draft) => {
      delete draft.entity('mean.cwl')['connection'];
      draft.entity('mean.cwl')['output'] = ref('#table');
      draft.entity('#step')['connection'] = ref('#connection');
    }),
    entity: '#connection',
    keeps: inRunCrate((draft) => (draft.entity('mean.cwl')['output'] = ref('#table'))),
  },
  {
    ...without('organize-controls', '#organize', 'object'),
    keeps: inSingleToolRun,
  },
  {
    rule: 'organize-controls',
    name: 'an engine run with a configuration file only',
    breaks: inRunCrate((draft) => (draft.entity('#organize')['object'] = ref('levels.csv'))),
    entity: '#organize',
    keeps: inRunCrate((draft) => (draft.entity('#organize')['object'] = [ref('#control'), ref('levels.csv')])),
  },
  referring('usage-type', '#tool-run', 'resourceUsage'),
  without('usage-property', '#time', 'propertyID'),
  without('usage-unit', '#time', 'unitCode'),
  {
    rule: 'usage-property-address',
    name: 'a propertyID in words',
    breaks: inRunCrate((draft) => (draft.entity('#time')['propertyID'] = 'time')),
    entity: '#time',
    keeps: inRunCrate((draft) => (draft.entity('#time')['propertyID'] = 'https://terms.example/other')),
  },
  without('parameter-slot', '#levels', 'name', ['entity-name']),
  {
    rule: 'parameter-bioschemas',
    name: 'a parameter by Bioschemas without a description',
    breaks: inRunCrate((draft) =>
      Object.assign(draft.entity('#levels'), { conformsTo: ref(FORMAL_PARAMETER), encodingFormat: 'text/csv' }),
    ),
    entity: '#levels',
    keeps: inRunCrate((draft) => Object.assign(draft.entity('#levels'), BY_BIOSCHEMAS)),
  },
  {
    rule: 'parameter-example',
    name: 'an example that does not refer back',
    breaks: inRunCrate((draft) => (draft.entity('#levels')['workExample'] = ref('levels.csv'))),
    entity: '#levels',
    keeps: inRunCrate((draft) => {
      draft.entity('#levels')['workExample'] = ref('levels.csv');
      draft.entity('levels.csv')['exampleOfWork'] = ref('#levels');
    }),
  },
];

/** A crate of a run before RO-Crate 1.2, which asks for more. */
function inOldRun(one: RuleCase): RuleCase {
  return { ...one, version: '1.1' };
}

/** A run that reads a collection. */
function withCollection(properties: JsonObject): Change {
  return (draft) => {
    draft.add({ '@id': '#slides', '@type': 'Collection', name: 'Slides', ...properties });
    draft.entity('#run')['object'] = ref('#slides');
  };
}

const typed = (type: string) => (draft: Draft) => (draft.entity('#run')['@type'] = type);

export const RUN_CASES: readonly RuleCase[] = [
  {
    rule: 'run-profile',
    name: 'a profile that is not described',
    breaks: (draft) => (draft.entity('./')['conformsTo'] = ref('https://w3id.org/ro/wfrun/process/0.5')),
    entity: './',
    pointer: '/@graph/1/conformsTo',
    also: ['profile-described'],
    keeps: inRunCrate(undefined, 'process'),
  },
  {
    rule: 'run-profile',
    name: 'a profile that only the descriptor names',
    breaks: (draft) => {
      const about = draft.entity('ro-crate-metadata.json');
      about['conformsTo'] = [about['conformsTo'] as JsonObject, ref('https://w3id.org/ro/wfrun/process/0.5')];
    },
    entity: './',
    keeps: inRunCrate(undefined, 'process'),
    version: '1.1',
  },
  {
    rule: 'run-profile-version',
    name: 'a profile without a version',
    breaks: (draft) =>
      draft.add(
        { '@id': 'https://w3id.org/ro/wfrun/process', '@type': ['CreativeWork', 'Profile'], name: 'Runs' },
        'conformsTo',
      ),
    entity: './',
    keeps: (draft) =>
      draft.add(
        { '@id': 'https://w3id.org/ro/wfrun/process/0.5', '@type': ['CreativeWork', 'Profile'], name: 'Runs' },
        'conformsTo',
      ),
  },
  {
    rule: 'run-profile-bases',
    name: 'a profile without the one that it builds on',
    breaks: inRunCrate((draft) => {
      const named = draft.entity('./')['conformsTo'] as { '@id': string }[];
      draft.entity('./')['conformsTo'] = named.filter((one) => !one['@id'].includes('/process/'));
      draft.entity('./')['mentions'] = [
        ...(draft.entity('./')['mentions'] as JsonObject[]),
        ref('https://w3id.org/ro/wfrun/process/0.5'),
      ];
    }),
    entity: './',
    keeps: inRunCrate(),
  },
  { ...without('run-instrument', '#run', 'instrument', ['workflow-run']), keeps: inRunCrate() },
  {
    rule: 'run-instrument',
    name: 'a tool as text',
    breaks: inRunCrate((draft) => (draft.entity('#tool-run')['instrument'] = 'means 3.1')),
    entity: '#tool-run',
    also: ['run-instrument-type', 'tool-runs'],
    keeps: inRunCrate(({ add }) =>
      add({
        '@id': '#described',
        '@type': 'CreateAction',
        name: 'Description of the crate',
        description: 'By hand',
        endTime: '2026-02-02',
        agent: ref('https://orcid.org/0000-0002-1825-0097'),
        result: ref('ro-crate-metadata.json'),
      }),
    ),
  },
  without('run-description', '#run', 'description'),
  without('run-has-agent', '#run', 'agent'),
  {
    rule: 'run-data-type',
    name: 'a result that is a person',
    breaks: inRunCrate((draft) => (draft.entity('#run')['result'] = ref('https://orcid.org/0000-0002-1825-0097'))),
    entity: '#run',
    keeps: inRunCrate((draft) => (draft.entity('#run')['result'] = ref('photos/'))),
  },
  {
    rule: 'run-collection-parts',
    name: 'a collection without a main file',
    breaks: inRunCrate(withCollection({ hasPart: ref('levels.csv') })),
    entity: '#slides',
    keeps: inRunCrate(withCollection({ hasPart: ref('levels.csv'), mainEntity: ref('levels.csv') })),
  },
  {
    rule: 'run-collection-mentioned',
    name: 'a collection that only the run names',
    breaks: inRunCrate((draft) => {
      withCollection({ hasPart: ref('levels.csv'), mainEntity: ref('levels.csv') })(draft);
      const mentions = draft.entity('./')['mentions'] as { '@id': string }[];
      draft.entity('./')['mentions'] = mentions.filter((one) => one['@id'] !== '#slides');
    }),
    entity: '#slides',
    keeps: inRunCrate(withCollection({ hasPart: ref('levels.csv'), mainEntity: ref('levels.csv') })),
  },
  referring('run-instrument-type', '#tool-run', 'instrument', ['tool-runs']),
  {
    rule: 'run-mentioned',
    name: 'a run that nothing names',
    breaks: inRunCrate((draft) => {
      const mentions = draft.entity('./')['mentions'] as { '@id': string }[];
      draft.entity('./')['mentions'] = mentions.filter((one) => one['@id'] !== '#run');
      draft.entity('#organize')['result'] = ref('#tool-run');
    }),
    entity: '#run',
    also: ['entity-reachable'],
    keeps: inRunCrate(),
  },
  without('run-end', '#run', 'endTime'),
  referring('run-agent', '#run', 'agent'),
  {
    ...without('run-result', '#run', 'result'),
    keeps: inRunCrate((draft) => {
      typed('ActivateAction')(draft);
      delete draft.entity('#run')['result'];
    }),
  },
  {
    rule: 'action-status',
    name: 'a status in words',
    breaks: inRunCrate((draft) => (draft.entity('#run')['actionStatus'] = 'done')),
    entity: '#run',
    keeps: inRunCrate((draft) => (draft.entity('#run')['actionStatus'] = 'https://schema.org/FailedActionStatus')),
  },
  {
    rule: 'run-error',
    name: 'an error of a run that has not failed',
    breaks: inRunCrate((draft) => (draft.entity('#run')['error'] = 'no disk space')),
    entity: '#run',
    keeps: inRunCrate((draft) =>
      Object.assign(draft.entity('#run'), { error: 'no disk space', actionStatus: 'FailedActionStatus' }),
    ),
  },
  {
    rule: 'run-error',
    name: 'an error of a step that has not failed',
    breaks: inRunCrate((draft) => (draft.entity('#control')['error'] = 'no disk space')),
    entity: '#control',
    keeps: inRunCrate((draft) =>
      Object.assign(draft.entity('#control'), { error: 'no disk space', actionStatus: 'FailedActionStatus' }),
    ),
  },
  inOldRun(without('tool-version', '#tool', 'version')),
  {
    ...inOldRun(without('tool-url', '#tool', 'url')),
    breaks: inRunCrate((draft) => {
      delete draft.entity('#tool')['url'];
      delete draft.entity('mean.cwl')['hasPart'];
    }),
    also: ['workflow-tools'],
    keeps: inRunCrate((draft) => delete draft.entity('#tool')['url']), // a part of the workflow
  },
  {
    rule: 'tool-one-version',
    name: 'two versions',
    breaks: inRunCrate((draft) => (draft.entity('#tool')['softwareVersion'] = '3.1')),
    entity: '#tool',
    keeps: inRunCrate((draft) => {
      const { version, ...tool } = draft.entity('#tool');
      delete draft.entity('#tool')['version'];
      Object.assign(draft.entity('#tool'), { ...tool, softwareVersion: version });
    }),
  },
  without('container-type', '#image', 'additionalType'),
  without('container-registry', '#image', 'registry'),
  referring('run-container', '#tool-run', 'containerImage'),
];
