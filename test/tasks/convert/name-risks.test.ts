import { nameRisk, withNameRisks } from '../../../src/tasks/convert/name-risks.js';
import type { Change, Plan } from '../../../src/tasks/convert/plan.js';
import { checkPlan } from '../../../src/tasks/convert/read-plan.js';

const retrieve = (newId: string): Change => ({ step: 'B4', action: 'retrieve', id: newId, newId, why: '' });
const planOf = (...newIds: string[]): Plan => ({
  verb: 'attach',
  crate: 'x',
  document: '0'.repeat(64),
  name: 'ro-crate-metadata.json',
  changes: newIds.map(retrieve),
});

describe('the risk of a name', () => {
  it.each([
    ['.git/hooks/post-checkout', /programs obey files below \.git/],
    ['data/.GIT/config', /programs obey/],
    ['.bashrc', /programs obey/],
    ['.ssh/authorized_keys', /programs obey/],
    ['.npmrc', /programs obey/],
    ['.hidden', /\.hidden is hidden/],
    ['a/.cache/x', /\.cache is hidden/],
    ['gpj.%E2%80%AEexe.txt', /U\+202E/],
    ['a%E2%80%8Bb.txt', /U\+200B/],
    ['a%07b.txt', /U\+0007/],
    ['nul.txt', /device on Windows/],
    ['AUX', /device on Windows/],
    ['data./x', /Windows drops the end/],
    ['x/a:b.txt', /Windows does not allow/],
  ])('%s', (newId, risk) => {
    expect(nameRisk(retrieve(newId))).toMatch(risk);
    expect(withNameRisks(planOf(newId)).changes[0]?.risk).toMatch(risk);
  });

  it.each(['data/a.csv', 'my%20file.txt', 'caf%C3%A9.txt', '日本.txt', 'a.b.c', 'data/'])('%s has none', (newId) => {
    expect(nameRisk(retrieve(newId))).toBeUndefined();
  });

  it('is also that two folders are one on Windows', () => {
    const { changes } = withNameRisks(planOf('Data/a.txt', 'data/b.txt', 'Data/c.txt'));
    expect(changes.map(({ risk }) => risk)).toEqual([undefined, 'Windows and macOS take data for Data', undefined]);
  });

  it('joins the risks that the plan states, once', () => {
    const plan = { ...planOf(), changes: [{ ...retrieve('.git/x'), risk: 'odd' }] };
    const once = withNameRisks(plan);
    expect(once.changes[0]?.risk).toMatch(/^odd; programs obey/);
  });
});

it.each(['javascript:alert(1)', 'javascript://x/', 'data:text/html,x', 'file:///etc/', 'vbscript:x'])(
  'the base %s of a plan is refused',
  (base) => {
    expect(() => checkPlan({ ...planOf(), base }, { verb: 'attach' })).toThrow(
      expect.objectContaining({ code: 'ERR_PLAN_INVALID' }),
    );
  },
);
