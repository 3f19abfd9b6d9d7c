import { existsSync } from 'node:fs';
import { beyondBudget, BUDGET, LOOP, MARGIN, median, OTHER, sumsOf, TOTAL } from './budget.js';

const cost = (file: string, cpu: number, loop = LOOP) => ({ file, cpu, loop });

describe('the budget of CPU time', () => {
  it('names rooms that exist', () => {
    expect(Object.keys(BUDGET).filter((room) => !existsSync(`test/${room}`))).toEqual([]);
  });

  it('is compared with the sum of a room, the dearest first', () => {
    const costs = [
      cost('tasks/load/a.test.ts', 1000),
      cost('store/b.test.ts', 2000),
      cost('store/sqlite/c.test.ts', 4000),
    ];
    expect(sumsOf(costs, { store: 3, tasks: 2, 'tasks/load': 4 })).toEqual([
      { room: 'store', seconds: 6, files: 2, part: 2 },
      { room: 'tasks/load', seconds: 1, files: 1, part: 0.25 },
    ]);
  });

  it('of a room without a number is a small one', () => {
    expect(sumsOf([cost('new/a.test.ts', OTHER * 500)], {})).toMatchObject([{ room: 'new', part: 0.5 }]);
  });

  it('is kept by each room and by all together', () => {
    const budget = { store: 1, crate: TOTAL };
    expect(beyondBudget([cost('store/a.test.ts', MARGIN * 1000), cost('crate/b.test.ts', 9)], budget)).toBeUndefined();
    expect(beyondBudget([cost('store/a.test.ts', MARGIN * 1000 + 9)], budget)).toBe(
      'rooms beyond 250 % of their budget: store (251 %)',
    );
    const all = [cost('store/a.test.ts', 1000), cost('crate/b.test.ts', TOTAL * 1000)];
    expect(beyondBudget(all, budget)).toBe(`all rooms take ${TOTAL + 1} s of CPU, more than ${TOTAL}`);
    expect(beyondBudget([cost('crate/b.test.ts', TOTAL * 1500, LOOP * 2)], budget)).toBeUndefined();
  });

  it('grows with the time that this machine takes for the same work, most of the time', () => {
    const costs = [3, 2, 2, 2, 90].map((times) => cost('rdf/a.test.ts', 1000, times * LOOP));
    expect(sumsOf(costs, { rdf: 5 })).toMatchObject([{ room: 'rdf', part: 0.5 }]);
    expect(median([90, 2, 3])).toBe(3);
  });
});
