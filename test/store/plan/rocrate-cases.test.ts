import { casesOf } from '../../bench/rocrate/cases.mjs';
import { modelOf, triplesOf } from '../../bench/rocrate/crates.mjs';
import { answerFromIndex } from '../../../src/store/plan/plan-query.js';
import { indexOf } from './helpers/index-of.js';

describe('the cases RC01 to RC14 over the index', () => {
  const model = modelOf(30, 40);
  const index = indexOf(Object.fromEntries(model.crates.map((crate) => [crate.iri, triplesOf(crate)])));
  const cases = casesOf(model);

  it.each(cases.map((one) => [one.id, one] as const))('%s has the right answer', (_, { sparql, rows, graphs }) => {
    const { answer } = answerFromIndex(index, sparql, { graphs });
    if (answer === undefined) throw new Error('it is left to the engine');
    const found = [...answer.rows()].map((row) => answer.variables.map((name) => row[name]?.value ?? ''));
    const isOrdered = sparql.includes('ORDER BY');
    const lines = (all: readonly (readonly unknown[])[]) => all.map((row) => row.join(' '));
    expect(isOrdered ? lines(found) : lines(found).sort()).toEqual(isOrdered ? lines(rows) : lines(rows).sort());
  });
});
