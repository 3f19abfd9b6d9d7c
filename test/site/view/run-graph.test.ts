import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { runBoxes } from '../../../src/site/pages/graph/run-boxes.js';
import type { CrateView } from '../../../src/site/view/crate-view.js';
import { openCrateView } from '../../../src/site/view/open-crate-view.js';
import { describesRuns, runGraph, type RunGraph, type RunThing } from '../../../src/site/view/run-graph.js';
import { crate, open } from '../../helpers/read.js';
import { describeWithShared } from '../../helpers/shared.js';

const CONTEXTS = ['https://w3id.org/ro/crate/1.1/context', 'https://w3id.org/ro/terms/workflow-run/context'];

async function viewOf(entities: object[]): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, CONTEXTS as never, {})));
}

function labels(things: readonly RunThing[] | undefined): string[] | undefined {
  return things?.map(({ label }) => label);
}

const RUN = [
  { '@id': '#second', '@type': 'CreateAction', name: 'Second', startTime: '2024-01-02', object: { '@id': 'b.csv' }, result: { '@id': 'c.csv' }, error: 'disk full' }, // prettier-ignore
  { '@id': '#first', '@type': 'CreateAction', name: 'First', startTime: '2024-01-01', object: [{ '@id': 'a.csv' }, { '@id': '#n' }, 'by hand', { '@id': 'https://example.org/x.csv' }], result: { '@id': 'b.csv' }, instrument: { '@id': '#tool' }, agent: { '@id': '#ada' }, actionStatus: { '@id': 'http://schema.org/CompletedActionStatus' } }, // prettier-ignore
  { '@id': '#engine', '@type': 'OrganizeAction', name: 'Engine', result: { '@id': '#first' }, object: { '@id': '#control' } }, // prettier-ignore
  { '@id': '#control', '@type': 'ControlAction', name: 'Control', instrument: { '@id': '#step' }, object: { '@id': '#first' } }, // prettier-ignore
  { '@id': '#step', '@type': 'HowToStep', name: 'Step' },
  { '@id': '#n', '@type': 'PropertyValue', name: 'n', value: 3 },
  { '@id': '#tool', '@type': 'SoftwareApplication', name: 'Tool' },
  { '@id': '#ada', '@type': 'Person', name: 'Ada' },
  ...['a', 'b', 'c'].map((name) => ({ '@id': `${name}.csv`, '@type': 'File' })),
];

describe('the graph of runs', () => {
  it('says what made what, from what, with what, in the order of time', async () => {
    const view = await viewOf(RUN);
    expect(describesRuns(view)).toBe(true);
    const { isPlan, actions } = runGraph(view);
    expect(isPlan).toBe(false);
    expect(labels(actions.map(({ thing }) => thing))).toEqual(['Engine', 'Control', 'First', 'Second']);
    const [engine, control, first, second] = actions;
    expect(labels(engine?.controls)).toEqual(['Control', 'First']);
    expect(labels(control?.tools)).toEqual(['Step']);
    expect(labels(first?.inputs)).toEqual(['a.csv', 'n = 3', 'by hand', 'x.csv']);
    expect(labels(first?.outputs)).toEqual(['b.csv']);
    expect([labels(first?.tools), labels(first?.agents), first?.status]).toEqual([['Tool'], ['Ada'], 'completed']);
    expect([second?.status, second?.error]).toEqual(['failed', 'disk full']);
    expect(first?.outputs[0]).toBe(second?.inputs[0]);
  });

  it('shows a workflow that was not run', async () => {
    const { isPlan, actions } = runGraph(
      await viewOf([
        { '@id': 'w.cwl', '@type': ['File', 'ComputationalWorkflow'], name: 'W', input: { '@id': '#in' }, output: { '@id': '#out' }, step: { '@id': '#s' } }, // prettier-ignore
        { '@id': '#s', '@type': 'HowToStep', name: 'S', workExample: { '@id': 't.py' } },
        { '@id': 't.py', '@type': 'SoftwareApplication', name: 'T', input: { '@id': '#in' } },
        ...['#in', '#out'].map((id) => ({ '@id': id, '@type': 'FormalParameter' })),
      ]),
    );
    expect(isPlan).toBe(true);
    expect(actions.map(({ thing, inputs, outputs, controls }) => [thing, ...inputs, ...outputs, ...controls].map(({ label }) => label))).toEqual([['W', 'in', 'out', 'S'], ['S', 'in']]); // prettier-ignore
  });

  it('is empty for a crate without runs', async () => {
    const view = await viewOf([{ '@id': '#x', '@type': 'BuyAction' }]);
    expect(describesRuns(view)).toBe(false);
    expect(runGraph(view).actions).toEqual([]);
  });
});

describeWithShared('runs of real crates', 'corpus/real', (folder) => {
  it('appear with all their inputs and outputs, in the graph and in the picture', async () => {
    const contexts = openContexts({ folders: [join(folder, '../contexts')], offline: true });
    const names = readdirSync(folder).filter((name) => /^(?:runcrate|sapporo|by-covid|tonkaz)/.test(name));
    let actions = 0;
    for (const name of names) {
      if (!existsSync(join(folder, name, 'ro-crate-metadata.json'))) continue;
      const view = await openCrateView(await openCrateDocument(join(folder, name), { contexts }));
      const graph = runGraph(view);
      actions += graph.actions.length;
      if (!graph.isPlan) expect(partsOf(graph)).toEqual(written(view));
      const { boxes } = runBoxes({ actions: graph.actions, earlier: [], later: [], page: 1 });
      const members = new Set(boxes.flatMap((box) => box.members));
      for (const { inputs, outputs } of graph.actions) for (const thing of [...inputs, ...outputs]) expect(members.has(thing)).toBe(true); // prettier-ignore
    }
    expect(actions).toBeGreaterThan(10);
  });
});

function partsOf({ actions }: RunGraph): string[] {
  return actions
    .flatMap(({ thing, inputs, outputs, controls }) =>
      [...inputs, ...outputs, ...controls].map(({ id }) => `${thing.id} ${id}`),
    ) // prettier-ignore
    .sort();
}

/** The same from the properties as they are written. */
function written(view: CrateView): string[] {
  const found = new Set<string>();
  for (const { id, types, properties } of view.entities) {
    if (!types.some((type) => /(?:Create|Update|Organize|Control|Activate)Action$/.test(type))) continue;
    for (const { key, values } of properties) {
      if (key !== 'object' && key !== 'result') continue;
      for (const one of values)
        found.add(`${id} ${'iri' in one ? (view.entity(one.iri)?.id ?? one.reference) : one.text}`);
    }
  }
  return [...found].sort();
}
