import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { planDetach } from '../../../src/tasks/convert/detach/plan-detach.js';
import { ACTIONS, STEPS, type Plan } from '../../../src/tasks/convert/plan.js';
import { readPlan } from '../../../src/tasks/convert/read-plan.js';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { SURVEY } from '../../cli/helpers/crates.js';

const schema = JSON.parse(readFileSync('data/json/plan.schema.json', 'utf8')) as object;
const isValid = new Ajv2020().compile(schema);
const change = { step: 'A1', action: 'rename', id: 'a', newId: 'https://example.org/a', why: 'because' };
const plan = {
  verb: 'detach',
  crate: 'a crate',
  document: 'a'.repeat(64),
  name: 'a-ro-crate-metadata.json',
  changes: [change],
};
const read = (value: unknown, verb: Plan['verb'] = 'detach', document?: string) =>
  readPlan(typeof value === 'string' ? value : JSON.stringify(value), { verb, document });

it('a plan that was saved is read back', async () => {
  const contexts = openContexts({ offline: true });
  const made = await planDetach(SURVEY, {
    contexts,
    published: 'https://example.org/',
    describe: true,
    keepBase: true,
  });
  const saved = JSON.parse(JSON.stringify(made)) as Plan;
  expect(isValid(saved)).toBe(true);
  expect(read(saved, 'detach', made.document)).toEqual(saved);
});

it('every step and action of the code is in the schema', () => {
  for (const step of STEPS)
    for (const action of ACTIONS) {
      const value = { ...plan, verb: 'attach', changes: [{ ...change, step, action, add: {} }] };
      expect([step, action, isValid(value)]).toEqual([step, action, true]);
      expect(read(value, 'attach')).toEqual(value);
    }
});

describe('a plan is refused', () => {
  it.each([
    ['that is not JSON', '{', undefined],
    ['that is no object', [], undefined],
    ['without a key', { ...plan, name: undefined }, 'name'],
    ['with an unknown key', { ...plan, more: 1 }, 'more'],
    ['with a digest of another form', { ...plan, document: 'x' }, 'document'],
    ['without changes', { ...plan, changes: {} }, 'changes'],
    ['with a change that is no object', { ...plan, changes: [change, null] }, 'changes[1]'],
    ['with an unknown action', { ...plan, changes: [change, change, change, { ...change, action: 'x' }] }, 'changes[3].action'], // prettier-ignore
    ['with an unknown step', { ...plan, changes: [{ ...change, step: 'A9' }] }, 'changes[0].step'],
    ['with an empty identifier', { ...plan, changes: [{ ...change, newId: '' }] }, 'changes[0].newId'],
    ['with a size that is no number', { ...plan, changes: [{ ...change, size: '5' }] }, 'changes[0].size'],
    ['with names to drop that are no text', { ...plan, changes: [{ ...change, drop: [1] }] }, 'changes[0].drop'],
    ['with properties that are no object', { ...plan, changes: [{ ...change, add: [] }] }, 'changes[0].add'],
    ['with an unknown key of a change', { ...plan, changes: [{ ...change, neuId: 'x' }] }, 'changes[0].neuId'],
  ])('%s, by its place and by the schema', (_, value, place) => {
    if (typeof value !== 'string') expect(isValid(JSON.parse(JSON.stringify(value)))).toBe(false);
    expect(problemOf(() => read(value))).toMatchObject({
      code: 'ERR_PLAN_INVALID',
      ...(place && { details: { place } }),
    });
  });

  it.each([
    ['for another verb', plan, 'verb'],
    ['that leaves its folder', { ...plan, verb: 'attach', name: '../x.json' }, 'name'],
    ['that leaves its folder on Windows', { ...plan, verb: 'attach', name: 'c:x.json' }, 'name'],
    ['that renames without a new identifier', { ...plan, verb: 'attach', changes: [{ ...change, newId: undefined }] }, 'changes[0].newId'], // prettier-ignore
    ['that adds nothing', { ...plan, verb: 'attach', changes: [{ ...change, action: 'add' }] }, 'changes[0].add'],
  ])('%s', (_, value, place) => {
    expect(problemOf(() => read(value, 'attach'))).toMatchObject({ code: 'ERR_PLAN_INVALID', details: { place } });
  });

  it.each([
    ['an identifier that is no IRI', { ...plan, changes: [{ ...change, newId: 'C:\\x' }] }, 'changes[0].newId'],
    ['the name of another file', { ...plan, name: '.bashrc' }, 'name'],
    ['the mode of another', { ...plan, mode: 'fork' }, 'mode'],
    ['a step of another', { ...plan, changes: [change, { ...change, step: 'B5' }] }, 'changes[1].step'],
    ['an action of another', { ...plan, changes: [{ ...change, action: 'retrieve' }] }, 'changes[0].action'],
    ['a new identifier that nothing uses', { ...plan, changes: [{ ...change, action: 'leave' }] }, 'changes[0].newId'],
    ['no identifier left', { ...plan, changes: [{ ...change, drop: ['@id'] }] }, 'changes[0].drop'],
    ['a base that is not absolute', { ...plan, base: 'c/' }, 'base'],
  ])('for detach with %s', (_, value, place) => {
    expect(problemOf(() => read(value))).toMatchObject({ code: 'ERR_PLAN_INVALID', details: { place } });
  });

  it('for another document', () => {
    expect(problemOf(() => read(plan, 'detach', 'b'.repeat(64)))).toMatchObject({ details: { place: 'document' } });
  });
});

function problemOf(job: () => unknown): unknown {
  try {
    return job();
  } catch (error) {
    return error;
  }
}
