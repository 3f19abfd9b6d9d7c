import { inRunCrate } from '../helpers/run-sample.js';
import type { RuleCase } from '../helpers/rule-case.js';
import type { Draft } from '../helpers/sample-crate.js';

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

export const WORKFLOW_RUN_CASES: readonly RuleCase[] = [
  {
    rule: 'workflow-run',
    name: 'a run of another workflow',
    breaks: inRunCrate((draft) => (draft.entity('#run')['instrument'] = ref('#engine'))),
    entity: './',
    keeps: inRunCrate(),
  },
  {
    ...without('workflow-run-main', './', 'mainEntity'),
    keeps: (draft) => delete draft.entity('./')['mainEntity'],
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
  referring('step-connection', 'mean.cwl', 'connection'),
  without('connection-source', '#connection', 'sourceParameter'),
  referring('connection-target', '#connection', 'targetParameter'),
  referring('control-step', '#control', 'instrument'),
  without('control-run', '#control', 'object'),
  without('organize-engine', '#organize', 'instrument'),
  without('organize-run', '#organize', 'result'),
  without('organize-controls', '#organize', 'object'),
  referring('usage-type', '#tool-run', 'resourceUsage'),
  without('usage-property', '#time', 'propertyID'),
  without('usage-unit', '#time', 'unitCode'),
];

/** A crate of a run before RO-Crate 1.2, which asks for more. */
function inOldRun(one: RuleCase): RuleCase {
  return { ...one, version: '1.1' };
}

const typed = (type: string) => (draft: Draft) => (draft.entity('#run')['@type'] = type);

export const RUN_CASES: readonly RuleCase[] = [
  {
    rule: 'run-profile',
    name: 'a profile that is not described',
    breaks: (draft) => (draft.entity('./')['conformsTo'] = ref('https://w3id.org/ro/wfrun/process/0.5')),
    entity: './',
    pointer: '/@graph/1/conformsTo',
    keeps: inRunCrate(undefined, 'process'),
  },
  { ...without('run-instrument', '#run', 'instrument', ['workflow-run']), keeps: inRunCrate() },
  referring('run-instrument-type', '#tool-run', 'instrument'),
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
