import { axisTicks, chartColumns, chartPoints, MOST_BARS } from '../../../src/site/browser/query/chart-data.js';
import type { ResultTerm } from '../../../src/site/browser/query/run-query.js';

const number = (value: string): ResultTerm => ({
  type: 'literal',
  value,
  datatype: 'http://www.w3.org/2001/XMLSchema#double',
});
const text = (value: string): ResultTerm => ({ type: 'literal', value });

describe('chartColumns', () => {
  it('takes numbers for the bars and names for their labels', () => {
    const rows = [{ n: number('1'), iri: { type: 'uri' as const, value: 'https://example.org/' }, name: text('a') }];
    const found = chartColumns({ kind: 'table', columns: ['n', 'iri', 'name', 'none'], rows });
    expect(found).toEqual({ numbers: ['n'], labels: ['name', 'iri', 'n', 'none'] });
  });

  it('finds no numbers in an empty result', () => {
    expect(chartColumns({ kind: 'table', columns: ['n'], rows: [] }).numbers).toEqual([]);
  });
});

describe('chartPoints', () => {
  it('leaves out rows without a number, and infinite ones', () => {
    const rows = [{ n: number('2'), name: text('a') }, { name: text('b') }, { n: number('INF') }, { n: number('3') }];
    expect(chartPoints(rows, 'name', 'n')).toEqual([{ label: 'a', number: 2 }, { label: '', number: 3 }]); // prettier-ignore
  });

  it('ends where bars cannot be told apart', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ n: number(String(at)) }));
    expect(chartPoints(rows, 'name', 'n')).toHaveLength(MOST_BARS);
  });
});

describe('axisTicks', () => {
  it.each([
    [[], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [
      [3, 10],
      [0, 2, 4, 6, 8, 10],
    ],
    [
      [-3, 4],
      [-4, -2, 0, 2, 4],
    ],
    [[0.3], [0, 0.1, 0.2, 0.3]],
    [[9_007_199_254_740_992], [0, 2e15, 4e15, 6e15, 8e15, 1e16]],
  ])('of %j are %j', (numbers, ticks) => expect(axisTicks(numbers)).toEqual(ticks));
});
